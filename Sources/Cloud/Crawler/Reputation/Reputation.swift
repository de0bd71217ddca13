/// What the links between pages say about pages and sites.
///
/// A page's worth is its site's rank among sites, times its share of the ranks of the site's pages: stable for pages
/// deep in a site, and cheap. A site that nobody trusted leads to keeps a tenth of its rank.
package struct Reputation: Sendable {
  /// What is known of a page.
  package struct Page: Sendable {
    /// The site, by number; `nil` for a page that counts for nothing, such as one of an error.
    package var site: UInt32?
    /// The page that it is a copy of or redirects to, by number; itself for most.
    package var representative: UInt32

    /// Makes a page.
    package init(site: UInt32?, representative: UInt32) {
      self.site = site
      self.representative = representative
    }
  }

  /// The rank of each page among all pages, with a start at any site alike. A copy has that of its representative.
  package let pageRanks: [Double]
  /// The rank of each site among sites.
  package let siteRanks: [Double]
  /// What reaches each site from those that are trusted; empty where none are.
  package let siteTrust: [Double]
  /// How each page compares with all others, from 0 to 1: the share of pages that are worth less.
  package let pageScores: [Double]
  /// The same for sites.
  package let siteScores: [Double]

  /// The part of a site's rank that it keeps when no trust reaches it is the square root of this.
  private static let distrust = 0.01

  /// Works out all of it.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - links: Their links.
  ///   - siteCount: How many sites there are.
  ///   - trusted: The sites of verified apps, by number.
  ///   - previous: Page ranks of before, to begin with.
  package init(
    pages: [Page], links: [LinkGraph.Link], siteCount: Int, trusted: Set<UInt32> = [],
    previous: [Double]? = nil
  ) {
    let leaders = Self.leaders(pages)
    let merged = links.compactMap { link -> LinkGraph.Link? in
      guard Int(link.source) < pages.count, Int(link.target) < pages.count else { return nil }
      return LinkGraph.Link(
        leaders[Int(link.source)], leaders[Int(link.target)], weight: link.weight)
    }
    let sites = pages.indices.map { page -> UInt32? in
      guard Int(leaders[page]) == page, let site = pages[page].site, Int(site) < siteCount
      else { return nil }
      return site
    }
    let graph = LinkGraph(nodeCount: pages.count, links: merged)
    let ranks = PageRank(of: graph, teleport: Teleport.perSite(sites), from: previous).ranks
    let siteGraph = SiteGraph.make(of: graph, sites: sites, siteCount: siteCount)
    siteRanks = PageRank(of: siteGraph).ranks
    let seeds = (0..<siteCount).map { trusted.contains(UInt32($0)) ? 1.0 : 0 }
    siteTrust = trusted.isEmpty ? [] : PageRank(of: siteGraph, teleport: seeds).ranks
    pageRanks = leaders.map { ranks[Int($0)] }
    let worths =
      siteTrust.isEmpty
      ? siteRanks
      : zip(siteRanks, siteTrust).map { rank, trust in
        (rank * (trust + Self.distrust * rank)).squareRoot()
      }
    siteScores = Self.scores(worths, counting: worths.indices.map { _ in true })
    var sums = [Double](repeating: 0, count: siteCount)
    for case (let page, let site?) in sites.enumerated() { sums[Int(site)] += ranks[page] }
    let pageWorths = sites.enumerated().map { page, site -> Double in
      guard let site, sums[Int(site)] > 0 else { return 0 }
      return worths[Int(site)] * (ranks[page] / sums[Int(site)])
    }
    let scores = Self.scores(pageWorths, counting: sites.map { $0 != nil })
    pageScores = leaders.map { scores[Int($0)] }
  }

  /// The page at the end of each page's chain of representatives; for a ring, its lowest number.
  private static func leaders(_ pages: [Page]) -> [UInt32] {
    var leaders = [UInt32?](repeating: nil, count: pages.count)
    for page in pages.indices where leaders[page] == nil {
      var chain: [Int] = []
      var seen: Set<Int> = []
      var current = page
      while leaders[current] == nil, seen.insert(current).inserted {
        chain.append(current)
        let next = Int(pages[current].representative)
        guard next < pages.count, next != current else { break }
        current = next
      }
      var leader = leaders[current] ?? UInt32(current)
      if leaders[current] == nil, let start = chain.firstIndex(of: current) {
        leader = UInt32(chain[start...].min() ?? current)
      }
      for link in chain { leaders[link] = leader }
    }
    return leaders.map { $0 ?? 0 }
  }

  /// The share of values that are lower, with half of those that are equal; 0 for what does not count.
  private static func scores(_ values: [Double], counting: [Bool]) -> [Double] {
    let order = values.indices.filter { counting[$0] }.sorted { values[$0] < values[$1] }
    var scores = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start + 1
      // Sums in another order differ in their last digits.
      let limit = values[order[start]] * (1 + 1e-9)
      while end < order.count, values[order[end]] <= limit { end += 1 }
      let score = (Double(start) + Double(end - start) / 2) / Double(order.count)
      for index in order[start..<end] { scores[index] = score }
      start = end
    }
    return scores
  }
}
