import FresnelStorage
import FresnelTestSupport
import Synchronization
import Testing

/// A file system that does something between two of its calls.
private final class InterruptedStorage: Storage {
  private let base: FaultyStorage
  private let state: Mutex<(count: Int, call: Int, body: (@Sendable () -> Void)?)>

  /// Runs the body before the call of this number, counted from 1.
  init(_ base: FaultyStorage, call: Int, body: @escaping @Sendable () -> Void) {
    self.base = base
    state = Mutex((0, call, body))
  }

  var isDone: Bool { state.withLock { $0.body == nil } }

  private func count() {
    let body = state.withLock { state in
      state.count += 1
      return state.count == state.call ? state.body.take() : nil
    }
    body?()
  }

  func open(_ path: String, for access: StorageAccess) throws(StorageError) -> any StorageFile {
    count()
    return InterruptedFile(storage: self, file: try base.open(path, for: access))
  }

  func createDirectory(_ path: String) throws(StorageError) { try base.createDirectory(path) }
  func entries(of directory: String) throws(StorageError) -> [String] {
    count()
    return try base.entries(of: directory)
  }
  func rename(_ path: String, to destination: String) throws(StorageError) {
    try base.rename(path, to: destination)
  }
  func remove(_ path: String) throws(StorageError) { try base.remove(path) }
  func syncDirectory(_ path: String) throws(StorageError) { try base.syncDirectory(path) }
  func lock(_ path: String) throws(StorageError) -> any StorageLock { try base.lock(path) }

  private final class InterruptedFile: StorageFile {
    let storage: InterruptedStorage
    let file: any StorageFile

    init(storage: InterruptedStorage, file: any StorageFile) {
      self.storage = storage
      self.file = file
    }

    var path: String { file.path }
    var isInPlace: Bool { get throws(StorageError) { try file.isInPlace } }
    func byteCount() throws(StorageError) -> UInt64 {
      storage.count()
      return try file.byteCount()
    }
    func read(
      into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
    ) throws(StorageError) -> Int {
      storage.count()
      return try file.read(into: buffer, at: offset)
    }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageError) {
      try file.write(bytes, at: offset)
    }
    func truncate(to byteCount: UInt64) throws(StorageError) { try file.truncate(to: byteCount) }
    func sync() throws(StorageError) { try file.sync() }
  }
}

@Suite("Using a journal's file again")
struct JournalRecyclingTests {
  private static let sparePath = KeyStore.directory + "/journal-spare"

  /// Commits some frames that differ with each number.
  private static func fill(_ store: inout KeyStore, _ number: UInt64, count: Int = 8) throws {
    var candidates: [KeyStore.Content] = []
    for index in 0..<count {
      try store.perform(
        .commit([[(UInt8(index), number * 100 + UInt64(index), 900)]]), candidates: &candidates)
    }
  }

  private static func rotate(_ store: inout KeyStore) throws {
    var candidates: [KeyStore.Content] = []
    try store.perform(.rotate, candidates: &candidates)
  }

  @Test("After a rotation commits go to blocks that exist: one write and one sync each")
  func allocatedBlocks() throws {
    let storage = FaultyStorage()
    var store = try KeyStore(storage)
    // The file of generation 1 grows; generation 2 grows its own; from then on two files take turns.
    for number in 1...2 as ClosedRange<UInt64> {
      try Self.fill(&store, number, count: 20)
      try Self.rotate(&store)
    }
    for number in 3...8 as ClosedRange<UInt64> {
      let (writes, syncs) = (storage.writeCount, storage.fileSyncCount)
      try Self.fill(&store, number)
      #expect(storage.writeCount - writes == 8)
      #expect(storage.fileSyncCount - syncs == 8)
      try Self.rotate(&store)
      #expect(storage.paths.filter { $0.contains("/journal-") }.count == 2)
    }
    let found = try KeyStore(storage.afterPowerLoss())
    #expect(found.content == store.content)
    #expect(found.journal.loss == LossReport())
  }

  @Test("A file that waits takes no space once the store is closed, or opened after a crash")
  func tidying() throws {
    let storage = FaultyStorage()
    var store = try KeyStore(storage)
    try Self.fill(&store, 1)
    try Self.rotate(&store)
    #expect(storage.contents(of: Self.sparePath) != nil)
    let crashed = storage.afterKill()
    #expect(try KeyStore(crashed).content == store.content)
    #expect(crashed.contents(of: Self.sparePath) == nil)
    try store.journal.close()
    #expect(storage.contents(of: Self.sparePath) == nil)
  }

  @Test("That of another journal stays whose directory took the place of this one's")
  func replacedDirectory() throws {
    let storage = FaultyStorage()
    var store = try KeyStore(storage)
    try Self.fill(&store, 1)
    try Self.rotate(&store)
    storage.moveTree(KeyStore.directory, to: "/aside")
    storage.setContents([1, 2, 3], of: Self.sparePath)
    #expect(throws: StorageError.self) { try store.journal.close() }
    #expect(storage.contents(of: Self.sparePath) == [1, 2, 3])
  }

