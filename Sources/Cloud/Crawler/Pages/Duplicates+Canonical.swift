extension Duplicates {
  /// The most redirections that are followed from the page that another one names as canonical: more than a crawl
  /// follows in a row.
  static let canonicalRedirections = 8

  /// Works out which pages are meant by those that name another one as canonical, where that one redirects.
  ///
  /// A site that moves often leaves old addresses in its pages. So the page at the end of the redirections is taken for
  /// the one that is named. Where they come back to the page that names them, it names itself; where they end nowhere,
  /// it names none, and is not lost.
  ///
  /// - Parameter pages: The pages. Of each that names another one as canonical, what it means takes the place of what it
  ///   names.
  static func resolveCanonicals(in pages: inout [Page]) {
    for number in pages.indices {
      guard let named = pages[number].canonical else { continue }
      let target = end(of: Int(named), in: pages)
      pages[number].canonical = target == number ? nil : target.map { UInt32($0) }
      if target == number { pages[number].namesItself = true }
    }
  }

  /// The page at the end of the redirections of one; `nil` where there is none.
  private static func end(of start: Int, in pages: [Page]) -> Int? {
    var place = start
    for _ in 0...canonicalRedirections {
      guard pages.indices.contains(place) else { return nil }
      guard let next = pages[place].redirection else { return place }
      place = Int(next)
    }
    return nil
  }
}
