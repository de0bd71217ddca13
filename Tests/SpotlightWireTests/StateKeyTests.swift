import FresnelModel
import SpotlightWire
import Testing

@Suite("StateKey")
struct StateKeyTests {
  private func attributes(_ values: [AttributeID: AttributeValue]) throws -> EncodedItem {
    var attributes = Attributes()
    for (id, value) in values { attributes[id] = value }
    return try EncodedItem(
      validating: ItemCodec.encode(Item(uniqueIdentifier: "", attributes: attributes)))
  }

  private func activity(
    _ pairs: [(ActivityValue, ActivityValue)] = [], required: [String]? = nil, page: String? = nil,
    type: String = "com.example.view"
  ) -> WireActivity {
    WireActivity(
      type: type, userInfo: ActivityDictionary(pairs), requiredKeys: required, webpage: page)
  }

  @Test("The related item comes first, then the weakly related one, then the page")
  func precedence() throws {
    let activity = activity([(.text("id"), .integer(1))], required: ["id"], page: "https://a/")
    let both = try attributes([
      .relatedUniqueIdentifier: .string("x"), .weakRelatedUniqueIdentifier: .string("y"),
    ])
    #expect(StateKey.of(activity, both) == "rx")
    #expect(StateKey.of(activity, both) == StateKey.ofItem("x"))
    let weak = try attributes([.weakRelatedUniqueIdentifier: .string("y")])
    #expect(StateKey.of(activity, weak) == "wy")
    #expect(StateKey.of(activity, try attributes([:])) == "uhttps://a/")
    #expect(StateKey.of(activity, nil) == "uhttps://a/")
  }

  @Test("A related identifier that is empty or no text does not count")
  func noIdentifier() throws {
    for value in [AttributeValue.string(""), .integer(1), .array([.string("x")])] {
      let attributes = try attributes([.relatedUniqueIdentifier: value])
      #expect(StateKey.of(activity(page: "https://a/"), attributes) == "uhttps://a/")
    }
  }

  @Test("With required keys nothing else in what it carries counts")
  func requiredKeys() {
    func key(_ pairs: [(ActivityValue, ActivityValue)], _ required: [String]?) -> String {
      StateKey.of(activity(pairs, required: required), nil)
    }
    let id = (ActivityValue.text("id"), ActivityValue.integer(1))
    let scroll = (ActivityValue.text("scroll"), ActivityValue.double(0.5))
    #expect(key([id, scroll], ["id"]) == key([id], ["id"]))
    #expect(key([id, scroll], ["id"]).hasPrefix("k"))
    #expect(key([id], ["id", "more"]) == key([id], ["id"]))
    #expect(key([(.text("id"), .integer(2))], ["id"]) != key([id], ["id"]))
    // None of them is there, or there are none.
    for required in [["more"], [], nil] as [[String]?] {
      #expect(key([id, scroll], required).hasPrefix("i"))
      #expect(key([id, scroll], required) == key([scroll, id], nil))
    }
    #expect(key([id, scroll], nil) != key([id], nil))
    #expect(key([], nil).utf8.count == 65)
  }

  @Test("States of two types are two states")
  func types() {
    #expect(
      StateKey.of(activity(type: "a"), nil) != StateKey.of(activity(type: "b"), nil))
    // The type ends where it ends: no bytes of what is carried can stand for a part of it.
    #expect(
      StateKey.of(activity(type: "a\0"), nil) != StateKey.of(activity(type: "a"), nil))
  }

  @Test("Long identifiers and pages end in a hash, each kind for itself")
  func length() throws {
    let long = String(repeating: "x", count: 1024)
    let short = String(long.dropLast())
    #expect(StateKey.ofItem(short) == "r" + short)
    #expect(StateKey.ofItem(long).utf8.count == 66)
    #expect(StateKey.ofItem(long).hasPrefix("r#"))
    #expect(StateKey.ofItem(long) != StateKey.ofItem(long + "x"))
    let weak = try attributes([.weakRelatedUniqueIdentifier: .string(long)])
    #expect(StateKey.of(activity(), weak).hasPrefix("w#"))
    #expect(StateKey.of(activity(), weak).dropFirst() != StateKey.ofItem(long).dropFirst())
    #expect(StateKey.of(activity(page: "https://a/" + long), nil).hasPrefix("u#"))
  }

  @Test(
    "Pages are compared with scheme and host in lower case",
    arguments: [
      ("HTTPS://Example.COM/Path?Q#F", "https://example.com/Path?Q#F"),
      ("http://User:Pass@Example.com:8080/A", "http://User:Pass@example.com:8080/A"),
      ("http://EXAMPLE.com", "http://example.com"), ("http://A?B@C", "http://a?B@C"),
      ("http://A#B", "http://a#B"), ("Notes:Open/A", "notes:Open/A"),
      ("Geo:1,2", "geo:1,2"), ("No Scheme:A", "No Scheme:A"), (":A", ":A"), ("", ""),
      ("HTTP:", "http:"), ("HTTP://", "http://"), ("HTTP:/A", "http:/A"), ("Ä:B", "Ä:B"),
      ("http://BÜCHER.example/É", "http://bÜcher.example/É"),
    ])
  func addresses(url: String, normalized: String) {
    #expect(WebAddress.normalized(url) == normalized)
    #expect(WebAddress.normalized(normalized) == normalized)
  }

  @Test("The host of a URL is found where it has one")
  func hosts() {
    #expect(WebAddress.host(of: "https://a@Example.com:80/b") == "example.com:80")
    #expect(WebAddress.host(of: "mailto:a@b") == nil)
    #expect(WebAddress.host(of: "file:///a") == nil)
  }
}
