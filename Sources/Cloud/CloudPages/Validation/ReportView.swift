internal import SiteAssociations
internal import SiteValidation
internal import WebDocuments
internal import WebMarkup

/// What came of a check.
struct ReportView {
  /// The report.
  let report: SiteReport
  /// What was asked for.
  let form: ValidationForm
  /// The app that the page belongs to, as the service knows it.
  let app: CardContent.App?

  /// The report.
  var html: HTML {
    let lines = Dictionary(
      report.documents.map { ($0.name, SourceLines($0.bytes)) }, uniquingKeysWith: { one, _ in one }
    )
    return .joined([
      OverviewView(report: report, app: knownApp).html,
      jsonButton,
      TasksView(report: report, lines: lines).html,
      page.map { CardsView(page: $0, app: knownApp).html } ?? HTML(),
      ReachView(report: report).html,
      page.map { DeepLinksView(page: $0, errors: report.errors(in: .deepLink)).html } ?? HTML(),
      AppsView(report: report, form: form).html,
      report.page.flatMap { document in
        document.page.map { ItemsView(page: $0, document: document).html }
      } ?? HTML(),
    ])
  }

  private var page: PageReading? { report.page?.page }

  /// The app that the page belongs to: the one that the service knows, else one that the site or the page names.
  private var knownApp: CardContent.App? {
    if let app { return app }
    let links = page?.deepLinks
    let linux = links?.appLinks.entries[.linux]?.first
    let member = report.apps?.members.first { member in
      [.verified, .siteOnly].contains(member.standing)
        && member.links.contains { !$0.isTest && $0.match.outcome == .match }
    }
    let isNamed = member != nil || links?.chosen != nil || links?.banner != nil
    guard isNamed else { return nil }
    return CardContent.App(
      name: linux?.appName ?? member?.name ?? links?.chosen?.appName ?? "the app",
      appStreamID: linux?.appID)
  }

  /// Hands the same questions to the interface for programs.
  private var jsonButton: HTML {
    element(
      .form, .classes("tools"), .action("/v1/validate"), .set(.method, "post"),
      .set(.enhance, "copy")
    ) {
      for (name, value) in [
        ("url", form.url), ("html", form.html ?? ""), ("app", form.app), ("test-url", form.tests),
      ] where !value.isEmpty {
        element(.input, .set(.type, "hidden"), .set(.name, name), .set(.value, value))
      }
      element(.button, .classes("small"), .set(.type, "submit")) { "Report as JSON" }
    }
  }
}
