import Testing

@testable import WebDocuments

struct LocatedJSONTests {
  private func parse(_ text: String, depth: Int = 128) throws -> LocatedJSON {
    try LocatedJSON.parse(Array(text.utf8), maximumDepth: depth)
  }

  @Test func valuesKnowWhereTheyBegin() throws {
    let text = #" {"é": [1, -2.50e1], "b":null , "c":{"d":true}}"#
    let json = try parse(text)
    #expect(json.offset == 1)
    guard case .object(let members) = json.value else {
      Issue.record("not an object")
      return
    }
    #expect(members.map(\.name) == ["é", "b", "c"])
    #expect(members.map(\.nameOffset) == [2, 22, 33])
    #expect(members.map(\.value.offset) == [8, 26, 37])
    #expect(
      json["é"]?.value
        == .array([
          LocatedJSON(.number(1, text: "1"), offset: 9),
          LocatedJSON(.number(-25, text: "-2.50e1"), offset: 12),
        ]))
    #expect(json["c"]?["d"]?.value == .boolean(true))
    #expect(json["z"] == nil)
  }

  @Test func repeatedNamesAreKeptAndTheLastIsFound() throws {
    let json = try parse(#"{"a":1,"b":2,"a":3}"#)
    guard case .object(let members) = json.value else {
      Issue.record("not an object")
      return
    }
    #expect(members.map(\.name) == ["a", "b", "a"])
    #expect(json["a"]?.value == .number(3, text: "3"))
  }

  @Test func escapesAreResolvedAndTextIsKeptAsItIs() throws {
    #expect(
      try parse(#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00 é""#).value
        == .string("a\"\\/\u{8}\u{c}\n\r\té😀 é"))
    // No normalization: e and an accent stay two characters.
    guard case .string(let text) = try parse("\"e\u{301}\"").value else {
      Issue.record("not a text")
      return
    }
    #expect(text.unicodeScalars.count == 2)
  }

  @Test func numbersKeepTheirText() throws {
    #expect(try parse("0.10").value == .number(0.1, text: "0.10"))
    #expect(
      try parse("12345678901234567890").value
        == .number(12_345_678_901_234_567_168, text: "12345678901234567890"))
    #expect(try parse("-0").value == .number(-0.0, text: "-0"))
  }

  @Test(arguments: [
    ("", 0), ("  ", 2), ("nul", 0), ("[1,]", 3), (#"{"a":1,}"#, 7), ("{'a':1}", 1), ("[1] x", 4),
    ("01", 1), ("+1", 0), (".5", 0), ("1.", 2), ("1e", 2), ("NaN", 0), ("1e999", 0),
    ("[1 /**/]", 3),
    ("\"\u{1}\"", 1), ("\"a", 0), (#""\x""#, 1), (#""\u12g4""#, 1), (#""\ud800""#, 1),
    (#""\ud800\ud800""#, 1), (#""\udc00""#, 1), ("\u{FEFF}1", 0), ("{\"a\" 1}", 5), ("[", 1),
  ])
  func whatTheGrammarDoesNotKnowIsAnErrorWithItsPlace(text: String, offset: Int) {
    let error = #expect(throws: LocatedJSONError.self) { try parse(text) }
    #expect(error?.offset == offset)
  }

  @Test func bytesThatAreNoTextAreAnError() {
    #expect(throws: LocatedJSONError.self) { try LocatedJSON.parse([0x22, 0xff, 0x22]) }
    #expect(throws: LocatedJSONError.self) { try LocatedJSON.parse([0x22, 0xc0, 0xaf, 0x22]) }
  }

  @Test func anErrorSaysLineAndColumn() {
    let error = #expect(throws: LocatedJSONError.self) { try parse("{\n  \"é\": x\n}") }
    #expect(error?.location == SourceLocation(line: 2, column: 8))
    #expect(error?.description == "Line 2, column 8: expected a value.")
  }

  @Test func nestingIsBounded() throws {
    let deep = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    _ = try parse(deep)
    _ = try parse("[[1]]", depth: 2)
    for (text, depth) in [
      ("[\(deep)]", 128), ("[\(deep)]", 1_000), ("[[[1]]]", 2),
      (String(repeating: "[", count: 4_000_000), 128),
      (String(repeating: "{\"a\":", count: 1_000_000), 128),
    ] {
      let error = #expect(throws: LocatedJSONError.self) { try parse(text, depth: depth) }
      #expect(error?.reason.contains("nest deeper") == true)
    }
  }

  @Test func theNumberOfValuesIsBounded() throws {
    let most = LocatedJSON.maximumCount
    _ = try parse("[" + String(repeating: "1,", count: most - 2) + "1]")
    let error = #expect(throws: LocatedJSONError.self) {
      try parse("[" + String(repeating: "1,", count: most - 1) + "1]")
    }
    #expect(error?.reason == "there are more than 200000 values")
  }
}
