/// Which site links to which.
package enum SiteGraph {
  /// The most pages of a site that count for another site.
  package static let pageLimit = 100

  /// Makes the graph of sites from that of pages: a link between two sites weighs as many pages of the one as link to
  /// the other, up to a limit.
  ///
  /// - Parameters:
  ///   - pages: Who links to whom.
  ///   - sites: The site of each page, by number; `nil` for one that counts for nothing.
  ///   - siteCount: How many sites there are.
  /// - Returns: The graph, its nodes the sites.
  package static func make(
    of pages: LinkGraph, sites: [UInt32?], siteCount: Int
  ) -> LinkGraph {
    // Each page that links to a site, once: numbers with the page above the site, sorted.
    var votes: [UInt64] = []
    for page in 0..<pages.nodeCount {
      guard let target = sites[page] else { continue }
      for (source, _) in pages.links(to: page) {
        if let site = sites[Int(source)], site != target {
          votes.append(UInt64(source) << 32 | UInt64(target))
        }
      }
    }
    votes.sort()
    // Then numbers with the one site above the other.
    var linked: [UInt64] = []
    linked.reserveCapacity(votes.count)
    var last: UInt64?
    for vote in votes where vote != last {
      last = vote
      guard let source = sites[Int(vote >> 32)] else { continue }
      linked.append(UInt64(source) << 32 | vote & 0xFFFF_FFFF)
    }
    linked.sort()
    var links: [LinkGraph.Link] = []
    var start = 0
    while start < linked.count {
      var end = start + 1
      while end < linked.count, linked[end] == linked[start] { end += 1 }
      links.append(
        LinkGraph.Link(
          UInt32(truncatingIfNeeded: linked[start] >> 32),
          UInt32(truncatingIfNeeded: linked[start]),
          weight: Double(min(end - start, pageLimit))))
      start = end
    }
    return LinkGraph(nodeCount: siteCount, links: links)
  }
}
