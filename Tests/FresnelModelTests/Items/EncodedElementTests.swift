import FresnelModel
import Testing

@Suite("EncodedElement")
struct EncodedElementTests {
  /// What `forEachElement` visits, as text.
  private func elements(of value: AttributeValue) throws -> [String] {
    let item = Item(uniqueIdentifier: "a", attributes: Attributes([.builtIn(.keywords): value]))
    let encoded = try EncodedItem(validating: ItemCodec.encode(item))
    var found: [String] = []
    try encoded.attribute(for: .builtIn(.keywords))?.forEachElement { element in
      switch element {
      case .text(let bytes): found.append("text " + String(decoding: bytes, as: UTF8.self))
      case .integer(let integer): found.append("integer \(integer)")
      case .double(let double): found.append("double \(double)")
      case .boolean(let boolean): found.append("boolean \(boolean)")
      case .date(let date): found.append("date \(date.secondsSinceReferenceDate)")
      }
    }
    return found
  }

  @Test func `a plain value is its own element`() throws {
    #expect(try elements(of: .string("é")) == ["text é"])
    #expect(try elements(of: .url("a:b")) == ["text a:b"])
    #expect(try elements(of: .integer(.min)) == ["integer -9223372036854775808"])
    #expect(try elements(of: .double(0.5)) == ["double 0.5"])
    #expect(try elements(of: .boolean(true)) == ["boolean true"])
    #expect(try elements(of: .boolean(false)) == ["boolean false"])
    #expect(try elements(of: .date(Timestamp(secondsSinceReferenceDate: 2))) == ["date 2.0"])
  }

  @Test func `data have no elements`() throws {
    #expect(try elements(of: .data([1, 2])).isEmpty)
  }

  @Test func `collections and people have those of their parts, in order`() throws {
    let person = Person(
      displayName: "Ada", handles: ["a@b", "c@d"], handleIdentifier: "emailAddresses",
      contactIdentifier: "7")
    let value = AttributeValue.array([
      .integer(1), .dictionary(["x": .boolean(true), "y": .array([.string("z")])]),
      .person(person), .data([1]),
    ])
    #expect(
      try elements(of: value) == [
        "integer 1", "boolean true", "text z", "text Ada", "text a@b", "text c@d",
      ])
    #expect(
      try elements(of: .localizedString(["en": "one", "de": "eins"])) == ["text eins", "text one"])
  }

  @Test func `only one text or URL is plain text`() throws {
    let values: [(AttributeValue, Bool)] = [
      (.string("a"), true), (.url("a:b"), true), (.array([.string("a")]), false),
      (.localizedString(["en": "a"]), false), (.integer(1), false),
    ]
    for (value, isPlainText) in values {
      let item = Item(uniqueIdentifier: "a", attributes: Attributes([.builtIn(.kind): value]))
      let encoded = try EncodedItem(validating: ItemCodec.encode(item))
      #expect(try encoded.attribute(for: .builtIn(.kind))?.isPlainText == isPlainText)
    }
  }
}
