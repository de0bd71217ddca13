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
    // Each page that links to a site, once.
    var votes: Set<Vote> = []
    for page in 0..<pages.nodeCount {
      guard let target = sites[page] else { continue }
      for (source, _) in pages.links(to: page) {
        if let site = sites[Int(source)], site != target {
          votes.insert(Vote(page: source, site: target))
        }
      }
    }
    var counts: [LinkedSites: Int] = [:]
    for vote in votes {
      guard let source = sites[Int(vote.page)] else { continue }
      counts[LinkedSites(source: source, target: vote.site), default: 0] += 1
    }
    return LinkGraph(
      nodeCount: siteCount,
      links: counts.map { pair, count in
        LinkGraph.Link(pair.source, pair.target, weight: Double(min(count, pageLimit)))
      })
  }

  private struct Vote: Hashable {
    let page: UInt32
    let site: UInt32
  }

  private struct LinkedSites: Hashable {
    let source: UInt32
    let target: UInt32
  }
}
