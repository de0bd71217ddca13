@testable import Crawler

extension SQLiteCrawlStore {
  /// What is known of every address and link, in an order of its own, without moments.
  func summary() throws -> [String] {
    var lines: [String] = []
    var keys: [Int64: String] = [:]
    var pages: [PageRecord] = []
    try forEachPage(changedSince: -1) { (page) throws(CrawlStoreError) in
      keys[page.id] = page.key
      pages.append(page)
      return true
    }
    for page in pages {
      let content = try content(ofPage: page.id) ?? []
      lines.append(
        """
        \(page.key) \(page.kind) \(page.state) \(page.depth) \(page.status) blocked:\(page.isBlocked) \
        \(page.contentHash ?? 0) \(page.title) \(page.isIndexable) fetched:\(page.fetchCount) \
        -> \(page.redirection.flatMap { keys[$0] } ?? "") \(page.isMoved) \
        = \(page.canonical.flatMap { keys[$0] } ?? "") \(String(decoding: content, as: UTF8.self))
        """)
    }
    try forEachLink { (link) throws(CrawlStoreError) in
      lines.append("\(keys[link.source] ?? "") links \(keys[link.target] ?? "") \(link.weight)")
      return true
    }
    try forEachSite { (site) throws(CrawlStoreError) in
      lines.append("\(site.domain) \(site.isSeed) \(site.isTrusted) \(site.pageCount)")
      return true
    }
    return lines.sorted()
  }
}
