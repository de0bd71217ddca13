import FresnelModel
import Testing

@testable import CommandKit

@Suite("JSON as commands print it")
struct PrintedJSONTests {
  @Test("it has the same value, and nothing in it that the filter for terminals would change")
  func same() throws {
    let all = (0...0xFFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    for start in stride(from: 0, to: all.count, by: 256) {
      var text = "a"
      text.unicodeScalars += all[start..<min(all.count, start + 256)]
      let value = JSONValue.object([
        JSONMember(text, .array([.string(text + "🙂"), .integer(1)]))
      ])
      for indented in [false, true] {
        let printed = value.printed(indented: indented)
        #expect(try JSONValue.parse(Array(printed.utf8)) == value)
        var filter = TerminalFilter(passesDirections: false)
        #expect(filter.text(Array(printed.utf8)) + filter.finish() == printed)
      }
    }
  }

  @Test("what a terminal may obey is an escape; all else is as it is")
  func escapes() {
    let text = "é\u{9B}6n\u{80}\u{A0}\u{202E}\u{2066}\u{2069}\u{206A}“漢”\u{7F}"
    #expect(
      JSONValue.string(text).printed()
        == "\"é\\u009b6n\\u0080\u{A0}\\u202e\\u2066\\u2069\u{206A}“漢”\\u007f\"")
    #expect(JSONValue.array([.string("a")]).printed(indented: true) == "[\n  \"a\"\n]")
  }
}
