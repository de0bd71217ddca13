internal import CrawlRules
internal import SiteAssociations

extension SiteDocument {
  /// What the document holds, in a few words; empty for a page and for what could not be had.
  package var contents: String {
    switch reading {
    case .page, .missing: ""
    case .robots(let file):
      "\(Self.counted(file.groups.count, "group")), \(Self.counted(file.sitemaps.count, "sitemap"))"
    case .sitemap(let sitemap):
      "\(sitemap.kind.rawValue), "
        + (sitemap.entries.count == 1 ? "1 address" : "\(sitemap.entries.count) addresses")
    case .association(let association):
      Self.counted(Set((association?.applications ?? [:]).values.joined()).count, "app")
    case .assetLinks(let links): Self.counted(links?.statements.count ?? 0, "statement")
    }
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
