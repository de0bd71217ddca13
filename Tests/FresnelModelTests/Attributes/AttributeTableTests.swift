import FresnelModel
import Testing

@Suite("AttributeTable")
struct AttributeTableTests {
  @Test func `the table has the 190 attributes under the numbers they were given first`() {
    let listed = AttributeTable.all.map { "\($0.id.rawValue) \($0.swiftName)" }
    #expect(listed.count == 190)
    #expect(attributeNumbers.split(separator: "\n").map(String.init) == listed)
  }

  @Test func `every name belongs to one attribute`() {
    var owners: [String: Set<AttributeID>] = [:]
    for definition in AttributeTable.all {
      for name in [definition.swiftName, definition.objectiveCName] + definition.metadataItemNames {
        owners[name, default: []].insert(definition.id)
      }
    }
    #expect(owners.filter { $0.value.count > 1 } == [:])
  }

  @Test func `an attribute is found by Swift name, Objective-C name and kMDItem name`() {
    for definition in AttributeTable.all {
      #expect(AttributeTable.definition(for: definition.id) == definition)
      for name in [definition.swiftName, definition.objectiveCName] + definition.metadataItemNames {
        #expect(AttributeTable.id(named: name) == definition.id)
      }
    }
    #expect(AttributeTable.id(named: "url") == .url)
    #expect(AttributeTable.id(named: "URL") == .url)
    #expect(AttributeTable.id(named: "kMDItemNumberOfPages") == .pageCount)
    #expect(AttributeTable.id(named: "kMDItemFullDay") == .allDay)
    #expect(AttributeTable.id(named: "kMDItemIsAllDay") == .allDay)
  }

  @Test func `other names and numbers are no attributes`() {
    #expect(AttributeTable.id(named: "Title") == nil)
    #expect(AttributeTable.id(named: "") == nil)
    for number: UInt16 in [0, 191, .max] {
      #expect(AttributeTable.definition(for: AttributeID(rawValue: number)) == nil)
    }
  }

  @Test func `unfielded search sees text that describes, not identifiers, dates or numbers`() {
    let textual: Set<AttributeKind> = [.string, .strings, .people]
    for definition in AttributeTable.all where definition.searchScope == .metadata {
      #expect(textual.contains(definition.kind), "\(definition.swiftName)")
    }
    let text = AttributeTable.all.filter { $0.searchScope == .text }.map(\.swiftName)
    #expect(
      Set(text) == [
        "textContent", "htmlContentData", "transcribedTextContent", "textContentSummary",
      ])
    for id: AttributeID in [.contentType, .path, .url, .domainIdentifier, .languages, .codecs] {
      #expect(AttributeKey.builtIn(id).searchScope == .none)
    }
    #expect(AttributeKey.builtIn(.identifier).searchScope == .metadata)
  }

  @Test func `titles weigh most, then other names, other metadata and text`() {
    #expect(AttributeKey.builtIn(.title).fieldGroup == .title)
    #expect(AttributeKey.builtIn(.displayName).fieldGroup == .title)
    #expect(AttributeKey.builtIn(.keywords).fieldGroup == .secondary)
    #expect(AttributeKey.builtIn(.alternateNames).fieldGroup == .secondary)
    #expect(AttributeKey.builtIn(.artist).fieldGroup == .metadata)
    #expect(AttributeKey.builtIn(.textContent).fieldGroup == .text)
    #expect(AttributeKey.builtIn(.pageCount).fieldGroup == nil)
    for definition in AttributeTable.all {
      #expect((definition.fieldGroup == nil) == (definition.searchScope == .none))
    }
  }

  @Test func `a custom attribute is metadata when its key says so`() {
    let plain = CustomAttributeKey(name: "a")
    let searched = CustomAttributeKey(name: "a", isSearchableByDefault: true)
    let hidden = CustomAttributeKey(name: "a", isSearchable: false, isSearchableByDefault: true)
    #expect(AttributeKey.custom(plain).searchScope == .none)
    #expect(AttributeKey.custom(searched).searchScope == .metadata)
    #expect(AttributeKey.custom(searched).fieldGroup == .metadata)
    #expect(AttributeKey.custom(hidden).searchScope == .none)
  }

  @Test func `only what the system writes cannot be set`() {
    let fixed = AttributeTable.all.filter { !$0.isSettable }.map(\.id)
    #expect(fixed == [.textContentSummary, .isPriority])
  }
}
