import FresnelModel
import FresnelStorage
import FresnelTestSupport

@testable import FresnelEngine

/// What the engine writes into the journal: batches and losses, up to the items that a store shows.
///
/// An input is the frame's kind (1 byte, counted from the first that is the engine's) and its records,
/// each with its length before it in two bytes.
enum BatchTarget: FuzzTarget {
  static func seeds() throws -> [[UInt8]] {
    let scope = IndexScope(app: "app", index: "notes")
    let time = Timestamp(secondsSinceReferenceDate: 7e8)
    let items = try SampleItems.items.map {
      try EncodedItem(validating: ItemCodec.encode($0))
    }
    let operations: [[BatchRecord.Operation]] = [
      [], [.put(items)],
      [.deleteIdentifiers(["a", "note-1"]), .put([items[1]]), .deleteDomains(["notes"])],
      [.deleteAll, .renew([Renewal(identifier: [0x61], expiration: time)])],
    ]
    var records = operations.map { operations in
      JournalRecord.batch(
        BatchRecord(
          scope: scope, time: time, operations: operations,
          clientState: operations.count == 1 ? [1, 2] : nil))
    }
    records += [.lossFound(3), .lossAcknowledged(scope, 3)]
    return records.map { record in
      var seed = [UInt8(record.frameKind.rawValue - FrameKind.firstOfOwner)]
      for bytes in [record.head()] + record.items.map({ Array($0.bytes) }) {
        seed.append(number: UInt16(bytes.count))
        seed += bytes
      }
      return seed
    }
  }

  static func examine(_ input: [UInt8]) {
    guard let kind = input.first else { return }
    var records: [[UInt8]] = []
    var rest = input.dropFirst()
    while rest.count >= 2 {
      let count = Int(Array(rest.prefix(2)).number(UInt16.self, at: 0))
      records.append(Array(rest.dropFirst(2).prefix(count)))
      rest = rest.dropFirst(2 + count)
    }
    let frameKind = FrameKind(rawValue: FrameKind.firstOfOwner + UInt16(kind & 3))
    guard
      let sample = try? JournalSample({ store in
        try store.append(frameKind, records: records)
        try store.commit()
      })
    else { return }
    let storage = FaultyStorage()
    try? storage.createDirectory(JournalSample.directory)
    storage.setContents(sample.manifest, of: JournalSample.manifestPath)
    storage.setContents(sample.journal, of: sample.journalPath)
    guard
      let store = try? Store.open(at: JournalSample.directory, mode: .readOnly, storage: storage)
    else { return }
    let snapshot = store.snapshot()
    for scope in snapshot.scopes() {
      _ = (snapshot.clientState(of: scope.scope), snapshot.needsReindex(scope.scope))
    }
    _ = store.check()
    store.close()
  }
}
