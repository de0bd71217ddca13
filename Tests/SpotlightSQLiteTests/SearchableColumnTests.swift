import CoreSpotlight
import Testing

@testable import SpotlightSQLite

@Suite("Columns that fill attributes")
struct SearchableColumnTests {
  private func filled(
    _ column: SearchableColumn, _ value: SearchableValue
  ) -> CSSearchableItemAttributeSet {
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    column.fill(attributes, value)
    return attributes
  }

  @Test(
    "an instant is seconds, or text as SQLite and ISO 8601 have it",
    arguments: [
      (SearchableValue.integer(0), 0.0), (.real(1.5), 1.5), (.text("1970-01-01"), 0),
      (.text("2000-02-29 12:30"), 951_827_400),
      (.text("2026-05-01T18:30:00.25Z"), 1_777_660_200.25),
      (.text("2026-05-01T18:30:00+02:00"), 1_777_653_000), (.text("1969-12-31 23:59:59"), -1),
      (.text("2026-05-01T18:30:00-0130"), 1_777_665_600), (.text("0000-01-01"), -62_167_219_200),
      (.text("1600-03-01"), -11_670_912_000), (.text("20260501T183000Z"), 1_777_660_200),
    ])
  func dates(value: SearchableValue, seconds: Double) {
    let attributes = filled(SearchableColumn("c", \.dueDate), value)
    #expect(attributes.dueDate == Date(timeIntervalSince1970: seconds))
  }

  @Test(
    "what is no instant fills nothing",
    arguments: [
      "", "2026", "2026-13-01", "2026-01-00", "2026-01-01x", "2026-01-01T", "2026-02-29",
      "2026-01-01 24:01",
      "2026-01-01 10:00+1", "2026-01-01 10:00 ", "tomorrow", "2026-01-01T10:00:00.",
    ])
  func noDates(text: String) {
    #expect(filled(SearchableColumn("c", \.dueDate), .text(text)).dueDate == nil)
  }

  @Test("texts are a JSON array or lines")
  func texts() {
    #expect(filled(.keywords("c"), .text(#"["a","b c"]"#)).keywords == ["a", "b c"])
    #expect(filled(.keywords("c"), .text("a\n b c \n\n")).keywords == ["a", "b c"])
    #expect(filled(.keywords("c"), .text("[a")).keywords == ["[a"])
    #expect(filled(.keywords("c"), .text(" ")).keywords == nil)
  }

  @Test("numbers, URLs and bytes come from what can become one")
  func others() {
    #expect(filled(SearchableColumn("c", \.duration), .text("2.5")).duration == 2.5)
    #expect(filled(SearchableColumn("c", \.duration), .text("long")).duration == nil)
    let url = SearchableColumn("c", \.contentURL)
    #expect(filled(url, .text("/a b")).contentURL == URL(fileURLWithPath: "/a b"))
    #expect(filled(url, .text("https://a.example/b")).contentURL?.host == "a.example")
    let data = SearchableColumn("c", \.thumbnailData)
    #expect(filled(data, .data([1, 2])).thumbnailData == Data([1, 2]))
    #expect(filled(.title("c"), .integer(7)).title == "7")
    #expect(filled(.title("c"), .data([7])).title == nil)
  }
}
