internal import SiteValidation
internal import WebDocuments
internal import WebMarkup

/// The verdict, and how each part of it stands.
struct OverviewView {
  /// The report.
  let report: SiteReport
  /// The app that the page belongs to.
  let app: CardContent.App?

  /// The overview.
  var html: HTML {
    let summary = ReportSummary(report: report)
    return element(
      .section, .classes("box verdict \(summary.state)"), .set(.tabindex, "-1"),
      .set(.ariaLabelledBy, "verdict")
    ) {
      element(.h2, .set(.id, "verdict")) { summary.verdict }
      element(.p) {
        element(.code) { report.documents.first?.name }
        if let duration = report.duration {
          element(.span, .classes("muted")) { " · checked in \(words(duration))" }
        }
      }
      element(.ul, .classes("points")) { for point in points { self.point(point) } }
    }
  }

  /// A part of the verdict.
  private struct Point {
    var title: String
    var words: String
    var state: State
    var fragment: String
  }

  private enum State: String {
    case good, bad, none

    /// What the colour says to people who don't see it.
    var words: String {
      switch self {
      case .good: "Good: "
      case .bad: "Bad: "
      case .none: "Not there: "
      }
    }
  }

  private func point(_ point: Point) -> HTML {
    element(.li, .set(.state, point.state.rawValue)) {
      hidden(point.state.words)
      element(.a, .href(LinkTarget(fragment: point.fragment))) { point.title }
      element(.span, .classes("muted")) { point.words }
    }
  }

  private var points: [Point] {
    [reached, access, shown, deepLink, association, card, items].compactMap(\.self)
  }

  private var page: PageReading? { report.page?.page }

  /// A part of the verdict: good where it would be and no error is in it, nor among those of other parts that the page
  /// shows in it too.
  private func point(
    _ section: ReportSection, _ title: String, _ words: String, _ state: State, fragment: String,
    others: [Diagnostic] = []
  ) -> Point {
    let errors = report.errors(in: section) + others
    guard let first = errors.first else {
      return Point(title: title, words: words, state: state, fragment: fragment)
    }
    let rest = errors.count - 1
    let named = Diagnostic.excerpt(first.message) + (rest > 0 ? " And \(rest) more." : "")
    return Point(title: title, words: "\(words): \(named)", state: .bad, fragment: fragment)
  }

  private var reached: Point? {
    guard let last = report.hops.last else {
      return point(.page, "Page", "not fetched", .none, fragment: "reach")
    }
    let words: String
    switch last.outcome {
    case .page: words = last.answering.map { "answers in \(self.words($0))" } ?? "answers"
    case .failure: words = "no answer"
    default: words = last.status.map { "status \($0)" } ?? "no page"
    }
    return point(.page, "Page", words, page == nil ? .bad : .good, fragment: "reach")
  }

  private var access: Point? {
    guard let access = report.access else { return nil }
    let isAllowed = access.decision.isAllowed
    return point(
      .robots, "robots.txt", isAllowed ? "lets it in" : "keeps it out", isAllowed ? .good : .bad,
      fragment: "robots")
  }

  private var shown: Point? {
    guard let directives = page?.directives else { return nil }
    return point(
      .directives, "Directives", directives.isIndexed ? "may be shown" : "not to be shown",
      directives.isIndexed ? .good : .bad, fragment: "robots")
  }

  private var deepLink: Point? {
    guard let page else { return nil }
    let chosen = page.deepLinks.chosen
    return point(
      .deepLink, "Deep link", chosen?.source.words ?? "none", chosen == nil ? .none : .good,
      fragment: "deep-links")
  }

  private var association: Point? {
    let (words, state): (String, State)
    switch report.apps {
    case nil: (words, state) = (report.isReached ? "no association" : "nobody looked", .none)
    case let apps? where apps.members.contains { $0.standing == .verified }:
      (words, state) = ("verified both ways", .good)
    case let apps? where apps.members.contains { $0.standing == .siteOnly }:
      (words, state) = ("named by the site", .good)
    case let apps? where apps.members.isEmpty && apps.isUsable:
      (words, state) = ("none named", .none)
    default: (words, state) = ("not verified", .bad)
    }
    return point(.association, "App", words, state, fragment: "apps")
  }

  private var card: Point? {
    guard let page else { return nil }
    return point(
      .card, "Card", page.card.image == nil ? "without a picture" : "with a picture", .good,
      fragment: "card")
  }

  private var items: Point? {
    guard let page else { return nil }
    let main = page.mainItem.flatMap { page.graph[$0].types.first }
    let count = page.graph.topLevel.count
    return point(
      .items, "Structured data", main ?? (count == 0 ? "none" : counted(count, "item")),
      count == 0 ? .none : .good, fragment: "items", others: errorsAtItems)
  }

  /// Errors of other parts that stand at an item or a value: a rating out of its range keeps the card without one, and
  /// is shown where it was written.
  private var errorsAtItems: [Diagnostic] {
    guard let document = report.page, let page = document.page else { return [] }
    return ItemFindings(document.diagnostics, in: page.graph).all.filter {
      $0.severity == .error && ReportSection(of: $0, in: document.kind) != .items
    }
  }

  private func words(_ duration: Duration) -> String { duration.inWords }
}

extension Duration {
  /// The time in milliseconds, or seconds where it is long.
  var inWords: String {
    let milliseconds = Int((self / .milliseconds(1)).rounded())
    return milliseconds < 10_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000) s"
  }
}

extension DeepLink.Source {
  /// What people know it by.
  var words: String {
    switch self {
    case .universalLink: "universal link"
    case .banner: "Smart App Banner"
    case .appLinks: "App Links"
    case .twitter: "Twitter tags"
    case .alternate: "alternate link"
    }
  }
}
