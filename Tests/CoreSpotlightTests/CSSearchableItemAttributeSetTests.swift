import FresnelModel
import Testing

@testable import CoreSpotlight

@Suite("CSSearchableItemAttributeSet")
struct CSSearchableItemAttributeSetTests {
  @Test("every settable attribute reads back under each of its names")
  func everyAttribute() {
    for definition in AttributeTable.all where definition.isSettable {
      let set = CSSearchableItemAttributeSet()
      let value = Self.sample(of: definition.kind)
      set.setValue(value, forKey: definition.swiftName)
      let names = [definition.swiftName, definition.objectiveCName] + definition.metadataItemNames
      for name in names {
        let read = set.value(forKey: name)
        #expect(Self.areEqual(read, value), "\(name): \(read ?? "nil")")
      }
      set.setValue(nil, forKey: definition.objectiveCName)
      #expect(set.value(forKey: definition.swiftName) == nil)
    }
  }

  @Test("a property and its names are one value")
  func oneValue() {
    let set = CSSearchableItemAttributeSet(contentType: .jpeg)
    set.pageCount = 7
    #expect(set.value(forKey: "kMDItemNumberOfPages") as? Int == 7)
    set.setValue("https://example.com/a", forKey: "title")
    #expect(set.title == "https://example.com/a")
    set.setValue(URL(string: "https://example.com/a"), forKey: "URL")
    #expect(set.url?.host == "example.com")
    #expect(set.contentType == "public.jpeg")
    set.sharedItemContentType = .png
    #expect(set.sharedItemContentType == .png)
    #expect(set.actionIdentifiers.isEmpty)
  }

  @Test("a value that an attribute cannot have changes nothing")
  func mismatches() {
    let set = CSSearchableItemAttributeSet()
    set.title = "kept"
    set.setValue(5, forKey: "title")
    set.setValue(["a"], forKey: "title")
    #expect(set.title == "kept")
    set.setValue("many", forKey: "pageCount")
    set.setValue("2026-01-01", forKey: "dueDate")
    set.setValue([1, 2], forKey: "keywords")
    set.setValue("x", forKey: "textContentSummary")
    set.setValue("x", forKey: "no such name!")
    #expect(set.pageCount == nil && set.dueDate == nil && set.keywords == nil)
    #expect(set.textContentSummary == nil)
    #expect(set.value(forKey: "no such name!") == nil)
    #expect(set.storage.value.rejections.isEmpty)
  }

  @Test("truth values, whole numbers and floating-point numbers stay apart")
  func numbers() throws {
    let set = CSSearchableItemAttributeSet()
    let key = try #require(CSCustomAttributeKey(keyName: "com_example_number"))
    let cases: [(NSNumber, AttributeValue)] = [
      (true, .boolean(true)), (1, .integer(1)), (1.0, .double(1)),
      (NSNumber(value: Int8(1)), .integer(1)), (NSNumber(value: Float(0.5)), .double(0.5)),
      (NSNumber(value: UInt64.max), .double(0x1p64)),
      (NSNumber(value: Int64.min), .integer(.min)),
    ]
    for (number, value) in cases {
      set.setValue(number, forCustomKey: key)
      #expect(set.storage.value.attributes[.custom(key.modelKey)] == value)
      #expect(set.value(forCustomKey: key) as? NSNumber == number)
    }
    set.flashOn = true
    #expect(set.flashOn?.boolValue == true)
    #expect(set.storage.value.attributes[.flashOn] == .boolean(true))
  }

