package import WebDocuments

extension DiagnosticRule {
  /// Another page of the site with the same or nearly the same content is shown instead.
  package static let duplicateOf = DiagnosticRule(
    code: "duplicate-of", severity: .warning,
    remedy:
      "Give the page a title and words of its own and have it name itself as canonical, or name the other page.",
    reference:
      "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls")

  /// All rules about pages among the others of a crawl.
  package static let crawl: [DiagnosticRule] = [duplicateOf]
}
