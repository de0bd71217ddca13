import FresnelModel
import FresnelTestSupport
import Testing

@Suite("Property lists of any form")
struct PropertyListFuzzTests {
  static func list(_ random: inout SeededGenerator, depth: Int = 0) -> PropertyList {
    switch random.below(depth > 3 ? 6 : 8) {
    case 0: return .string(text(&random))
    case 1: return .integer(Int64(truncatingIfNeeded: random.next() >> random.below(64)))
    case 2: return .real(Double.random(in: -1e9...1e9, using: &random))
    case 3: return .boolean(random.once(in: 2))
    case 4: return .date(Timestamp(secondsSinceReferenceDate: Double(random.below(1 << 36))))
    case 5:
      return .data((0..<random.below(9)).map { _ in .random(in: .min ... .max, using: &random) })
    case 6: return .array((0..<random.below(5)).map { _ in list(&random, depth: depth + 1) })
    default:
      let entries = (0..<random.below(5)).map { number in
        ("\(number)" + text(&random), list(&random, depth: depth + 1))
      }
      return .dictionary(Dictionary(entries) { first, _ in first })
    }
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let pieces = ["a", "key", "<", "&", ">", "\"", "\r\n", "\t", "é", "🔍", "]]>", "&amp;", " "]
    return (0..<random.below(6)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  @Test("what is written as XML is read back as it was", arguments: 0..<200 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let value = Self.list(&random)
    let xml = try #require(value.xml)
    #expect(try PropertyList.read(Array(xml.utf8)) == value, "seed \(seed)")
  }

  @Test("what XML cannot say is not written as XML")
  func unwritable() {
    for value: PropertyList in ["a\u{8}", ["\u{0}": 1], ["\u{FFFF}"]] { #expect(value.xml == nil) }
    #expect(PropertyList.date(Timestamp(secondsSinceReferenceDate: 1e15)).xml == nil)
  }

  @Test("what is written as JSON is read back, with dates and data as text")
  func json() throws {
    let value: PropertyList = [
      "a": [1, 2.5, true, "x"], "d": .data([1]),
      "t": .date(Timestamp(secondsSinceReferenceDate: 0)),
    ]
    #expect(value.json.text() == #"{"a":[1,2.5,true,"x"],"d":"AQ==","t":"2001-01-01T00:00:00Z"}"#)
    #expect(
      try PropertyList.read(Array(value.json.text().utf8))
        == ["a": [1, 2.5, true, "x"], "d": "AQ==", "t": "2001-01-01T00:00:00Z"])
  }

  @Test("JSON that is no property list is refused with its keys or its place")
  func badJSON() {
    func message(_ text: String) -> String? {
      do throws(PropertyListError) {
        _ = try PropertyList.read(Array(text.utf8))
        return nil
      } catch {
        return error.description
      }
    }
    #expect(
      message(#"{"a":{"b":[1,null]}}"#) == "At a.b[1]: null has no place in a property list.")
    #expect(message(#"{"a":1,"a":2}"#) == "Line 1, column 8: the name \"a\" comes twice.")
    #expect(message("{\n \"a\" 1}") == "Line 2, column 6: expected a colon.")
    let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
    #expect(message(deep)?.contains("nest deeper than 64") == true)
    #expect(message("{\"a\":\"\u{FFFD}\"}") == nil)
    #expect(PropertyList.form(of: [0x7b, 0xff]) == .json)
  }

  @Test("bytes that are not UTF-8 are named where they begin")
  func invalidText() {
    #expect(throws: PropertyListError.self) {
      try PropertyList.read(
        Array("<plist>\n<string>é".utf8) + [0xff] + Array("</string></plist>".utf8))
    }
    do throws(PropertyListError) {
      _ = try PropertyList.read(Array("<plist>\n<string>é".utf8) + [0xff])
    } catch {
      #expect(error.description == "Line 2, column 10: not well-formed (invalid token).")
    }
  }

  @Test("damaged lists never trap, and what is still read can be written", arguments: 0..<3)
  func mutations(form: Int) throws {
    for seed in 0..<(1500 as UInt64) {
      var random = SeededGenerator(seed: seed)
      let value = Self.list(&random)
      let bytes =
        switch form {
        case 0: Array((value.xml ?? "").utf8)
        case 1: Array(PropertyList.dictionary(["a": value]).json.text().utf8)
        default: BinaryPropertyListWriter.bytes(of: value)
        }
      if form == 2 { #expect(try PropertyList.read(bytes) == value, "seed \(seed)") }
      let damaged = random.mutate(bytes, changes: 1 + random.below(4))
      guard let read = try? PropertyList.read(damaged) else { continue }
      if let xml = read.xml {
        #expect((try? PropertyList.read(Array(xml.utf8)))?.xml == xml, "seed \(seed)")
      }
      _ = read.json
    }
  }
}
