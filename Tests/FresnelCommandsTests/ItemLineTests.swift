import CommandKit
import FresnelEngine
import FresnelModel
import FresnelTestSupport
import Testing

@testable import FresnelCommands

@Suite("Lines of JSON")
struct ItemLineTests {
  private func item(
    _ line: String, names: [String: String] = [:], strict: Bool = false
  ) throws -> Item {
    try ItemLine(names: names, isStrict: strict).content(from: Array(line.utf8)[...]).item
  }

  @Test("id and domain name the item, other fields are attributes by their Swift names")
  func fields() throws {
    let item = try item(
      #"{"id":"a","domain":"d.e","title":"T","rating":4.5,"keywords":["x","y"],"pageCount":3}"#)
    #expect(item.uniqueIdentifier == "a")
    #expect(item.domainIdentifier == "d.e")
    #expect(item.attributes[.title] == .string("T"))
    #expect(item.attributes[.rating] == .double(4.5))
    #expect(item.attributes[.keywords] == .array([.string("x"), .string("y")]))
    #expect(item.attributes[.pageCount] == .integer(3))
  }

  @Test(
    "an element of a list that has another type is told of, and kept as it is",
    arguments: [
      (#""authors":[5]"#, "\"authors\" needs people"),
      (#""authors":["Ada",null]"#, "\"authors\" needs people"),
      (#""authors":[["Ada"]]"#, "\"authors\" needs people"),
      (#""importantDates":[5]"#, "\"importantDates\" needs a list of dates"),
      (#""importantDates":["2026-11-22T08:00:00Z",true]"#, "\"importantDates\" needs a list"),
    ])
  func elements(field: String, warning: String) throws {
    let line = #"{"id":"a",\#(field)}"#
    let content = try ItemLine().content(from: Array(line.utf8)[...])
    #expect(content.warnings.count == 1 && content.warnings[0].hasPrefix(warning))
    #expect(throws: CommandError.self) {
      try ItemLine(isStrict: true).content(from: Array(line.utf8)[...])
    }
  }

  @Test("lists whose elements are of their attribute's type, in any form, are not told of")
  func fittingElements() throws {
    let line =
      #"{"id":"a","authors":["Ada",{"name":"Bob"},{"$person":{"name":"Cy"}}],"importantDates":["2026-11-22T08:00:00Z",{"$date":5}]}"#
    #expect(try ItemLine().content(from: Array(line.utf8)[...]).warnings.isEmpty)
  }

  @Test("an empty identifier is a fault of its line, not of the batch that the line is in")
  func emptyIdentifier() {
    for line in [#"{"id":"","title":"x"}"#, #"{"title":"x"}"#] {
      let error = #expect(throws: CommandError.self) { try item(line) }
      #expect(error?.message.contains("\"id\"") == true, "\(error as Any)")
    }
  }

  @Test("a field that is no attribute becomes a custom attribute of its JSON type")
  func custom() throws {
    let item = try item(
      #"{"id":7,"year":1984,"country code":"AE","cast":["A","B"],"geo":{"lat":1.5},"gone":null}"#)
    #expect(item.uniqueIdentifier == "7")
    func value(_ name: String) -> AttributeValue? {
      item.attributes[.custom(CustomAttributeKey(name: name))]
    }
    #expect(value("year") == .integer(1984))
    #expect(value("country_code") == .string("AE"))
    #expect(value("cast") == .array([.string("A"), .string("B")]))
    #expect(value("geo") == .dictionary(["lat": .double(1.5)]))
    #expect(value("gone") == nil)
  }

  @Test("custom text belongs to the unfielded search, numbers do not")
  func searchableByDefault() throws {
    let item = try item(#"{"id":"a","cast":["A"],"year":1984}"#)
    let keys = item.attributes.values.keys.compactMap { key in
      if case .custom(let custom) = key { custom } else { nil }
    }
    let byDefault = keys.filter(\.isSearchableByDefault).map(\.name)
    #expect(byDefault == ["cast"])
  }

  @Test("fields can be renamed")
  func renamed() throws {
    let item = try item(
      #"{"key":"a","text":"long"}"#, names: ["key": "id", "text": "textContent"])
    #expect(item.uniqueIdentifier == "a")
    #expect(item.attributes[.textContent] == .string("long"))
  }

  @Test(
    "two fields that --map makes one are a fault of the line, whichever it is",
    arguments: [
      (#"{"id":"a","title":"T"}"#, "title", "id"), (#"{"title":"T","id":"a"}"#, "title", "id"),
      (#"{"id":"a","title":"T","name":"N"}"#, "name", "title"),
      (#"{"id":"a","domain":"d","folder":"f"}"#, "folder", "domain"),
      (#"{"id":"a","expires":"2030-01-01","end":"2031-01-01"}"#, "end", "expires"),
      (#"{"id":"a","$app":"b","owner":"c"}"#, "owner", "$app"),
      (#"{"id":"a","own":"b","other":"c"}"#, "other", "own"),
    ])
  func mappedTwice(line: String, field: String, name: String) {
    let error = #expect(throws: CommandError.self) { try item(line, names: [field: name]) }
    let sentence = "the field \"\(name)\" comes twice"
    #expect(error?.message.hasPrefix(sentence) == true, "\(error as Any)")
  }

  @Test("fields may take each other's names, and the place of a null")
  func mapped() throws {
    let swapped = try item(#"{"id":"a","title":"T"}"#, names: ["id": "title", "title": "id"])
    #expect(swapped.uniqueIdentifier == "T" && swapped.attributes[.title] == .string("a"))
    for line in [#"{"id":"a","title":null,"name":"N"}"#, #"{"id":"a","name":"N","title":null}"#] {
      #expect(try item(line, names: ["name": "title"]).attributes[.title] == .string("N"))
    }
    let line = #"{"id":"a","owner":"c"}"#
    let content = try ItemLine(names: ["owner": "$app"]).content(from: Array(line.utf8)[...])
    #expect(content.app == "c")
  }

  @Test("people may be given by name, a number fits a text attribute")
  func generous() throws {
    let item = try item(#"{"id":"a","authors":["Harper Lee"],"title":1984,"dueDate":"soon"}"#)
    #expect(
      item.attributes[.authors]
        == .array([.person(Person(displayName: "Harper Lee", handles: [], handleIdentifier: ""))]))
    #expect(item.attributes[.title] == .string("1984"))
    #expect(item.attributes[.dueDate] == .string("soon"))
  }

  private func warnings(_ line: String) throws -> [String] {
    try ItemLine().content(from: Array(line.utf8)[...]).warnings
  }

  @Test("a value that is not of its attribute's type is kept, and said")
  func wrongTypes() throws {
    let epoch = #"{"id":"a","contentCreationDate":1707000000,"title":"T"}"#
    #expect(
      try warnings(epoch) == [
        #""contentCreationDate" needs a date as ISO 8601, such as "2026-11-22T08:00:00Z", not 1707000000; "#
          + "it is kept as it is, so queries do not find it as a date"
      ])
    #expect(try item(epoch).attributes[.contentCreationDate] == .integer(1_707_000_000))
    #expect(try warnings(#"{"id":"a","dueDate":"soon","pageCount":"12"}"#).count == 2)
    #expect(try warnings(#"{"id":"a","url":"no address","allDay":1}"#).count == 2)
    #expect(try warnings(#"{"id":"a","title":["T"],"keywords":[{"a":1}]}"#).count == 2)
    #expect(try warnings(#"{"id":"a","title":"1984","keywords":["x","7"],"own":1}"#).isEmpty)
    #expect(try warnings(#"{"id":"a","dueDate":{"$date":12},"authors":["Ada"]}"#).isEmpty)
  }

  @Test("a number where a text belongs is read as that text, and said")
  func numbersForTexts() throws {
    let line = #"{"id":7,"title":1984,"keywords":5,"authorNames":["Ada",1.5]}"#
    #expect(
      try warnings(line) == [
        #""id" needs a text, not 7; it is read as "7""#,
        #""title" needs a text, not 1984; it is read as "1984""#,
        #""keywords" needs a list of texts, not 5; it is read as ["5"]"#,
        #""authorNames" needs a list of texts, not ["Ada",1.5]; it is read as ["Ada","1.5"]"#,
      ])
    let item = try item(line)
    #expect(item.uniqueIdentifier == "7")
    #expect(item.attributes[.title] == .string("1984"))
    #expect(item.attributes[.keywords] == .array([.string("5")]))
    #expect(throws: CommandError.self) { try self.item(#"{"id":7}"#, strict: true) }
  }

  @Test("whatever $time.iso takes is a date")
  func datesOfQueries() throws {
    for text in ["20240203T102030Z", "2024-02-03T10:20:30Z", "2024-02-03 10:20:30.0Z"] {
      let line = #"{"id":"a","contentCreationDate":"\#(text)"}"#
      #expect(try warnings(line).isEmpty)
      #expect(
        try item(line).attributes[.contentCreationDate]
          == .date(Timestamp(secondsSince1970: 1_706_955_630)))
    }
  }

  @Test(
    "a bad line says what is wrong",
    arguments: [
      "{", "[]", #"{"title":"no id"}"#, #"{"id":["a"]}"#, #"{"id":"a","domain":3}"#, "nonsense",
    ])
  func bad(line: String) {
    #expect(throws: CommandError.self) { try item(line) }
  }

  @Test(
    "fields that would be one attribute are refused, as one value would be lost",
    arguments: [
      (#"{"id":"a","a-b":1,"a_b":2}"#, "a-b", "a_b"), (#"{"id":"a","ä":"1","ö":"2"}"#, "ä", "ö"),
      (#"{"id":"a","x":1,"$custom":{"x":{"value":2}}}"#, "x", "x"),
    ])
  func collisions(line: String, first: String, second: String) throws {
    let error = #expect(throws: CommandError.self) { try item(line) }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.contains("\"\(first)\" and \"\(second)\""))
    #expect(message.contains("--map"))
    // What is null is not there.
    _ = try item(#"{"id":"a","a-b":1,"a_b":null}"#)
  }

  @Test("strict refuses unknown fields and wrong types")
  func strict() throws {
    _ = try item(#"{"id":"a","title":"T","dueDate":"2026-01-01"}"#, strict: true)
    #expect(throws: CommandError(.incomplete, "\"year\" is no attribute")) {
      try item(#"{"id":"a","year":1}"#, strict: true)
    }
    #expect(throws: CommandError(.incomplete, "\"title\" needs a text, not 1")) {
      try item(#"{"id":"a","title":1}"#, strict: true)
    }
    #expect(throws: CommandError(.incomplete, "\"id\" needs a text, not 1")) {
      try item(#"{"id":1}"#, strict: true)
    }
    #expect(throws: CommandError(.incomplete, "\"pageCount\" needs a number, not \"x\"")) {
      try item(#"{"id":"a","pageCount":"x"}"#, strict: true)
    }
  }

  @Test(
    "a whole number that loses digits is kept, with a warning",
    arguments: [
      "9223372036854775809", "-12345678901234567890123", "340282366920938463463374607431",
    ])
  func shortened(text: String) throws {
    for field in ["fileSize", "mass"] {
      let line = Array(#"{"id":"a","\#(field)":\#(text)}"#.utf8)
      let content = try ItemLine().content(from: line[...])
      #expect(content.warnings.count == 1 && content.warnings[0].contains("\"\(field)\""))
      #expect(content.warnings[0].hasSuffix("fewer digits"))
    }
    let list = Array(#"{"id":"a","sizes":[1,\#(text)]}"#.utf8)
    #expect(try ItemLine().content(from: list[...]).warnings.count == 1)
    let content = try ItemLine().content(from: Array(#"{"id":"a","fileSize":\#(text)}"#.utf8)[...])
    #expect(content.item.attributes[.fileSize] == .double(try #require(Double(text))))
  }

  @Test(
    "a number that keeps all its digits, however large, is no reason to warn",
    arguments: [
      "1e20", "-1e19", "1e300", "1.5e300", "100000000000000000000", "9223372036854775807", "4.5",
      "-9223372036854775808", "9223372036854775808", "-18446744073709551616",
    ])
  func whole(text: String) throws {
    let line = Array(#"{"id":"a","fileSize":\#(text),"mass":\#(text),"all":[\#(text)]}"#.utf8)
    #expect(try ItemLine().content(from: line[...]).warnings.isEmpty)
  }

  @Test("an exported item is read back as an equal one")
  func exported() throws {
    var item = try item(
      #"{"id":"a","domain":"d","expires":"2030-01-01T00:00:00Z","cast":["A"],"year":3,"title":"T"}"#
    )
    item.attributes[.dueDate] = .date(Timestamp(secondsSinceReferenceDate: 1.25))
    item.attributes[.authors] = .string("not a person")
    item.attributes[.thumbnailData] = .data([1, 2, 3])
    item.attributes[.displayName] = .localizedString(["de": "Titel"])
    item.attributes[.custom(CustomAttributeKey(name: "plain"))] = .string("x")
    item.attributes[.custom(CustomAttributeKey(name: "hidden", isSearchable: false))] = .url("a:b")
    let copy = try self.item(exportLine(of: item, in: IndexScope(app: "an.app")))
    #expect(copy == item)
    let flags = { (item: Item) in
      Set(item.attributes.values.keys.map { "\($0)" })
    }
    #expect(flags(copy) == flags(item))
  }

  @Test("any bytes are an item or a named fault", arguments: 0..<100 as Range<UInt64>)
  func anyBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let line =
      #"{"id":"a","title":"T","x y":[1,{"a":null}],"$custom":{"k":{"value":1}},"update":true}"#
    let bytes = generator.mutate(Array(line.utf8))
    if let item = try? ItemLine().content(from: bytes[...]).item {
      let line = exportLine(of: item, in: IndexScope(app: "an.app"))
      let copy = try? ItemLine().content(from: Array(line.utf8)[...])
      #expect(copy?.item == item, "seed \(seed)")
      #expect(copy?.app == "an.app")
    }
  }
}
