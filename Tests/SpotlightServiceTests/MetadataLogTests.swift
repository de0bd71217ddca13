import FresnelStorage
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Metadata log", .timeLimit(.minutes(30)))
struct MetadataLogTests {
  private let key = EncryptionKey([UInt8](repeating: 3, count: 32).span.bytes)

  private func random(_ generator: inout SeededGenerator) -> MetadataEntry {
    let tables = MetadataTable.allCases
    let length = Int.random(in: 0..<40, using: &generator)
    return MetadataEntry(
      table: tables[Int.random(in: 0..<tables.count, using: &generator)],
      key: "key\(Int.random(in: 0..<8, using: &generator))\0ü",
      value: Bool.random(using: &generator) ? [UInt8](repeating: 5, count: length) : nil)
  }

  @Test("random entries, failures, crashes and rotations agree with a table", arguments: 1...12)
  func model(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var storage = FaultyStorage()
    var model = MetadataState()
    var metadataLog = MetadataLog(directory: "/ledger", storage: storage, rotationByteCount: 600)
    try metadataLog.open(key: key)
    for step in 0..<150 {
      let note: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<12, using: &generator) {
      case 0:
        metadataLog.close()
        try metadataLog.open(key: key)
      case 1:
        storage =
          Bool.random(using: &generator) ? storage.afterKill() : storage.afterPowerLoss()
        metadataLog = MetadataLog(directory: "/ledger", storage: storage, rotationByteCount: 600)
        try metadataLog.open(key: key)
      case 2:
        // A failure leaves the entries or the state before, never something else.
        let entries = (0..<3).map { _ in random(&generator) }
        storage.setFault(.init(call: Int.random(in: 1..<8, using: &generator), isPersistent: true))
        let isRecorded = (try? metadataLog.record(entries)) != nil
        storage.setFault(nil)
        var changed = model
        for entry in entries { changed.apply(entry) }
        try metadataLog.open(key: key)
        if isRecorded { #expect(metadataLog.state == changed, note) }
        model = metadataLog.state
      default:
        let entries = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in random(&generator) }
        try metadataLog.record(entries)
        for entry in entries { model.apply(entry) }
      }
      #expect(metadataLog.state.entries == model.entries, note)
    }
    metadataLog.close()
  }

  @Test("what is noted for an adoption is forgotten without that for another")
  func forgettingOneAdoption() throws {
    let (first, second) = (AppIdentity(identifier: "first"), AppIdentity(identifier: "second"))
    var state = MetadataState()
    state.apply(PendingAdoption.note(first, second))
    state.apply(PendingAdoption.note(second, mail))
    for heir in [second, mail] { state.apply(PendingAdoption.historyDeletion(heir.identifier)) }
    // Refused, while the one before it is still to be finished.
    for entry in state.forgettingAdoption(from: second.identifier) { state.apply(entry) }
    #expect(Array(state[.adoptions].keys) == [first.identifier])
    #expect(state[.adoptionDeletions].count == 1)
    for entry in state.forgettingAdoption(from: first.identifier) { state.apply(entry) }
    #expect(state[.adoptions].isEmpty && state[.adoptionDeletions].isEmpty)
  }

  @Test("a metadata log of another key is refused; without a directory it is kept in memory")
  func keys() throws {
    let storage = FaultyStorage()
    let metadataLog = MetadataLog(directory: "/ledger", storage: storage)
    try metadataLog.open(key: key)
    try metadataLog.record([MetadataEntry(table: .indexes, key: "a", value: [1])])
    metadataLog.close()
    let other = MetadataLog(directory: "/ledger", storage: storage)
    #expect(throws: ServiceError.self) { try other.open(key: nil) }
    #expect(throws: ServiceError.self) {
      try other.record([MetadataEntry(table: .indexes, key: "b", value: [1])])
    }
    let memory = MetadataLog(directory: nil, storage: storage)
    try memory.open(key: nil)
    try memory.record([MetadataEntry(table: .indexes, key: "a", value: [1])])
    memory.close()
    #expect(memory.state[.indexes, "a"] == [1])
  }

  @Test(
    "a metadata log whose directory is deleted writes everything anew, also when that fails at first"
  )
  func deleted() throws {
    let storage = FaultyStorage()
    let metadataLog = MetadataLog(directory: "/ledger", storage: storage)
    try metadataLog.open(key: key)
    let (first, second) = (
      MetadataEntry(table: .indexes, key: "a", value: [1]),
      MetadataEntry(table: .indexes, key: "b", value: [2])
    )
    try metadataLog.record([first])
    storage.removeTree("/ledger")
    // The write and the sync go to the file without a name; making the directory anew fails.
    storage.setFault(.init(call: 3, isPersistent: true))
    #expect(throws: ServiceError.self) { try metadataLog.record([second]) }
    storage.setFault(nil)
    // Nothing new, and still not to be acknowledged before it is on the disk.
    try metadataLog.record([first])
    #expect(metadataLog.state[.indexes, "a"] == [1] && metadataLog.state[.indexes, "b"] == nil)
    storage.removeTree("/ledger")
    try metadataLog.record([second])
    metadataLog.close()
    let again = MetadataLog(directory: "/ledger", storage: storage.afterPowerLoss())
    try again.open(key: key)
    #expect(again.state[.indexes, "a"] == [1] && again.state[.indexes, "b"] == [2])
    again.close()
  }

  @Test("any bytes give an entry or an error")
  func fuzz() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      var bytes = random(&generator).encode()
      for _ in 0..<Int.random(in: 0..<4, using: &generator) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      bytes.removeLast(Int.random(in: 0...min(3, bytes.count), using: &generator))
      _ = try? MetadataEntry(Bool.random(using: &generator) ? .metadataSet : .metadataRemove, bytes)
    }
  }
}
