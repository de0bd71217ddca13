import FresnelModel
import FresnelStorage
import FresnelTestSupport

@testable import FresnelEngine

/// Items whose numbers and dates are changed, in a store whose files and time tests decide on.
struct PatchFixture {
  let clock = ManualClock()
  let storage = FaultyStorage()

  func open(
    flushByteCount: Int = 1, key: EncryptionKey? = nil, mode: Store.Mode = .readWrite
  ) throws -> Store {
    try Store.open(
      at: "/store", mode: mode, storage: storage,
      options: StoreOptions(
        clock: { [clock] in clock.now }, mergesInBackground: false, flushByteCount: flushByteCount,
        encryptionKey: key))
  }

  static func item(_ number: Int) -> Item {
    var item = Item("\(number)", title: "Note \(number)", text: "words of \(number)", domain: "d")
    item.attributes[.pageCount] = .integer(Int64(number))
    item.attributes[.contentCreationDate] = .date(
      Timestamp(secondsSinceReferenceDate: Double(number)))
    item.attributes[.lastUsedDate] = .date(Timestamp(secondsSinceReferenceDate: 900))
    return item
  }

  static func update(_ identifier: String, _ change: (inout Item) -> Void) -> Item {
    var update = Item(uniqueIdentifier: identifier, isUpdate: true)
    change(&update)
    return update
  }

  static func pages(_ identifier: String, _ count: Int64) -> Item {
    update(identifier) { $0.attributes[.pageCount] = .integer(count) }
  }

  /// Lets a file be made of what was put.
  static func settle(_ store: Store) async {
    _ = await store.apply(Batch(scope: .notes, operations: []))
  }

  static func counts(_ store: Store) -> (deleted: Int, patched: Int) {
    store.statistics().segments.reduce((0, 0)) {
      ($0.0 + $1.deletedCount, $0.1 + $1.patchedCount)
    }
  }

  static func items(_ store: Store) throws -> [Item] {
    var items: [Item] = []
    try store.snapshot().forEachItem { _, item in
      items.append(try item.item())
      return true
    }
    return items
  }
}
