import FresnelModel
import FresnelTestSupport
import Testing

@Suite("JSONValue")
struct JSONValueTests {
  private func parse(_ text: String) throws -> JSONValue {
    try JSONValue.parse(Array(text.utf8))
  }

  private func failure(_ text: String) -> String? {
    #expect(throws: JSONError.self) { try parse(text) }?.description
  }

  @Test func `every kind of value is read`() throws {
    let text = """
       {"null": null, "yes":true,"no":false,\t"int":-12, "double": 1.5e3,
        "text": "a\\u0041\\n\\"\\\\\\/ \\ud83d\\ude00 é", "list": [1, [], {}]}\r\n
      """
    #expect(
      try parse(text)
        == .object([
          JSONMember("null", .null), JSONMember("yes", .boolean(true)),
          JSONMember("no", .boolean(false)), JSONMember("int", .integer(-12)),
          JSONMember("double", .double(1500)), JSONMember("text", .string("aA\n\"\\/ 😀 é")),
          JSONMember("list", .array([.integer(1), .array([]), .object([])])),
        ]))
  }

  @Test func `whole numbers of 64 bits are exact, longer ones are floating-point`() throws {
    #expect(try parse("9223372036854775807") == .integer(.max))
    #expect(try parse("-9223372036854775808") == .integer(.min))
    #expect(try parse("9223372036854775808") == .double(0x1p63))
    #expect(try parse("9007199254740993") == .integer(9_007_199_254_740_993))
    #expect(try parse("1.0") == .double(1))
    #expect(try parse("-0") == .integer(0))
    #expect(try parse("0.1") == .double(0.1))
    #expect(try parse("1e-400") == .double(0))
  }

  @Test func `members are found by name`() throws {
    let value = try parse(#"{"a":1,"b":2}"#)
    #expect(value["b"] == .integer(2))
    #expect(value["c"] == nil)
    #expect(JSONValue.integer(1)["a"] == nil)
  }

  @Test(arguments: [
    ("", "Line 1, column 1: expected a value."),
    ("{\n  \"a\": 1,\n  \"a\": 2}", "Line 3, column 3: the name \"a\" comes twice."),
    ("{\"é\" 1}", "Line 1, column 6: expected a colon."),
    ("{\"a\":1", "Line 1, column 7: expected a comma or a closing brace."),
    ("{a:1}", "Line 1, column 2: expected a name in quotes."),
    ("[1,]", "Line 1, column 4: expected a value."),
    ("[1 2]", "Line 1, column 4: expected a comma or a closing bracket."),
    ("[1] 2", "Line 1, column 5: expected the end of the text."),
    ("01", "Line 1, column 2: expected the end of the text."),
    ("-", "Line 1, column 2: expected a digit."),
    ("1.", "Line 1, column 3: expected a digit."),
    ("1e+", "Line 1, column 4: expected a digit."),
    ("1e999", "Line 1, column 1: the number is out of range."),
    ("nul", "Line 1, column 1: expected a value."),
    ("NaN", "Line 1, column 1: expected a value."),
    ("\"a", "Line 1, column 1: the quotes are not closed."),
    ("\"a\nb\"", "Line 1, column 3: a control character must be escaped."),
    ("\"\\x\"", "Line 1, column 2: no such escape."),
    ("\"\\u12g4\"", "Line 1, column 2: an escape needs four hexadecimal digits."),
    ("\"\\ud800\"", "Line 1, column 2: half of a surrogate pair."),
    ("\"\\ud800\\u0041\"", "Line 1, column 2: half of a surrogate pair."),
    ("\"\\udc00\"", "Line 1, column 2: half of a surrogate pair."),
    ("\"\\", "Line 1, column 2: an escape is cut short."),
  ])
  func `a bad text is refused with line and column`(text: String, message: String) {
    #expect(failure(text) == message)
  }

  @Test func `text that is not UTF-8 is refused`() {
    for bytes: [UInt8] in [
      [0x22, 0xff, 0x22], [0x22, 0xc3, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22],
    ] {
      #expect(throws: JSONError.self) { try JSONValue.parse(bytes) }
    }
  }

  @Test func `nesting has a limit`() throws {
    let depth = JSONValue.maximumDepth
    let deepest = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(throws: Never.self) { try parse(deepest) }
    #expect(
      failure(String(repeating: "[", count: 100_000))
        == "Line 1, column 129: arrays and objects nest deeper than 128.")
    #expect(failure(String(repeating: "{\"a\":", count: 100_000)) != nil)
  }

  @Test func `names that come twice are found in large objects too`() {
    let members = (0..<100).map { "\"n\($0)\":0" }
    #expect(throws: Never.self) { try parse("{" + members.joined(separator: ",") + "}") }
    for repeated in [0, 15, 16, 99] {
      let text = (members + ["\"n\(repeated)\":1"]).joined(separator: ",")
      #expect(
        failure("{" + text + "}")?.hasSuffix("the name \"n\(repeated)\" comes twice.") == true)
    }
  }

  @Test func `text is printed on one line or indented`() {
    let value = JSONValue.object([
      JSONMember("a", .array([.integer(1), .double(1), .null])), JSONMember("b", .object([])),
      JSONMember("c\"", .string("é\n\u{1}\u{7f}\\")),
    ])
    #expect(
      value.text() == #"{"a":[1,1.0,null],"b":{},"c\"":"é\n\u0001\u007f\\"}"#)
    #expect(
      value.text(indented: true) == #"""
        {
          "a": [
            1,
            1.0,
            null
          ],
          "b": {},
          "c\"": "é\n\u0001\u007f\\"
        }
        """#)
  }

  // MARK: - Random values

  private static func random(_ items: inout RandomItems, depth: Int) -> JSONValue {
    switch items.generator.below(depth < 4 ? 7 : 5) {
    case 0: return .null
    case 1: return .boolean(items.generator.once(in: 2))
    case 2: return .integer(items.integer())
    case 3:
      let double = items.double()
      return .double(double.isFinite ? double : 0.5)
    case 4: return .string(items.text())
    case 5:
      return .array((0..<items.generator.below(4)).map { _ in random(&items, depth: depth + 1) })
    default:
      var members: [JSONMember] = []
      for _ in 0..<items.generator.below(4) {
        let name = items.text()
        if !members.contains(where: { $0.name == name }) {
          members.append(JSONMember(name, random(&items, depth: depth + 1)))
        }
      }
      return .object(members)
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `what is printed is read back`(seed: UInt64) throws {
    var items = RandomItems(seed: seed)
    let value = Self.random(&items, depth: 0)
    #expect(try parse(value.text()) == value, "seed \(seed)")
    #expect(try parse(value.text(indented: true)) == value, "seed \(seed)")
    #expect(try parse(value.text()).text() == value.text(), "seed \(seed)")
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `mutated texts are read or refused`(seed: UInt64) throws {
    var items = RandomItems(seed: seed)
    let text = Array(Self.random(&items, depth: 0).text(indented: true).utf8)
    for index in text.indices {
      _ = try? JSONValue.parse(text[..<index])
      var damaged = text
      damaged[index] = UInt8(truncatingIfNeeded: items.generator.next())
      let signs = Array("\"\\{}[],:0-.eu\n".utf8)
      damaged[items.generator.below(text.count)] = signs[items.generator.below(signs.count)]
      if let value = try? JSONValue.parse(damaged) {
        #expect(try parse(value.text()) == value, "seed \(seed)")
      }
    }
  }
}
