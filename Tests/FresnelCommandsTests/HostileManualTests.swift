import Testing

@testable import FresnelCommands

/// Pages that make a reducer do far more than their length asks for. How its time grows with the input is measured by
/// the cases "manual page: …" of `make growth`.
@Suite("Manual pages that ask for too much")
struct HostileManualTests {
  private func reduce(_ source: String) -> String {
    String(decoding: RoffReducer(Array(source.utf8)).output.bytes, as: UTF8.self)
  }

  /// The bytes that strings and macros may add to the text of a page.
  private static let limit = 1 << 20

  @Test("conditions may stand one behind the other on a line, however many")
  func chainedConditions() {
    #expect(reduce(String(repeating: ".if n ", count: 30_000) + "shown\n") == "shown\n")
    let branches = String(repeating: ".ie n ", count: 30_000) + "shown\n.el hidden\nend\n"
    #expect(reduce(branches) == "shown end\n")
    #expect(reduce(String(repeating: ".if t ", count: 30_000) + "hidden\nend\n") == "end\n")
  }

  @Test("tables that begin inside others do not nest")
  func nestedTables() {
    #expect(reduce(String(repeating: ".TS\nl.\n", count: 30_000) + "a\n.TE\nend\n").contains("end"))
    let blocks = String(repeating: ".TS\nl.\nT{\n", count: 30_000) + "a\nT}\n.TE\nend\n"
    #expect(reduce(blocks).contains("end"))
  }

  @Test("strings made of themselves end")
  func multiplyingStrings() {
    let page = ".ds x a" + String(repeating: #"\*x"#, count: 9) + "\n.SH D\n" + #"\*x"# + "\nend\n"
    let text = reduce(page)
    #expect(text.utf8.count <= page.utf8.count + Self.limit)
    #expect(text.hasPrefix("D\na"))
    #expect(text.hasSuffix("end\n"))
  }

  @Test("a macro that doubles its arguments ends")
  func doublingMacro() {
    let words = String(repeating: "word ", count: 40)
    let page = ".de a\n\\\\$*\n.a \\\\$* \\\\$*\n..\n.a \(words)\nend\n"
    let text = reduce(page)
    #expect(text.utf8.count <= page.utf8.count + Self.limit)
    #expect(text.hasPrefix("word word"))
    #expect(text.hasSuffix("end\n"))
  }

  @Test("a long name that mdoc repeats is written only so often")
  func repeatedName() {
    let name = String(repeating: "n", count: 10_000)
    let page = ".Dt X 1\n.Nm \(name)\n.Nm " + String(repeating: "Nm ", count: 1_000) + "\nend\n"
    let text = reduce(page)
    #expect(text.utf8.count <= page.utf8.count + Self.limit)
    #expect(text.hasSuffix("end\n"))
  }

  @Test("lines that go on in the next are joined, with either line end")
  func continuedLines() {
    let lines = String(repeating: "a\\\n", count: 50_000) + "b\n"
    #expect(reduce(lines) == String(repeating: "a", count: 50_000) + "b\n")
    #expect(reduce("a\\\r\nb\\\r\nc\r\nd\n") == "abc d\n")
  }
}
