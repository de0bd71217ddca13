import FresnelModel
import FresnelTestSupport
import Testing

@testable import WebAddresses

/// The tables of web-platform-tests.
struct URLStandardTests {
  @Test func everyAddressIsReadAsTheTableSays() throws {
    let rows = try WebTestData.rows(of: "url/whatwg-parse.jsonl")
    #expect(rows.count > 500)
    for row in rows {
      let input = row["input"]?.string ?? ""
      let base = row["base"]?.string.map { WebURL($0) }
      if let base { #expect(base != nil) }
      let url = WebURL(input, base: base ?? nil)
      if row["failure"] == .boolean(true) {
        #expect(url == nil, "\(input) against \(row["base"]?.string ?? "nothing")")
        continue
      }
      guard let url else {
        Issue.record("\(input) is refused.")
        continue
      }
      for (name, value) in parts(of: url) {
        if let expected = row[name]?.string { #expect(value == expected, "\(name) of \(input)") }
      }
      // What is written means the same when it is read again.
      let again = WebURL(url.href)
      #expect(
        again == url && again.map { parts(of: $0).map(\.1) } == parts(of: url).map(\.1), "\(input)")
    }
  }

  /// The parts as the interface of browsers shows them.
  private func parts(of url: WebURL) -> [(String, String)] {
    let port = url.port.map { String($0) } ?? ""
    let host = url.host ?? ""
    return [
      ("href", url.href), ("origin", url.origin), ("protocol", url.scheme + ":"),
      ("username", url.username), ("password", url.password), ("hostname", host),
      ("host", port.isEmpty ? host : "\(host):\(port)"), ("port", port), ("pathname", url.path),
      ("search", url.query.flatMap { $0.isEmpty ? nil : "?" + $0 } ?? ""),
      ("hash", url.fragment.flatMap { $0.isEmpty ? nil : "#" + $0 } ?? ""),
    ]
  }

  @Test func everyHostBecomesASCIIAsTheTableSays() throws {
    let rows = try WebTestData.rows(of: "url/toascii.jsonl")
    #expect(rows.count > 50)
    for row in rows {
      let input = row["input"]?.string ?? ""
      #expect(WebURL("https://\(input)/x")?.host == row["output"]?.string, "\(input)")
    }
  }
}
