import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("DocumentStore")
struct DocumentStoreTests {
  @Test(
    "every document is found as it was added", arguments: DocumentFixture.Place.allCases,
    [false, true])
  func findsEveryDocument(place: DocumentFixture.Place, compresses: Bool) throws {
    for seed in 0..<3 as Range<UInt64> {
      let count = [1, 40, 700][Int(seed)]
      let fixture = try DocumentFixture(
        DocumentFixture.random(count: count, seed: seed), in: place, compresses: compresses)
      try check(fixture, "seed \(seed)")
    }
  }

  @Test("a segment may have no documents")
  func allowsNoDocuments() throws {
    let fixture = try DocumentFixture([], in: .file, compresses: true)
    let store = try DocumentStore(fixture.source, fixture.location)
    #expect(store.count == 0)
    #expect(store.earliestExpiration == .infinity)
    #expect(throws: StorageError.self) { try store.item(0) }
  }

  @Test("long identifiers, long domains, long texts and items without attributes are kept")
  func keepsExtremeItems() throws {
    var generator = SeededGenerator(seed: 1)
    let text = String(repeating: "A wave of light. ", count: 62_000)
    var attributes = Attributes()
    attributes[.title] = .string("A title")
    attributes[.textContent] = .string(text)
    var longTitle = Attributes()
    longTitle[.title] = .string(String(text.prefix(20_000)))
    longTitle[.kind] = .string("kind")
    let longest = ItemLimits.identifierByteCount
    let items = [
      Item(uniqueIdentifier: ""),
      Item(uniqueIdentifier: "huge text", attributes: attributes),
      Item(uniqueIdentifier: String(repeating: "ü", count: longest / 2), attributes: longTitle),
      Item(uniqueIdentifier: "small"),
      Item(
        uniqueIdentifier: String(repeating: "x", count: 4000),
        domainIdentifier: String(repeating: "d", count: longest)),
      Item(uniqueIdentifier: "long title", domainIdentifier: "", attributes: longTitle),
      Item(uniqueIdentifier: String(repeating: "y", count: longest)),
      Item(
        uniqueIdentifier: "last", domainIdentifier: String(repeating: "d", count: longest),
        expiration: Timestamp(secondsSinceReferenceDate: -.infinity)),
    ]
    let documents = try items.map { try DocumentFixture.document($0, &generator) }
    for place in DocumentFixture.Place.allCases {
      for compresses in [false, true] {
        try check(
          DocumentFixture(documents, in: place, compresses: compresses), "\(place) \(compresses)")
      }
    }
  }

  @Test("a row says whether it has all attributes that rows have")
  func tellsIncompleteRows() throws {
    var generator = SeededGenerator(seed: 2)
    var short = Attributes()
    short[.title] = .string("short")
    short[.contentDescription] = .string("a few words")
    var long = short
    long[.contentDescription] = .string(String(repeating: "word ", count: 100))
    let documents = try [short, long].map {
      try DocumentFixture.document(Item(uniqueIdentifier: "i", attributes: $0), &generator)
    }
    let fixture = try DocumentFixture(documents, in: .memory, compresses: false)
    let store = try DocumentStore(fixture.source, fixture.location)
    let first = try store.row(0)
    let isFirstComplete = first.isComplete
    let description = string(first.text(of: .contentDescription))
    #expect(isFirstComplete)
    #expect(description == "a few words")
    let second = try store.row(1)
    let isSecondComplete = second.isComplete
    let title = string(second.text(of: .title))
    let noDescription = string(second.text(of: .contentDescription))
    #expect(!isSecondComplete)
    #expect(title == "short")
    #expect(noDescription == nil)
    #expect(try store.rowItem(1).attributeCount == 1)
  }

