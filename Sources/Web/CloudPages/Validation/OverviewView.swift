internal import SiteValidation
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
    [reached, access, shown, deepLink, association, items].compactMap(\.self)
  }

  private var page: PageReading? { report.page?.page }

  private var reached: Point? {
    guard let last = report.hops.last else {
      return Point(title: "Page", words: "not fetched", state: .none, fragment: "reach")
    }
    let words: String
    switch last.outcome {
    case .page: words = last.answering.map { "answers in \(self.words($0))" } ?? "answers"
    case .failure: words = "no answer"
    default: words = last.status.map { "status \($0)" } ?? "no page"
    }
    return Point(
      title: "Page", words: words, state: page == nil ? .bad : .good, fragment: "reach")
  }

  private var access: Point? {
    guard let access = report.access else { return nil }
    return Point(
      title: "robots.txt", words: access.decision.isAllowed ? "lets it in" : "keeps it out",
      state: access.decision.isAllowed ? .good : .bad, fragment: "robots")
  }

  private var shown: Point? {
    guard let page else { return nil }
    return Point(
      title: "Directives",
      words: page.directives.isIndexed ? "may be shown" : "not to be shown",
      state: page.directives.isIndexed ? .good : .bad, fragment: "robots")
  }

  private var deepLink: Point? {
    guard let page else { return nil }
    guard let chosen = page.deepLinks.chosen else {
      return Point(title: "Deep link", words: "none", state: .none, fragment: "deep-links")
    }
    return Point(
      title: "Deep link", words: chosen.source.words, state: .good, fragment: "deep-links")
  }

  private var association: Point? {
    guard let apps = report.apps else {
      return Point(title: "App", words: "no association", state: .none, fragment: "apps")
    }
    let standings = apps.members.map(\.standing)
    if standings.contains(.verified) {
      return Point(title: "App", words: "verified both ways", state: .good, fragment: "apps")
    }
    if standings.contains(.siteOnly) {
      return Point(title: "App", words: "named by the site", state: .good, fragment: "apps")
    }
    return Point(
      title: "App", words: standings.isEmpty && apps.isUsable ? "none named" : "not verified",
      state: standings.isEmpty && apps.isUsable ? .none : .bad, fragment: "apps")
  }

  private var items: Point? {
    guard let page else { return nil }
    let main = page.mainItem.flatMap { page.graph[$0].types.first }
    let count = page.graph.topLevel.count
    return Point(
      title: "Structured data",
      words: main ?? (count == 0 ? "none" : counted(count, "item")),
      state: count == 0 ? .none : .good, fragment: "items")
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
