import FresnelTestSupport
import Testing

@testable import FresnelStorage

@Suite("Journal files with extreme numbers and right checksums")
struct JournalExtremeNumbersTests {
  private static let manifestPath = KeyStore.directory + "/manifest"
  private static let extremes: [UInt64] = [0, 1 << 62, (1 << 63) - 1, 1 << 63, .max - 1, .max]

  private static func makeStore() throws -> FaultyStorage {
    let storage = FaultyStorage()
    var store = try KeyStore(storage)
    var candidates: [KeyStore.Content] = []
    try store.perform(.commit([[(1, 1, 0)]]), candidates: &candidates)
    try store.journal.close()
    return storage
  }

  /// Opens a store as everybody may, writes to it and opens it again.
  private static func use(_ storage: FaultyStorage, _ place: String) throws {
    _ = try? JournalStore.verify(directory: KeyStore.directory, storage: storage)
    _ = try? KeyStore(storage, mode: .readOnly)
    guard var store = try? KeyStore(storage) else { return }
    var candidates: [KeyStore.Content] = []
    do {
      try store.perform(.commit([[(2, 2, 0)], [(3, 3, 0)]]), candidates: &candidates)
      try store.perform(.rotate, candidates: &candidates)
      try store.perform(.commit([[(4, 4, 0)]]), candidates: &candidates)
    } catch let error as StorageError {
      #expect(error.code == .tooLarge, "\(place)")
    }
    let again = try KeyStore(storage.afterPowerLoss())
    #expect(again.content == store.content, "\(place)")
  }

  @Test("No number in a manifest crashes the store", arguments: [16, 24, 32, 40, 48])
  func manifest(offset: Int) throws {
    for number in Self.extremes {
      let storage = try Self.makeStore()
      var bytes = try #require(storage.contents(of: Self.manifestPath))
      bytes.storeLittleEndian(number, at: offset)
      storage.setContents(
        JournalFormatTests.resealed(bytes, isJournal: false), of: Self.manifestPath)
      try Self.use(storage, "\(number) at \(offset)")
    }
  }

  @Test("No number in a journal's header crashes the store", arguments: [16, 24, 32])
  func header(offset: Int) throws {
    for number in Self.extremes {
      let storage = try Self.makeStore()
      let path = KeyStore.directory + "/" + Generation.fileName(of: 1)
      var bytes = try #require(storage.contents(of: path))
      bytes.storeLittleEndian(number, at: offset)
      let changed = JournalFormatTests.resealed(bytes, isJournal: true)
      storage.removeContents(of: path)
      storage.removeContents(of: Self.manifestPath)
      let isNumber = offset == 16
      storage.setContents(
        changed, of: KeyStore.directory + "/" + Generation.fileName(of: isNumber ? number : 1))
      try Self.use(storage, "\(number) at \(offset)")
    }
  }

  @Test("No sequence number in a frame crashes the store")
  func frame() throws {
    for number in Self.extremes.dropFirst() {
      let storage = try Self.makeStore()
      let path = KeyStore.directory + "/" + Generation.fileName(of: 1)
      var bytes = try #require(storage.contents(of: path))
      let generation = try #require(
        try JournalHeader.read(try storage.open(path, for: .reading)))
      // A frame of a much later commit, after a gap.
      var buffer = FrameBuffer(generation: generation)
      buffer.append(FrameKind(rawValue: 16), payload: [])
      buffer.seal(firstSequence: number, commitStart: number)
      bytes.replaceSubrange(6000..<6000 + buffer.bytes.count, with: buffer.bytes)
      storage.setContents(bytes, of: path)
      try Self.use(storage, "\(number)")
    }
  }
}
