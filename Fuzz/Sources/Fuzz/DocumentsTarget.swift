import FresnelModel
import FresnelSegments
import FresnelStorage

/// Rows, items and the index of identifiers; see ``SectionInput``.
enum DocumentsTarget: FuzzTarget {
  /// How many documents are looked at; damage may promise any number.
  private static let limit: UInt32 = 200

  static func seeds() throws -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    for (count, compresses) in [(0, false), (1, false), (4, true), (60, true), (60, false)] {
      var sink = ByteSink.memory()
      let items = try (0..<count).map { number in
        var item = SampleItems.items[number % (SampleItems.items.count - 1)]
        item.uniqueIdentifier += "-\(number)"
        return try EncodedItem(validating: ItemCodec.encode(item))
      }
      var store =
        compresses
        ? try DocumentStoreWriter(compresses: true, learningFrom: items)
        : DocumentStoreWriter(compresses: false)
      var identifiers = IdentifierIndexWriter(withFilter: compresses)
      for (number, item) in items.enumerated() {
        let scope = UInt32(number % 3)
        try store.add(item, scope: scope, staticScore: UInt32(900 - number), to: &sink)
        item.uniqueIdentifierBytes.withUnsafeBytes { identifiers.add($0, scope: scope) }
      }
      let documents = try store.finish(to: &sink)
      let index = try identifiers.finish(to: &sink)
      seeds.append(
        try SectionInput.bytes(sink) {
          documents.encode(to: &$0)
          index.encode(to: &$0)
        })
    }
    return seeds
  }

  static func examine(_ input: [UInt8]) {
    guard let section = SectionInput(input),
      let locations = section.decode({ (bytes, position) throws(StorageError) in
        (
          try DocumentStoreLocation.decode(bytes, at: &position),
          try IdentifierIndexLocation.decode(bytes, at: &position)
        )
      }),
      let store = try? DocumentStore(section.source, locations.0)
    else { return }
    examine(store)
    guard
      let index = try? IdentifierIndex(section.source, locations.1, documents: store)
    else { return }
    examine(index, store)
  }

  /// Reads every part of the first documents.
  static func examine(_ store: DocumentStore) {
    let count = UInt32(clamping: min(store.count, Int(limit)))
    var items = ItemReader(store)
    for document in 0..<count {
      isReadable { () throws(StorageError) in
        let row = try store.row(document)
        _ = (row.identifier.count, row.domain?.count, row.text(of: .title)?.count, row.expiration)
      }
      isReadable { () throws(StorageError) in _ = try store.rowItem(document) }
      isReadable { () throws(StorageError) in _ = try store.staticScore(document) }
      isReadable { () throws(StorageError) in _ = try store.scope(document) }
      isReadable { () throws(StorageError) in _ = try store.expiration(document) }
      let whole = isReadable { () throws(StorageError) in
        ItemTarget.examine(Array(try store.item(document).bytes))
      }
      // After an error a reader goes on with the next document.
      let again = isReadable { () throws(StorageError) in _ = try items.item(document) }
      expect(whole == again, "An item reader differs from the store.")
    }
    isReadable { () throws(StorageError) in
      _ = try store.row(UInt32(clamping: store.count))
      expect(store.count > UInt32.max, "There is a row behind the last.")
    }
  }

  /// Looks up the identifiers of the first documents.
  static func examine(_ index: IdentifierIndex, _ store: DocumentStore) {
    for document in 0..<UInt32(clamping: min(store.count, Int(limit))) {
      isReadable { () throws(StorageError) in
        let row = try store.row(document)
        let found = try index.find(scope: row.scope, identifier: row.identifier)
        guard let found else { return }
        expect(found < store.count, "A document is none of the segment's.")
        let other = try store.row(found)
        expect(
          other.scope == row.scope && other.identifier.elementsEqual(row.identifier),
          "The document has another identifier.")
      }
    }
    [1, 2, 3].withUnsafeBytes { bytes in
      _ = isReadable { () throws(StorageError) in _ = try index.find(scope: 9, identifier: bytes) }
    }
  }
}