  @Test("a custom key keeps its flags when it is set by name later")
  func customKeyFlags() throws {
    let key = try #require(
      CSCustomAttributeKey(
        keyName: "com_example_colour", searchable: true, searchableByDefault: true, unique: true,
        multiValued: false))
    let set = CSSearchableItemAttributeSet()
    set.setValue("red" as NSString, forCustomKey: key)
    set.setValue("blue", forKey: "com_example_colour")
    #expect(set.value(forCustomKey: key) as? NSString == "blue")
    let stored = set.storage.value.attributes.values.keys.first
    guard case .custom(let model) = stored else {
      Issue.record("no custom key")
      return
    }
    #expect(model.isSearchableByDefault && model.isUnique)
  }

  @Test("setting nil is remembered, never setting is not")
  func clearing() {
    let set = CSSearchableItemAttributeSet()
    set.title = nil
    #expect(set.storage.value.attributes[.title] == .null)
    #expect(set.storage.value.attributes[.subject] == nil)
    #expect(set.title == nil)
  }

  @Test("a copy and its original go separate ways")
  func copying() throws {
    let set = CSSearchableItemAttributeSet(itemContentType: "Text")
    set.title = "one"
    let copy = try #require(set.copy() as? CSSearchableItemAttributeSet)
    copy.title = "two"
    #expect(set.title == "one" && copy.title == "two" && copy.contentType == "Text")
  }

  @Test("moving takes everything from one set to the other")
  func moving() {
    let source = CSSearchableItemAttributeSet()
    source.title = "moved"
    let target = CSSearchableItemAttributeSet()
    target.title = "old"
    target.subject = "kept"
    target.move(from: source)
    target.move(from: target)
    #expect(target.title == "moved" && target.subject == "kept" && source.title == nil)
  }

  @Test("a set survives secure coding, what was cleared included")
  func coding() throws {
    let set = CSSearchableItemAttributeSet(contentType: .pdf)
    for definition in AttributeTable.all where definition.isSettable {
      set.setValue(Self.sample(of: definition.kind), forKey: definition.swiftName)
    }
    set.setValue(["a": [1, true, 2.5]], forKey: "com_example_nested")
    set.comment = nil
    let data = try NSKeyedArchiver.archivedData(withRootObject: set, requiringSecureCoding: true)
    let read = try #require(
      try NSKeyedUnarchiver.unarchivedObject(
        ofClass: CSSearchableItemAttributeSet.self, from: data))
    #expect(read.storage.value == set.storage.value)
    #expect(read.storage.value.attributes[.comment] == .null)
  }

  @Test("a localized text keeps its languages and reads in the current one")
  func localizedText() throws {
    let text = CSLocalizedString(localizedStrings: ["en": "Colour", "de": "Farbe", 3: "x"])
    let set = CSSearchableItemAttributeSet()
    set.setValue(text, forKey: "displayName")
    #expect(
      set.storage.value.attributes[.displayName]
        == .localizedString(["en": "Colour", "de": "Farbe"]))
    #expect(set.displayName == text.localizedString())
    #expect(text as String == text.localizedString())
    let choice = LanguageChoice(languages: ["de-CH", "en"])
    #expect(choice.text(of: ["en": "a", "de": "b"]) == "b")
    #expect(choice.text(of: ["en_US": "a", "fr": "b"]) == "a")
    #expect(choice.text(of: ["fr": "b", "es": "c"]) == "c")
    #expect(choice.text(of: [:]) == nil)
  }

  @Test("people come back as they went in")
  func people() throws {
    let person = CSPerson(
      displayName: "Ann", handles: ["+1 555"], handleIdentifier: "phoneNumbers")
    person.contactIdentifier = "42"
    let set = CSSearchableItemAttributeSet()
    set.authors = [person]
    #expect(set.authors == [person])
    #expect(set.authors?.first?.contactIdentifier == "42")
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: person, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: CSPerson.self, from: data) == person)
  }

  private static func sample(of kind: AttributeKind) -> Any {
    switch kind {
    case .string: "text"
    case .strings: ["one", "two"]
    case .number: NSNumber(value: 2.5)
    case .boolean: NSNumber(value: true)
    case .date: Date(timeIntervalSinceReferenceDate: 1234.5)
    case .dates: [Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: 2)]
    case .url: URL(fileURLWithPath: "/tmp/a b")
    case .data: Data([0, 1, 255])
    case .people: [CSPerson(displayName: nil, handles: ["a"], handleIdentifier: "b")]
    case .headers: ["To": ["a", "b"], "Count": [1]]
    case .type: "public.png"
    }
  }

  private static func areEqual(_ left: Any?, _ right: Any) -> Bool {
    switch (left, right) {
    case (let left as NSNumber, let right as NSNumber): left == right
    case (let left as [String: [Any]], let right as [String: [Any]]):
      NSDictionary(dictionary: left).isEqual(to: right)
    case (let left as [Any], let right as [Any]): NSArray(array: left).isEqual(to: right)
    case (let left as [CSPerson], let right as [CSPerson]): left == right
    case (let left as AnyHashable, let right as AnyHashable): left == right
    default: false
    }
  }
}
