/// Which pages stand for which: the one place of pages that redirect to each other, name each other as canonical, or
/// are nearly the same.
///
/// What is found depends on the pages alone and not on the order in which they were fetched.
package enum Duplicates {
  /// What has to be known of a page.
  package struct Page: Sendable {
    /// Its key, which orders pages.
    package var key: String
    /// Its site, by number.
    package var site: UInt32
    /// Whether it was fetched, may be shown, and leads nowhere else.
    package var canStand: Bool
    /// The page that it redirects to, by number.
    package var redirection: UInt32?
    /// The page that it names as the one to be shown instead, by number.
    package var canonical: UInt32?
    /// Its title, without the space around it; empty for none.
    package var title: String
    /// A number for its content.
    package var contentHash: UInt64
    /// A number for its words.
    package var fingerprint: Fingerprint

    /// Makes a page.
    package init(
      key: String, site: UInt32, canStand: Bool = true, redirection: UInt32? = nil,
      canonical: UInt32? = nil, title: String = "", contentHash: UInt64,
      fingerprint: Fingerprint = Fingerprint(bits: 0, isVague: true)
    ) {
      self.key = key
      self.site = site
      self.canStand = canStand
      self.redirection = redirection
      self.canonical = canonical
      self.title = title
      self.contentHash = contentHash
      self.fingerprint = fingerprint
    }
  }

  /// Works out which page stands for each.
  ///
  /// A page that names itself, or none that is there, stands for itself unless another page of its site with the same or
  /// nearly the same content has a shorter key. A page of another site is followed only where it is alike: the same
  /// title, or nearly the same words.
  ///
  /// - Parameter pages: The pages.
  /// - Returns: For each page the number of one; chains may be left, which ``Reputation`` follows.
  package static func representatives(of pages: [Page]) -> [UInt32] {
    var result = pages.indices.map { UInt32($0) }
    var free: [Int] = []
    for (number, page) in pages.enumerated() {
      if let target = page.redirection, Int(target) < pages.count {
        result[number] = target
      } else if let target = page.canonical, Int(target) < pages.count, Int(target) != number,
        mayStand(pages[Int(target)], for: page)
      {
        result[number] = target
      } else if page.canStand {
        free.append(number)
      }
    }
    joinAlike(free, of: pages, into: &result)
    breakRings(of: pages, in: &result)
    return result
  }

  /// Has one page of each ring stand for itself: of pages that name each other, one is shown. The shortest key decides,
  /// among those that can stand where there are any.
  private static func breakRings(of pages: [Page], in result: inout [UInt32]) {
    // The walk in which each page was first met.
    var met = [Int](repeating: -1, count: pages.count)
    for start in pages.indices where met[start] < 0 {
      var current = start
      while met[current] < 0 {
        met[current] = start
        current = Int(result[current])
      }
      guard met[current] == start, Int(result[current]) != current else { continue }
      var ring = [current]
      var next = Int(result[current])
      while next != current {
        ring.append(next)
        next = Int(result[next])
      }
      let standing = ring.filter { pages[$0].canStand }
      let leader = (standing.isEmpty ? ring : standing).min { isBefore(pages[$0], pages[$1]) }
      if let leader { result[leader] = UInt32(leader) }
    }
  }

  private static func isBefore(_ one: Page, _ other: Page) -> Bool {
    let (length, otherLength) = (one.key.utf8.count, other.key.utf8.count)
    return length != otherLength ? length < otherLength : one.key < other.key
  }

  private static func mayStand(_ target: Page, for page: Page) -> Bool {
    guard target.canStand else { return false }
    if target.site == page.site { return true }
    return !page.title.isEmpty && page.title == target.title
      || page.fingerprint.isNear(target.fingerprint)
  }

  /// Joins pages of one site with the same content, the shortest key standing for all.
  private static func joinAlike(_ free: [Int], of pages: [Page], into result: inout [UInt32]) {
    let order = free.sorted {
      let (one, other) = (pages[$0], pages[$1])
      return one.site != other.site ? one.site < other.site : isBefore(one, other)
    }
    var known: [Content: Int] = [:]
    // Fingerprints that differ in at most three bits agree in one of four quarters. Places in the order.
    var quarters: [Quarter: [Int]] = [:]
    for (place, number) in order.enumerated() {
      let page = pages[number]
      let content = Content(site: page.site, hash: page.contentHash)
      if let first = known[content] {
        result[number] = UInt32(first)
        continue
      }
      known[content] = number
      guard !page.fingerprint.isVague else { continue }
      let own = (0..<4).map { index in
        Quarter(
          site: page.site, index: index,
          bits: UInt16(truncatingIfNeeded: page.fingerprint.bits >> UInt64(index * 16)))
      }
      let near = own.lazy.compactMap { quarter in
        quarters[quarter]?.first { pages[order[$0]].fingerprint.isNear(page.fingerprint) }
      }
      if let first = near.min() {
        result[number] = UInt32(order[first])
        continue
      }
      for quarter in own where quarters[quarter, default: []].count < candidateLimit {
        quarters[quarter, default: []].append(place)
      }
    }
  }

  /// The most pages of a site that are compared for one quarter.
  private static let candidateLimit = 64

  private struct Content: Hashable {
    let site: UInt32
    let hash: UInt64
  }

  private struct Quarter: Hashable {
    let site: UInt32
    let index: Int
    let bits: UInt16
  }
}