  @Test("no row of a file straddles two blocks when it fits one")
  func keepsRowsInBlocks() throws {
    let fixture = try DocumentFixture(
      DocumentFixture.random(count: 3000, seed: 5), in: .file, compresses: true)
    let index = try RowPageIndex(fixture.source, fixture.location)
    for document in 0..<3000 as Range<UInt32> {
      let place = index.place(of: document)
      let page = try RowPage.pin(fixture.source, place.offset, rowCount: place.rowCount)
      let byteCount = page.byteCount(throughRow: place.rowCount - 1)
      let end = place.offset + UInt64(try #require(byteCount))
      #expect(place.offset / 4096 == (end - 1) / 4096)
    }
  }

  @Test("items take much less room compressed")
  func compresses() throws {
    var generator = SeededGenerator(seed: 3)
    let documents = try (0..<500).map { number in
      var attributes = Attributes()
      attributes[.textContent] = .string(DocumentFixture.words(100, &generator))
      return try DocumentFixture.document(
        Item(uniqueIdentifier: "\(number)", attributes: attributes), &generator)
    }
    let plain = try DocumentFixture(documents, in: .file, compresses: false)
    let compressed = try DocumentFixture(documents, in: .file, compresses: true)
    #expect(compressed.source.byteCount * 2 < plain.source.byteCount)
  }

  // MARK: -

  private func check(_ fixture: DocumentFixture, _ comment: Comment) throws {
    let store = try DocumentStore(fixture.source, fixture.location)
    let documents = fixture.documents
    #expect(store.count == documents.count, comment)
    #expect(
      store.itemByteCount == documents.reduce(0) { $0 + UInt64($1.item.byteCount) }, comment)
    #expect(
      store.earliestExpiration == documents.map(\.expiration).min() ?? .infinity, comment)
    var reader = ItemReader(store)
    var scopes = ScopeReader(store)
    for (number, document) in documents.enumerated() {
      try check(store, UInt32(number), document, comment)
      #expect(try reader.item(UInt32(number)) == document.item, comment)
      #expect(try scopes.scope(UInt32(number)) == document.scope, comment)
    }
    // In any order too.
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<min(50, documents.count) {
      let number = generator.below(documents.count)
      #expect(try reader.item(UInt32(number)) == documents[number].item, comment)
      #expect(try store.item(UInt32(number)) == documents[number].item, comment)
      #expect(try scopes.scope(UInt32(number)) == documents[number].scope, comment)
    }
    try checkExpirations(store, documents, comment)
    #expect(throws: StorageError.self, comment) { try store.staticScore(UInt32(documents.count)) }
  }

  private func check(
    _ store: DocumentStore, _ number: UInt32, _ document: DocumentFixture.Document,
    _ comment: Comment
  ) throws {
    let row = try store.row(number)
    let identifier = string(row.identifier)
    let domain = string(row.domain)
    let facts = (row.expiration, row.scope, row.staticScore, row.itemByteCount)
    let title = string(row.text(of: .title))
    #expect(identifier == document.item.uniqueIdentifier, comment)
    #expect(domain == document.item.domainIdentifier, comment)
    #expect(facts.0 == document.expiration, comment)
    #expect(facts.1 == document.scope, comment)
    #expect(facts.2 == document.staticScore, comment)
    #expect(facts.3 == document.item.byteCount, comment)
    #expect(try store.staticScore(number) == document.staticScore, comment)
    #expect(try store.scope(number) == document.scope, comment)
    #expect(try store.expiration(number) == document.expiration, comment)
    var expected = try document.item.item()
    expected.attributes = Attributes(
      expected.attributes.values.filter { key, _ in
        guard case .builtIn(let id) = key, let attribute = try? document.item.attribute(for: key)
        else { return false }
        let byteCount = (try? ItemCodec.byteCount(of: attribute)) ?? 0
        return RowAttributes.isSelected(id, byteCount: byteCount)
      })
    #expect(try store.rowItem(number).item() == expected, comment)
    if case .string(let expectedTitle)? = expected.attributes[.title] {
      #expect(title == expectedTitle, comment)
    } else {
      #expect(title == nil, comment)
    }
  }

  private func checkExpirations(
    _ store: DocumentStore, _ documents: [DocumentFixture.Document], _ comment: Comment
  ) throws {
    var reader = ExpirationReader(store)
    for now in [-1e9, 0, 1e6, 1e9, .infinity] {
      var expired: [UInt32] = []
      for (number, document) in documents.enumerated() {
        let isExpired = document.expiration <= now
        #expect(try reader.isExpired(UInt32(number), at: now) == isExpired, comment)
        if isExpired { expired.append(UInt32(number)) }
      }
      var found: [UInt32] = []
      var next: UInt32 = 0
      while let document = try reader.firstExpired(from: next, at: now) {
        found.append(document)
        next = document + 1
      }
      #expect(found == expired || now == .infinity, comment)
    }
  }

  private func string(_ bytes: UnsafeRawBufferPointer?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension ItemCodec {
  /// The bytes that an attribute's value takes in an item of it alone.
  fileprivate static func byteCount(of attribute: EncodedAttribute) throws -> Int {
    var attributes = Attributes()
    attributes[attribute.key] = try attribute.value()
    let empty = try encode(Item(uniqueIdentifier: ""))
    return try encode(Item(uniqueIdentifier: "", attributes: attributes, isUpdate: true)).count
      - empty.count - 8
  }
}
