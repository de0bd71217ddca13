import FresnelModel
import FresnelTestSupport
import Testing

@Suite("ItemJSON")
struct ItemJSONTests {
  private func item(_ text: String) throws -> Item {
    try ItemJSON.item(from: JSONValue.parse(Array(text.utf8)))
  }

  private func message(_ text: String) -> String? {
    #expect(throws: ModelError.self) { try item(text) }?.message
  }

  @Test func `an item reads like what an app developer would write`() {
    let custom = CustomAttributeKey(name: "com_example_stars")
    let item = Item(
      uniqueIdentifier: "note-1", domainIdentifier: "notes",
      expiration: Timestamp(secondsSince1970: 1_797_840_000),
      attributes: Attributes([
        .builtIn(.title): .string("Shopping"),
        .builtIn(.keywords): .array([.string("list"), .string("food")]),
        .builtIn(.dueDate): .date(Timestamp(secondsSince1970: 1_797_840_000.25)),
        .builtIn(.pageCount): .integer(3), .builtIn(.rating): .double(4),
        .builtIn(.allDay): .boolean(false), .builtIn(.url): .url("https://example.org/"),
        .builtIn(.thumbnailData): .data([0, 0xff, 0x10]),
        .builtIn(.authors): .array([
          .person(
            Person(displayName: "Ada", handles: ["ada@example.org"], handleIdentifier: "email"))
        ]),
        .builtIn(.contentDescription): .localizedString(["en": "Note", "de": "Notiz"]),
        .custom(custom): .integer(5),
      ]))
    #expect(
      ItemJSON.text(of: item, indented: true) == #"""
        {
          "id": "note-1",
          "domain": "notes",
          "expires": "2026-12-21T08:00:00Z",
          "thumbnailData": "AP8Q",
          "keywords": [
            "list",
            "food"
          ],
          "title": "Shopping",
          "contentDescription": {
            "$localized": {
              "de": "Notiz",
              "en": "Note"
            }
          },
          "pageCount": 3,
          "dueDate": "2026-12-21T08:00:00.25Z",
          "allDay": false,
          "rating": 4.0,
          "url": "https://example.org/",
          "authors": [
            {
              "name": "Ada",
              "handles": [
                "ada@example.org"
              ],
              "handleIdentifier": "email"
            }
          ],
          "com_example_stars": 5
        }
        """#)
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `what is written is read back`(seed: UInt64) throws {
    var items = RandomItems(seed: seed)
    let original = items.item()
    let text = ItemJSON.text(of: original)
    let read = try item(text)
    // Bytes show what equality of texts and of custom keys does not.
    #expect(try ItemCodec.encode(read) == ItemCodec.encode(original), "seed \(seed): \(text)")
    #expect(ItemJSON.text(of: read) == text, "seed \(seed)")
  }

  @Test func `plain values are what the attribute's type says`() throws {
    let item = try item(
      #"""
      {"id":"a","kMDItemTitle":"T","keywords":"one","authors":["Harper Lee"],"startDate":"1960",
       "importantDates":["2026-02-28","2026-02-28T12:00+01:00"],"URL":"https://example.org",
       "year":1960,"tags":["x"],"album":null}
      """#)
    let expected: [AttributeKey: AttributeValue] = [
      .builtIn(.title): .string("T"), .builtIn(.keywords): .array([.string("one")]),
      .builtIn(.authors): .array([
        .person(Person(displayName: "Harper Lee", handles: [], handleIdentifier: ""))
      ]),
      .builtIn(.startDate): .date(Timestamp(secondsSince1970: -315_619_200)),
      .builtIn(.importantDates): .array([
        .date(Timestamp(secondsSince1970: 1_772_236_800)),
        .date(Timestamp(secondsSince1970: 1_772_276_400)),
      ]),
      .builtIn(.url): .url("https://example.org"),
      .custom(CustomAttributeKey(name: "year")): .integer(1960),
      .custom(CustomAttributeKey(name: "tags")): .array([.string("x")]),
    ]
    #expect(item.attributes.values == expected)
  }

  @Test func `flags of custom keys and names that mean something else are kept`() throws {
    let item = Item(
      uniqueIdentifier: "a",
      attributes: Attributes([
        .custom(CustomAttributeKey(name: "title")): .string("own"),
        .custom(CustomAttributeKey(name: "id")): .integer(1),
        .custom(CustomAttributeKey(name: "b", isSearchable: false, isUnique: true)): .integer(2),
        .builtIn(AttributeID(rawValue: 300)): .integer(3),
      ]))
    let text = ItemJSON.text(of: item)
    #expect(
      text == #"{"id":"a","#
        + ##""#300":3,"$custom":{"b":{"value":2,"searchable":false,"unique":true},"##
        + #""id":{"value":1},"title":{"value":"own"}}}"#)
    #expect(try self.item(text) == item)
  }

  @Test(arguments: [
    ("[]", "An item is a JSON object."),
    ("{}", "An item needs the member \"id\" with a text."),
    (#"{"id":1}"#, "An item needs the member \"id\" with a text."),
    (#"{"id":"a","domain":1}"#, "The member \"domain\" is a text."),
    (#"{"id":"a","expires":"soon"}"#, "The member \"expires\" is a date as ISO 8601."),
    (#"{"id":"a","update":1}"#, "The member \"update\" is true or false."),
    (
      #"{"id":"a","title":"b","kMDItemTitle":"c"}"#, "The attribute \"title\" comes twice."
    ),
    (
      #"{"id":"a","dueDate":"2026-02-30"}"#,
      "The attribute \"dueDate\" needs a date as ISO 8601, unlike \"2026-02-30\"."
    ),
    (#"{"id":"a","thumbnailData":"?"}"#, "The attribute \"thumbnailData\" needs data as base64."),
    (
      #"{"id":"a","country code":"b"}"#,
      "The name \"country code\" is neither an attribute's nor made of ASCII letters, digits and "
        + "underscores."
    ),
    (
      #"{"id":"a","x":{"$oid":"b"}}"#,
      "The attribute \"x\" holds an object \"$oid\" that is no value."
    ),
    (
      #"{"id":"a","authors":[{"email":"b"}]}"#,
      "The attribute \"authors\" holds a person with an unknown member \"email\"."
    ),
    (
      #"{"id":"a","$custom":{"x":{"value":1,"loud":true}}}"#,
      "The custom attribute \"x\" has no flag \"loud\"."
    ),
  ])
  func `what is no item is refused with the reason`(text: String, reason: String) {
    #expect(message(text) == reason)
  }

  @Test func `nesting has the limit of items`() {
    let deep = String(repeating: "[", count: 17) + String(repeating: "]", count: 17)
    #expect(message("{\"id\":\"a\",\"x\":\(deep)}") == "The attribute \"x\" nests deeper than 16.")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `mutated texts are read or refused, and what is read can be encoded`(seed: UInt64) {
    var items = RandomItems(seed: seed)
    let text = Array(ItemJSON.text(of: items.item()).utf8)
    let signs = Array("\"\\{}[],:0$-e".utf8)
    for _ in 0..<100 {
      var damaged = text
      for _ in 0...items.generator.below(3) {
        damaged[items.generator.below(text.count)] = signs[items.generator.below(signs.count)]
      }
      guard let json = try? JSONValue.parse(damaged), let item = try? ItemJSON.item(from: json)
      else { continue }
      #expect(throws: Never.self, "seed \(seed)") {
        try EncodedItem(validating: ItemCodec.encode(item))
      }
    }
  }
}
