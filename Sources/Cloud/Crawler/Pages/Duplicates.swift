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
    /// Its host, by number: `http`, `https` and a `www.` in front make no other one.
    package var host: UInt32
    /// Whether it was fetched, may be shown, and leads nowhere else.
    package var canStand: Bool
    /// The page that it redirects to, by number.
    package var redirection: UInt32?
    /// The page that it names as the one to be shown instead, by number.
    package var canonical: UInt32?
    /// Whether it names itself as the one to be shown.
    package var namesItself: Bool
    /// Its title, without the space around it; empty for none.
    package var title: String
    /// A number for the thing that it is about; `nil` where it names none.
    package var mainItem: UInt64?
    /// A number for its content.
    package var contentHash: UInt64
    /// A number for its words.
    package var fingerprint: Fingerprint

    /// Makes a page.
    package init(
      key: String, site: UInt32, host: UInt32, canStand: Bool = true, redirection: UInt32? = nil,
      canonical: UInt32? = nil, namesItself: Bool = false, title: String = "",
      mainItem: UInt64? = nil, contentHash: UInt64,
      fingerprint: Fingerprint = Fingerprint(bits: 0, isVague: true)
    ) {
      self.key = key
      self.site = site
      self.host = host
      self.canStand = canStand
      self.redirection = redirection
      self.canonical = canonical
      self.namesItself = namesItself
      self.title = title
      self.mainItem = mainItem
      self.contentHash = contentHash
      self.fingerprint = fingerprint
    }
  }

  /// The host of a page, with its port where it has one.
  ///
  /// - Parameter key: The page's key.
  /// - Returns: What is between the scheme and the path, without a `www.` in front.
  static func host(ofKey key: String) -> Substring {
    var rest = key[...]
    if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
    let host = rest.prefix { $0 != "/" && $0 != "?" }
    return host.hasPrefix("www.") ? host.dropFirst(4) : host
  }

  /// Works out which page stands for each.
  ///
  /// A page that names itself stands for itself. One that names none that is there stands for itself unless another page
  /// of its host has the same content, or nearly the same and the same title or subject; those that name themselves
  /// come first, then the shortest key decides. Hosts of one site may be different people's, of whom a copier must not
  /// take the place of the one who wrote. What a page names is followed within its site; a page of another site only
  /// where it is alike: the same title, or nearly the same words.
  ///
  /// - Parameter pages: The pages.
  /// - Returns: For each page the number of one; chains may be left, which ``Reputation`` follows.
  package static func representatives(of pages: [Page]) -> [UInt32] {
    standing(of: pages).representatives
  }

  /// Works out which page stands for each, as ``representatives(of:)`` does, and which were found to be alike.
  ///
  /// - Parameter pages: The pages.
  /// - Returns: For each page the number of one, and the numbers of the pages for which one with the same or nearly the
  ///   same content stands, ascending.
  package static func standing(
    of pages: [Page]
  ) -> (representatives: [UInt32], alike: [Int]) {
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
    let alike = free.filter { Int(result[$0]) != $0 }
    breakRings(of: pages, in: &result)
    return (result, alike.sorted())
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

  /// Joins pages of one host with the same content. Those that name themselves come first and are joined with none; of
  /// the others the shortest key stands.
  private static func joinAlike(_ free: [Int], of pages: [Page], into result: inout [UInt32]) {
    let order = free.sorted {
      let (one, other) = (pages[$0], pages[$1])
      if one.host != other.host { return one.host < other.host }
      if one.namesItself != other.namesItself { return one.namesItself }
      return isBefore(one, other)
    }
    var known: [Content: Int] = [:]
    // Fingerprints that differ in at most three bits agree in one of four quarters. Places in the order.
    var quarters: [Quarter: [Int]] = [:]
    for (place, number) in order.enumerated() {
      let page = pages[number]
      let content = Content(host: page.host, hash: page.contentHash)
      if let first = known[content] {
        if !page.namesItself { result[number] = UInt32(first) }
      } else {
        known[content] = number
      }
      guard Int(result[number]) == number, !page.fingerprint.isVague else { continue }
      let own = Quarter.all(of: page)
      if !page.namesItself {
        let near = own.lazy.compactMap { quarter in
          quarters[quarter]?.first { mayJoin(page, pages[order[$0]]) }
        }
        if let first = near.min() {
          result[number] = UInt32(order[first])
          continue
        }
      }
      for quarter in own where quarters[quarter, default: []].count < candidateLimit {
        quarters[quarter, default: []].append(place)
      }
    }
  }

  /// Whether nearly the same words, in pages with the same title or subject, make one page of two. Shops have pages that
  /// differ in a word or a number only: two that name different subjects are two whatever their titles.
  private static func mayJoin(_ page: Page, _ other: Page) -> Bool {
    guard page.fingerprint.isNear(other.fingerprint) else { return false }
    if let one = page.mainItem, let two = other.mainItem { return one == two }
    return !page.title.isEmpty && page.title == other.title
  }

  /// The most pages of a host that are compared for one quarter of one title or subject.
  private static let candidateLimit = 64

  private struct Content: Hashable {
    let host: UInt32
    let hash: UInt64
  }

  /// A quarter of the fingerprints of pages with one title or subject.
  private struct Quarter: Hashable {
    enum Sense: Hashable {
      case title(String)
      case mainItem(UInt64)
    }

    let host: UInt32
    let sense: Sense
    let index: Int
    let bits: UInt16

    static func all(of page: Page) -> [Quarter] {
      var senses: [Sense] = []
      if !page.title.isEmpty { senses.append(.title(page.title)) }
      if let item = page.mainItem { senses.append(.mainItem(item)) }
      return senses.flatMap { sense in
        (0..<4).map { index in
          Quarter(
            host: page.host, sense: sense, index: index,
            bits: UInt16(truncatingIfNeeded: page.fingerprint.bits >> UInt64(index * 16)))
        }
      }
    }
  }
}
