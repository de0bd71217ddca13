import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Damaged journals")
struct JournalDamageTests {
  private static let journalPath = KeyStore.directory + "/journal-0000000000000001"
  private static let manifestPath = KeyStore.directory + "/manifest"

  /// A store of five commits and the states after each, from the empty one.
  private static func makeStore(
    closing: Bool, key: EncryptionKey? = nil
  ) throws -> (FaultyStorage, [KeyStore.Content]) {
    let storage = FaultyStorage()
    var store = try KeyStore(storage, key: key)
    var states = [store.content]
    for value in 1...5 as ClosedRange<UInt64> {
      let key = UInt8(value % 3)
      var candidates: [KeyStore.Content] = []
      try store.perform(
        .commit([[(key, value, 5)], [(key + 3, value, 20)]]), candidates: &candidates)
      states += [states[states.count - 1].merging([key: value]) { $1 }, store.content]
    }
    if closing { try store.journal.close() }
    return (storage, states)
  }

  /// Opens a damaged store and checks that it tells the truth.
  ///
  /// `lastDoubtful` is the number of states at the end that may be lost without a report, since an
  /// interrupted write would look the same.
  private static func check(
    _ storage: FaultyStorage, _ states: [KeyStore.Content], lastDoubtful: Int,
    key: EncryptionKey?, _ place: @autoclosure () -> String
  ) throws {
    let reader = try? KeyStore(storage, mode: .readOnly, key: key)
    if let reader { try #require(states.contains(reader.content), "\(place()), read only") }
    let found = try KeyStore(storage.afterKill(), key: key)
    let index = try #require(states.lastIndex(of: found.content), "\(place())")
    let loss = found.journal.loss
    let isWhole = index >= states.count - 1 - lastDoubtful
    try #require(isWhole == (loss.extent == .none), "\(place()): \(loss)")
    if !isWhole {
      try #require(!loss.damages.isEmpty, "\(place())")
      try #require(loss.extent == (index == 0 ? .complete : .partial), "\(place())")
    }
    try found.journal.close()
  }

  @Test(
    "No flipped byte of a journal goes unnoticed or hides more than it must",
    arguments: [true, false], [nil, KeyStore.key])
  func flippedBytes(closing: Bool, key: EncryptionKey?) throws {
    let (storage, states) = try Self.makeStore(closing: closing, key: key)
    let bytes = try #require(storage.contents(of: Self.journalPath))
    let end = (bytes.lastIndex { $0 != 0 } ?? 0) + 9
    // Each byte of the frames, some of the header block.
    let offsets = Array(stride(from: 0, to: 4096, by: 67)) + Array(0..<120) + Array(4090..<end)
    for offset in offsets {
      for bit in [0x01, 0x80] as [UInt8] {
        var damaged = bytes
        damaged[offset] ^= bit
        let copy = storage.afterKill()
        copy.setContents(damaged, of: Self.journalPath)
        try Self.check(
          copy, states, lastDoubtful: closing ? 0 : 2, key: key, "byte \(offset), closed \(closing)"
        )
      }
    }
  }

  @Test("A journal cut off anywhere gives what is before the cut", arguments: [true, false])
  func truncation(closing: Bool) throws {
    let (storage, states) = try Self.makeStore(closing: closing)
    let bytes = try #require(storage.contents(of: Self.journalPath))
    let end = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
    for length in Array(stride(from: 0, to: 4096, by: 509)) + Array(4090...end) {
      let copy = storage.afterKill()
      copy.setContents(Array(bytes[..<length]), of: Self.journalPath)
      // What a cut removes looks like a write that never happened.
      let reader = try KeyStore(copy, mode: .readOnly)
      try #require(states.contains(reader.content), "length \(length)")
      let found = try KeyStore(copy.afterKill())
      try #require(found.content == reader.content, "length \(length)")
    }
  }

  @Test(
    "No flipped byte and no cut of a manifest loses anything", arguments: [nil, KeyStore.key])
  func damagedManifest(key: EncryptionKey?) throws {
    let (storage, states) = try Self.makeStore(closing: true, key: key)
    let bytes = try #require(storage.contents(of: Self.manifestPath))
    for offset in bytes.indices {
      for damaged in [
        Array(bytes[..<offset]), bytes.enumerated().map { $0 == offset ? $1 ^ 0x10 : $1 },
      ] {
        let copy = storage.afterKill()
        copy.setContents(damaged, of: Self.manifestPath)
        let reader = try KeyStore(copy, mode: .readOnly, key: key)
        try #require(reader.content == states.last, "byte \(offset)")
        let found = try KeyStore(copy.afterKill(), key: key)
        try #require(found.content == states.last, "byte \(offset)")
        try #require(found.journal.loss.extent == .none, "byte \(offset)")
        try #require(found.journal.loss.damages.count == 1, "byte \(offset)")
      }
    }
  }

  @Test("A missing journal is a complete loss, a missing manifest is none")
  func missingFiles() throws {
    let (storage, states) = try Self.makeStore(closing: true)
    let withoutJournal = storage.afterKill()
    withoutJournal.removeContents(of: Self.journalPath)
    #expect { try KeyStore(withoutJournal, mode: .readOnly) } throws: {
      ($0 as? StorageError)?.code == .corrupted
    }
    let empty = try KeyStore(withoutJournal)
    #expect(empty.content == [:])
    #expect(empty.journal.loss.extent == .complete)

    let withoutManifest = storage.afterKill()
    withoutManifest.removeContents(of: Self.manifestPath)
    let whole = try KeyStore(withoutManifest)
    #expect(whole.content == states.last)
    #expect(whole.journal.loss.extent == .none)
  }

