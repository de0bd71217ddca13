import FresnelTestSupport
import Testing

@testable import WebAddresses

/// Random addresses, read by the product and by the standard's own steps.
struct StandardModelTests {
  private static let starts = [
    "", "", "http://", "https://", "file://", "file:///", "foo://", "foo:", "foo:/", "http://a/",
    "/", "//",
  ]
  private static let tokens = [
    "http:", "https:", "file:", "foo:", "HTTP:", "ws:", "C|", "C:", "c|", "/", "//", "\\", "?", "#",
    "@", ":", "a", "b",
    ".", "..", "%2e", "%2E.", " ", "[", "]", "::1", "::", "1", "1.2", "0x", "0x7f", "localhost",
    "80", "443", "99999",
    "|", "%41", "^", "é", "`", "\"", "'", "{", "\t", "%", "<", "1:2:3", "ffff", ".1.2.3.4",
    "user:pw@", "example.com",
    "255", "256", "08", "\u{1}", "~", "$", "&", "=", "+", "-",
  ]
  private static let bases = [
    nil, nil, "http://h/x/y?q#f", "file:///C:/d/e?q", "file://host/d/e", "foo://h/a/b?q",
    "foo:/a/b", "mailto:x y",
    "foo:/..//p", "http://u:p@h:81",
  ]

  private func randomText(_ generator: inout SeededGenerator) -> String {
    let count = generator.below(8)
    return (0..<count).reduce(Self.starts[generator.below(Self.starts.count)]) { text, _ in
      text + Self.tokens[generator.below(Self.tokens.count)]
    }
  }

  @Test func everyAddressIsWhatTheStandardMakesOfIt() {
    var generator = SeededGenerator(seed: 2026)
    var valid = 0
    for _ in 0..<10_000 {
      let text = randomText(&generator)
      let baseText = Self.bases[generator.below(Self.bases.count)]
      let expected = StandardURLParser.parse(
        text, base: baseText.flatMap { StandardURLParser.parse($0, base: nil) })
      let url = WebURL(text, base: baseText.flatMap { WebURL($0) })
      let comment: Comment = "\(text) against \(baseText ?? "nothing")"
      #expect(url?.href == expected?.href, comment)
      guard let url, let expected else { continue }
      #expect(url.scheme == expected.scheme && url.host == expected.host, comment)
      #expect(url.username == expected.username && url.password == expected.password, comment)
      #expect(url.port.map { Int($0) } == expected.port && url.path == expected.path, comment)
      #expect(url.query == expected.query && url.fragment == expected.fragment, comment)
      valid += 1
    }
    #expect(valid > 4_000)
  }

  @Test func everyAddressOfAHostIsWhatTheStandardMakesOfIt() {
    var generator = SeededGenerator(seed: 8)
    let pieces = ["0", "1", "", "ffff", "0", "1.2.3.4", "12345", "g", ":", "01", "256", "%"]
    let numbers = [
      "0", "1", "255", "256", "0x1f", "017", "08", "", "a", "0x", "4294967295",
      "99999999999999999999",
    ]
    var valid = 0
    for _ in 0..<10_000 {
      let isIPv6 = generator.once(in: 2)
      let choices = isIPv6 ? pieces : numbers
      let parts = (0...generator.below(8)).map { _ in
        choices[generator.below(isIPv6 ? 6 + generator.below(7) : choices.count)]
      }
      let host = isIPv6 ? "[\(parts.joined(separator: ":"))]" : parts.joined(separator: ".")
      let text = "https://\(host)/"
      let expected = StandardURLParser.parse(text, base: nil)
      #expect(WebURL(text)?.href == expected?.href, "\(text)")
      valid += expected == nil ? 0 : 1
    }
    #expect(valid > 500)
  }
}
