import FresnelModel
import WebDocuments

/// JSON texts, with and without places.
enum LocatedJSONTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      #"{"@context":"https://schema.org","@type":["A","B"],"n":[1,-2.5e+3,0.0,true,false,null],"é":{"a":{}}}"#,
      #" [ "\u00e9\ud83d\ude00\\\"\n" , [ [ ] ] , 12345678901234567890 ] "#, #"{"a":1,"a":2}"#,
      "1e999", "",
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    let plain = try? JSONValue.parse(input)
    do throws(LocatedJSONError) {
      let located = try LocatedJSON.parse(input)
      examine(located, in: input)
      expect(plain != nil || hasRepeatedNames(located), "One reader takes what the other refuses.")
    } catch {
      expect(plain == nil, "One reader refuses what the other takes.")
      expect((0...input.count).contains(error.offset), "An error has no place.")
      expect(error.description.hasSuffix("."), "An error is no sentence.")
    }
  }

  private static func examine(_ json: LocatedJSON, in input: [UInt8]) {
    let first = Unicode.Scalar(input[json.offset])
    switch json.value {
    case .null: expect(first == "n", "A value is elsewhere.")
    case .boolean(let value): expect(first == (value ? "t" : "f"), "A value is elsewhere.")
    case .number(let number, let text):
      expect(first == "-" || ("0"..."9").contains(first), "A value is elsewhere.")
      expect(number.isFinite && Double(text) == number, "A number is another one.")
    case .string: expect(first == "\"", "A value is elsewhere.")
    case .array(let values):
      expect(first == "[", "A value is elsewhere.")
      for value in values { examine(value, in: input) }
    case .object(let members):
      expect(first == "{", "A value is elsewhere.")
      for member in members {
        expect(input[member.nameOffset] == UInt8(ascii: "\""), "A name is elsewhere.")
        examine(member.value, in: input)
      }
    }
  }

  private static func hasRepeatedNames(_ json: LocatedJSON) -> Bool {
    switch json.value {
    case .array(let values): values.contains(where: hasRepeatedNames)
    case .object(let members):
      Set(members.map(\.name)).count < members.count
        || members.contains { hasRepeatedNames($0.value) }
    default: false
    }
  }
}