  @Test("A loss is reported again until it is acknowledged, and the damaged file is kept")
  func stickyLoss() throws {
    let (storage, _) = try Self.makeStore(closing: true)
    var bytes = try #require(storage.contents(of: Self.journalPath))
    bytes[4096 + 60 + 100] ^= 1
    storage.setContents(bytes, of: Self.journalPath)
    let first = try KeyStore(storage)
    #expect(first.journal.loss.extent == .partial)
    let setAside = try #require(first.journal.loss.damages.first?.setAsidePath)
    #expect(storage.contents(of: setAside) == bytes)
    try first.journal.close()

    let second = try KeyStore(storage)
    #expect(second.journal.loss == LossReport(extent: .partial))
    #expect(second.content == first.content)
    try second.journal.acknowledgeLoss()
    try second.journal.close()

    let third = try KeyStore(storage.afterPowerLoss())
    #expect(third.journal.loss == LossReport())
    #expect(third.content == first.content)
  }

  @Test("Verification counts what is intact and names every damaged place")
  func verification() throws {
    let (storage, _) = try Self.makeStore(closing: true)
    let whole = try JournalStore.verify(directory: KeyStore.directory, storage: storage)
    #expect(whole.isIntact)
    // Ten frames of one record each and the mark at the end of the first, empty checkpoint.
    #expect(whole.frameCount == 11)
    #expect(whole.recordCount == 11)
    var bytes = try #require(storage.contents(of: Self.journalPath))
    let starts = stride(from: 4096 + 40 + 40, to: 4096 + 600, by: 200)
    for offset in starts { bytes[offset] ^= 4 }
    storage.setContents(bytes, of: Self.journalPath)
    let damaged = try JournalStore.verify(directory: KeyStore.directory, storage: storage)
    #expect(damaged.damages.count == starts.underestimatedCount)
    #expect(damaged.frameCount == 11 - damaged.damages.count)
    #expect(storage.contents(of: Self.journalPath) == bytes)
  }

  @Test(
    "Random damage never crashes and never gives a state that never was",
    arguments: 0..<300 as Range<UInt64>)
  func randomDamage(seed: UInt64) throws {
    let (storage, states) = try Self.makeStore(closing: seed % 2 == 0)
    var random = SeededGenerator(seed: seed)
    for path in [Self.journalPath, Self.manifestPath]
    where Bool.random(using: &random) || path == Self.journalPath {
      let bytes = try #require(storage.contents(of: path))
      let used = bytes.prefix((bytes.lastIndex { $0 != 0 } ?? 0) + 1)
      storage.setContents(random.mutate(Array(used), changes: 1 + Int(seed % 4)), of: path)
    }
    _ = try? JournalStore.verify(directory: KeyStore.directory, storage: storage)
    if let reader = try? KeyStore(storage, mode: .readOnly) {
      #expect(states.contains(reader.content), "seed \(seed)")
    }
    let found = try KeyStore(storage)
    #expect(states.contains(found.content), "seed \(seed)")
    let again = try KeyStore(storage.afterPowerLoss())
    #expect(again.content == found.content, "seed \(seed)")
  }

  @Test("A newer format is refused by name, not taken for damage")
  func newerFormat() throws {
    let (storage, _) = try Self.makeStore(closing: true)
    for path in [Self.manifestPath, Self.journalPath] {
      let copy = storage.afterKill()
      var bytes = try #require(copy.contents(of: path))
      bytes[8] = 3
      copy.setContents(
        JournalFormatTests.resealed(bytes, isJournal: path == Self.journalPath), of: path)
      let before = copy.paths
      for mode in [JournalStore.Mode.readWrite, .readOnly] {
        #expect { try KeyStore(copy, mode: mode) } throws: {
          ($0 as? StorageError)?.code == .newerFormat
        }
      }
      #expect(copy.paths == before)
    }
  }
}
