import SiteValidation
import Testing
import WebDocuments

@testable import CloudPages

@Suite("The row of verdicts")
struct OverviewTests {
  /// The parts of the verdict: what each is called, how it stands, and all that it says.
  private func row(_ report: SiteReport) -> [String: (state: String, words: String)] {
    var row: [String: (state: String, words: String)] = [:]
    let html = OverviewView(report: report, app: nil).html.source
    for match in html.matches(
      of: /<li data-state="(\w+)">.*?<a [^>]*>(.*?)<\/a><span class="muted">(.*?)<\/span>/)
    {
      row[String(match.output.2)] = (String(match.output.1), String(match.output.3))
    }
    return row
  }

  @Test("a part with errors has no tick, and names the first")
  func errors() {
    let row = row(SampleReports.bad)
    #expect(row["Deep link"]?.state == "bad")
    #expect(row["Deep link"]?.words.contains("none: ") == true)
    #expect(row["Deep link"]?.words.contains("id640199958") == true)
    #expect(row["Structured data"]?.state == "bad")
    #expect(row["Structured data"]?.words.hasPrefix("Restaurant: ") == true)
    #expect(row["Card"]?.state == "bad")
    let whole = ReportView(report: SampleReports.bad, form: ValidationForm(), app: nil).html.source
    let links = whole.split(separator: "id=\"deep-links\"").last?.split(separator: "</section>")
      .first
    #expect(links?.contains("id640199958") == true)
  }

  @Test(
    "every error of a report takes a tick away", arguments: [SampleReports.good, SampleReports.bad])
  func everyError(report: SiteReport) {
    let row = row(report)
    let bad = row.values.count { $0.state == "bad" }
    let sections = ReportSection.allCases.count { !report.errors(in: $0).isEmpty }
    #expect(bad >= sections)
    #expect(
      ReportSection.allCases.reduce(0) { $0 + report.errors(in: $1).count } == report.count(.error))
  }

  @Test(
    "a part has no tick where the page shows an error in it",
    arguments: [
      "\"aggregateRating\": {\"@type\": \"AggregateRating\", "
        + "\"ratingValue\": 7, \"bestRating\": 5}, \"name\": \"Mug\"",
      "\"name\": \"A mug\"",
    ])
  func errorsAtItems(property: String) {
    let report = SampleReports.pasted(
      """
      <!DOCTYPE html><title>Mug</title><h1>Mug</h1><script type="application/ld+json">
      {"@context": "https://schema.org", "@type": "Product", "description": "Blue.", \(property)}</script>
      """)
    let whole = ReportView(report: report, form: ValidationForm(), app: nil).html.source
    let items = whole.split(separator: "id=\"items\"").last?.split(separator: "</section>").first
    let hasError = items?.contains("Error") == true
    #expect((row(report)["Structured data"]?.state == "bad") == hasError)
    #expect(hasError != property.contains("A mug"))
  }

  @Test("a good page has ticks")
  func good() {
    let row = row(SampleReports.good)
    for name in ["Page", "robots.txt", "Directives", "Deep link", "Card", "Structured data"] {
      #expect(row[name]?.state == "good", "\(name): \(row[name]?.words ?? "")")
    }
  }

  @Test("without a deep link there is a dash where nothing is wrong")
  func none() {
    let row = row(SampleReports.pasted("<!DOCTYPE html><title>A page</title><p>Nothing."))
    #expect(row["Deep link"]?.state == "none")
    #expect(row["Deep link"]?.words == "none")
  }
}
