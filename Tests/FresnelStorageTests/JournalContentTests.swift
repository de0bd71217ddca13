import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Replacing the manifest's content")
struct JournalContentTests {
  /// Takes down what a replay delivers.
  private struct Log {
    var starts: [JournalStart] = []
    var frameCount = 0

    mutating func receive(_ event: JournalEvent) {
      switch event {
      case .start(let start):
        starts.append(start)
        frameCount = 0
      case .frame: frameCount += 1
      }
    }
  }

  private static func makeStore(_ storage: FaultyStorage) throws -> KeyStore {
    var store = try KeyStore(storage)
    var candidates: [KeyStore.Content] = []
    try store.perform(.commit([[(1, 1, 0)]]), candidates: &candidates)
    try store.perform(.flush, candidates: &candidates)
    try store.perform(.commit([[(2, 2, 0)]]), candidates: &candidates)
    return store
  }

  @Test("New content and the frames that were there survive a power loss together")
  func durability() throws {
    let storage = FaultyStorage()
    let store = try Self.makeStore(storage)
    let (generation, edition) = (store.journal.generation, store.journal.edition)
    try store.journal.replaceContent(KeyStore.encode([1: 1, 7: 7]))
    #expect(store.journal.generation == generation)
    #expect(store.journal.edition == edition + 1)
    let found = try KeyStore(storage.afterPowerLoss())
    #expect(found.content == [1: 1, 2: 2, 7: 7])
    #expect(found.journal.loss == LossReport())
  }

  @Test("A replay begins with the content, the generation and the edition that belong together")
  func start() throws {
    let storage = FaultyStorage()
    let store = try Self.makeStore(storage)
    var log = Log()
    let reader = try JournalStore.open(
      directory: KeyStore.directory, storage: storage, mode: .readOnly
    ) { log.receive($0) }
    #expect(log.starts.map(\.content) == [KeyStore.encode([1: 1])])
    #expect(log.starts.map(\.generation) == [store.journal.generation])
    #expect(log.starts.map(\.edition) == [store.journal.edition])
    #expect(log.frameCount == 1)
    #expect(reader.content == store.journal.content)
  }

  @Test("A reader that follows is given new content with all frames, and only then")
  func following() throws {
    let storage = FaultyStorage()
    let store = try Self.makeStore(storage)
    var log = Log()
    let reader = try JournalStore.open(
      directory: KeyStore.directory, storage: storage, mode: .readOnly
    ) { log.receive($0) }
    try store.journal.append(KeyStore.set, records: [KeyStore.record(3, 3)])
    try store.journal.commit()
    try reader.refresh { log.receive($0) }
    #expect(log.starts.count == 1)
    #expect(log.frameCount == 2)

    try store.journal.replaceContent([])
    try reader.refresh { log.receive($0) }
    #expect(log.starts.count == 2)
    #expect(log.starts.last?.content == [])
    #expect(log.starts.last?.edition == store.journal.edition)
    #expect(log.frameCount == 2)

    // The same content again is nothing to begin anew for.
    try store.journal.replaceContent([])
    try reader.refresh { log.receive($0) }
    #expect(log.starts.count == 2)
    #expect(log.frameCount == 2)
    try store.journal.rotate { _ in }
    try reader.refresh { log.receive($0) }
    #expect(log.starts.count == 3)
    #expect(log.frameCount == 0)
  }

  @Test("New content outlives the manifest, whose copy in the journal is the newest")
  func lostManifest() throws {
    let storage = FaultyStorage()
    let store = try Self.makeStore(storage)
    try store.journal.replaceContent(KeyStore.encode([1: 1, 7: 7]))
    try store.journal.close()
    storage.removeContents(of: KeyStore.directory + "/manifest")
    let reader = try KeyStore(storage, mode: .readOnly)
    #expect(reader.content == [1: 1, 2: 2, 7: 7])
    let found = try KeyStore(storage)
    #expect(found.content == [1: 1, 2: 2, 7: 7])
    #expect(found.journal.loss.extent == .none)
  }

  @Test("When the journal is lost, what the content stands for is left: a part")
  func lostJournal() throws {
    let storage = FaultyStorage()
    let store = try Self.makeStore(storage)
    try store.journal.close()
    for path in storage.paths where path.contains("journal-") { storage.removeContents(of: path) }
    let found = try KeyStore(storage)
    #expect(found.content == [1: 1])
    #expect(found.journal.loss.extent == .partial)
  }

  @Test("When there is no room for it, the old content stays in use")
  func fullDisk() throws {
    let storage = FaultyStorage()
    let store = try Self.makeStore(storage)
    let edition = store.journal.edition
    storage.setFault(.init(call: 1, isPersistent: false, code: .full))
    #expect {
      try store.journal.replaceContent([])
    } throws: {
      ($0 as? StorageError)?.code == .full
    }
    #expect(store.journal.edition == edition)
    try store.journal.append(KeyStore.set, records: [KeyStore.record(3, 3)])
    try store.journal.commit()
    #expect(try KeyStore(storage.afterPowerLoss()).content == [1: 1, 2: 2, 3: 3])
  }

  @Test("A reader, and content that is too long, are refused")
  func refusals() throws {
    let storage = FaultyStorage()
    let store = try Self.makeStore(storage)
    #expect {
      try store.journal.replaceContent([UInt8](repeating: 0, count: 1 << 28 + 1))
    } throws: {
      ($0 as? StorageError)?.code == .tooLarge
    }
    let reader = try KeyStore(storage, mode: .readOnly)
    #expect {
      try reader.journal.replaceContent([])
    } throws: {
      ($0 as? StorageError)?.code == .readOnly
    }
  }
}
