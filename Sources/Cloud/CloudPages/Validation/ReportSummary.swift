internal import SiteValidation
internal import WebDocuments
internal import WebMarkup

/// What came of a check, in a sentence.
struct ReportSummary {
  /// The report.
  let report: SiteReport

  /// How it stands with a page.
  enum State: String {
    /// It can be found, and nothing is wrong.
    case good
    /// It can be found, and something could be better.
    case warning
    /// It can't be found, or something doesn't work.
    case error
  }

  /// How it stands.
  var state: State {
    if report.page != nil && !isShown || report.count(.error) > 0 { return .error }
    return report.count(.warning) > 0 ? .warning : .good
  }

  /// What it comes to.
  var verdict: String {
    if let document = report.documents.first, report.page == nil {
      return "This is \(document.kind.words)"
    }
    guard let page = report.page?.page else { return "The page could not be read" }
    if report.access?.decision.isAllowed == false {
      return "robots.txt keeps this page from being found"
    }
    if !page.directives.isIndexed { return "This page asks not to be shown" }
    if report.count(.error) > 0 { return "This page can be found, and has errors" }
    if report.count(.warning) > 0 { return "This page can be found, and could do better" }
    if report.count(.suggestion) > 0 { return "This page is in good order" }
    return "Nothing is wrong with this page"
  }

  /// How many findings there are of each kind.
  var counts: String {
    let counts = [
      (report.count(.error), "error"), (report.count(.warning), "warning"),
      (report.count(.suggestion), "suggestion"),
    ].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    return counts.isEmpty ? "nothing to mend" : counts.joined(separator: ", ")
  }

  /// The whole sentence, which is told to people who don't see the page.
  var sentence: String { "\(verdict): \(counts)." }

  /// The beginning of the page's title.
  var shortSentence: String { counts.prefix(1).uppercased() + counts.dropFirst() }

  private var isShown: Bool {
    report.page?.page?.directives.isIndexed == true
      && report.access?.decision.isAllowed != false
  }
}

extension SiteDocumentKind {
  /// What it is, in a sentence.
  fileprivate var words: String {
    switch self {
    case .page: "a page"
    case .robots: "a robots.txt"
    case .sitemap: "a sitemap"
    case .association: "an association file"
    case .assetLinks: "a list of asset links"
    }
  }
}
