package import SiteValidation

/// The page on which people have a page checked, and see what came of it.
package struct ValidationPage: Sendable {
  /// What was asked for.
  package var form: ValidationForm
  /// What came of it; `nil` where nothing was checked yet.
  package var report: SiteReport?
  /// The app that the page belongs to, as the service knows it; `nil` where it knows none.
  package var app: CardContent.App?

  /// Makes a page.
  package init(
    form: ValidationForm = ValidationForm(), report: SiteReport? = nil, app: CardContent.App? = nil
  ) {
    self.form = form
    self.report = report
    self.app = app
  }

  /// The page.
  package var page: String {
    PageFrame(title: title, place: .validation, isIndexed: report == nil).page {
      element(.h1) { "Check a page" }
      if report == nil {
        element(.p, .classes("lead")) {
          "See a page as Fresnel sees it: whether it can be found, what it tells of, which app it opens in, how it looks among results, and what to mend."
        }
      }
      ValidationFormView(form: form).html
      // It is there before there is a report, so that what a script puts into it is told.
      element(
        .p, .set(.id, "status"), .set(.role, "status"),
        .classes(report == nil ? "status" : "status hidden")
      ) {
        report.map { ReportSummary(report: $0).sentence }
      }
      element(.div, .set(.id, "report")) {
        if let report { ReportView(report: report, form: form, app: app).html } else { about }
      }
    }
  }

  private var title: String {
    guard let report else { return "Check a page" }
    return
      "\(ReportSummary(report: report).shortSentence): \(report.documents.first?.name ?? "Check a page")"
  }

  private var about: HTML {
    element(.section) {
      element(.h2) { "What is looked at" }
      element(.ul) {
        element(.li) {
          "Whether the page answers, over which redirections, and what robots.txt says."
        }
        element(.li) {
          "Deep links: Smart App Banner, App Links, Twitter's app tags, and the site's association with its app, in both directions."
        }
        element(.li) {
          "Structured data in JSON-LD, Microdata, RDFa and Open Graph, against the vocabulary of schema.org."
        }
        element(.li) {
          "The card that the page gets among results, with its stars, price and buttons."
        }
      }
      element(.p) {
        "The same check runs on your own machine and in your tests: "
        element(.code) { "fresnel validate https://example.com/page" }
      }
    }
  }
}