  @Test("A long file is not kept")
  func longFile() throws {
    let storage = FaultyStorage()
    let store = try JournalStore.open(
      directory: KeyStore.directory, storage: storage, mode: .readWrite,
      options: JournalOptions(firstAllocationByteCount: 1 << 13, largestSpareByteCount: 1 << 14)
    ) { _ in }
    try store.append(KeyStore.set, records: [KeyStore.record(1, 1, padding: 1 << 15)])
    try store.commit()
    try store.rotate { _ in }
    #expect(storage.contents(of: Self.sparePath) == nil)
    try store.rotate { _ in }
    #expect(storage.contents(of: Self.sparePath) != nil)
  }

  @Test("What generations before left in a file never comes back, wherever the writing stops")
  func leftFrames() throws {
    let storage = FaultyStorage()
    var store = try KeyStore(storage)
    for number in 1...4 as ClosedRange<UInt64> {
      try Self.fill(&store, number)
      try Self.rotate(&store)
    }
    // The file behind the checkpoint is full of frames of generation 3.
    var candidates: [KeyStore.Content] = []
    for value in 1...12 as ClosedRange<UInt64> {
      try store.perform(.commit([[(1, value, 300)]]), candidates: &candidates)
      for disk in [storage.afterKill(), storage.afterPowerLoss()] {
        let reader = try KeyStore(disk, mode: .readOnly)
        #expect(reader.content == store.content)
        let report = try JournalStore.verify(directory: KeyStore.directory, storage: disk)
        #expect(report.isIntact)
        #expect(report.unfinishedByteCount == 0)
        let writes = disk.writeCount
        let found = try KeyStore(disk)
        #expect(found.content == store.content)
        #expect(found.journal.loss == LossReport())
        // A few writes, not zeros over all that is left.
        #expect(disk.writeCount - writes < 5)
      }
    }
  }

  @Test("An unfinished write over frames of another generation is found and cleared")
  func unfinishedWrite() throws {
    for seed in 0..<64 as Range<UInt64> {
      let storage = FaultyStorage()
      var store = try KeyStore(storage)
      for number in 1...4 as ClosedRange<UInt64> {
        try Self.fill(&store, number)
        try Self.rotate(&store)
      }
      var candidates: [KeyStore.Content] = []
      storage.setFault(.init(call: 2, isPersistent: true))
      #expect(throws: StorageError.self) {
        try store.perform(
          .commit([[(1, 1, 900)], [(2, 2, 900)], [(3, 3, 900)]]), candidates: &candidates)
      }
      let disk = storage.afterPowerLoss(.keepsRandomSectors(seed: seed))
      var next = try KeyStore(disk)
      try #require(candidates.contains(next.content), "seed \(seed)")
      try #require(next.journal.loss == LossReport(), "seed \(seed)")
      // As long as the first frame that may be gone, so that what is behind it would fit.
      try next.perform(.commit([[(4, 4, 900)]]), candidates: &candidates)
      let found = try KeyStore(disk.afterPowerLoss())
      try #require(found.content == next.content, "seed \(seed)")
      try #require(found.journal.loss == LossReport(), "seed \(seed)")
    }
  }

  /// Lets the writer rotate between two calls of a reader, each in turn.
  private static func interrupt(
    rotationCount: Int, _ read: (any Storage, FaultyStorage) throws -> KeyStore.Content
  ) throws {
    for call in 1... {
      let base = FaultyStorage()
      let writer = Mutex(try KeyStore(base))
      try writer.withLock { try Self.fill(&$0, 1) }
      let before = writer.withLock(\.content)
      let storage = InterruptedStorage(base, call: call) {
        writer.withLock { store in
          for number in 0..<rotationCount {
            #expect(throws: Never.self) {
              try Self.fill(&store, UInt64(2 + number))
              try Self.rotate(&store)
            }
          }
        }
      }
      let found = try read(storage, base)
      let after = writer.withLock(\.content)
      #expect(found == before || found == after, "call \(call)")
      if !storage.isDone { break }
    }
  }

  @Test(
    "A reader whose file becomes another generation's while it opens it sees a whole state, and no damage",
    arguments: 1...4)
  func readerOpening(rotationCount: Int) throws {
    try Self.interrupt(rotationCount: rotationCount) { storage, _ in
      let reader = try KeyStore(storage, mode: .readOnly)
      #expect(reader.journal.loss == LossReport())
      return reader.content
    }
  }

  @Test(
    "A reader whose file becomes another generation's while it follows sees a whole state",
    arguments: 1...4)
  func readerFollowing(rotationCount: Int) throws {
    try Self.interrupt(rotationCount: rotationCount) { storage, _ in
      var reader = try KeyStore(storage, mode: .readOnly)
      try reader.refresh()
      try reader.refresh()
      return reader.content
    }
  }

  @Test("Verification takes a file that is used again for no damage", arguments: 1...3)
  func verification(rotationCount: Int) throws {
    try Self.interrupt(rotationCount: rotationCount) { storage, base in
      let report = try JournalStore.verify(directory: KeyStore.directory, storage: storage)
      #expect(report.damages == [])
      return try KeyStore(base, mode: .readOnly).content
    }
  }
}
