import Testing

@testable import WebDocuments

struct DiagnosticTests {
  private let rule = DiagnosticRule(
    code: "title-missing", severity: .error, remedy: "Add a title element to the head.")

  @Test func aFindingHasTheSeverityOfItsRuleUnlessItSaysOtherwise() {
    #expect(Diagnostic(rule, "There is no title.").severity == .error)
    #expect(Diagnostic(rule, "There is no title.", severity: .notice).severity == .notice)
    #expect(DiagnosticSeverity.allCases.max() == .error)
  }

  @Test func ofManyFindingsOfOneRuleTheNumberIsTold() {
    let other = DiagnosticRule(code: "other", severity: .notice, remedy: "Do it.")
    var list = FindingList()
    for line in 1...21 { list.add(rule, "\(line).", at: SourceLocation(line: line, column: 1)) }
    for _ in 1...23 { list.add(other, "x.", severity: .warning) }
    list.add(rule, "22.")
    #expect(list.all.prefix(20).map(\.message) == (1...20).map { "\($0)." })
    let last = list.all.suffix(2)
    #expect(
      last.map(\.message) == [
        "From here on there are 2 more findings of this kind.",
        "There are 3 more findings of this kind.",
      ])
    #expect(last.map(\.location?.line) == [21, nil])
    #expect(last.map(\.severity) == [.error, .warning])
  }

  @Test(arguments: [
    ("  a\n\tb ", "a b"), ("", ""), ("\u{202E}evil\u{0}", "\u{FFFD}evil\u{FFFD}"),
    (String(repeating: "é", count: 80), String(repeating: "é", count: 80)),
    (String(repeating: "é", count: 81), String(repeating: "é", count: 80) + "…"),
    (String(repeating: " ", count: 1_000) + "x", ""),
  ])
  func quotesStayOnOneLineAndShort(text: String, excerpt: String) {
    #expect(Diagnostic.excerpt(text) == excerpt)
  }

  @Test(arguments: [
    (0, 1, 1), (1, 1, 2), (3, 1, 3), (4, 2, 1), (5, 2, 2), (7, 3, 1), (8, 4, 1), (9, 4, 2),
    (100, 4, 2), (-1, 1, 1),
  ])
  func offsetsBecomeLinesAndColumns(offset: Int, line: Int, column: Int) {
    // a é \n | b \r \n | \r | c
    let index = LineIndex(Array("aé\nb\r\n\rc".utf8))
    #expect(index.location(of: offset) == SourceLocation(line: line, column: column))
  }

  @Test func placesOnALongLineAreCountedInCharacters() {
    let index = LineIndex(Array(("x\n" + String(repeating: "é", count: 100_000)).utf8))
    for column in [1, 2, 127, 128, 129, 50_000, 100_001] {
      let offset = 2 + (column - 1) * 2
      #expect(index.location(of: offset) == SourceLocation(line: 2, column: column))
    }
    #expect(LineIndex([]).location(of: 3) == SourceLocation(line: 1, column: 1))
  }
}
