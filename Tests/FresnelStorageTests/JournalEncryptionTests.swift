import FresnelPlatform
import FresnelTestSupport
import Testing

@testable import FresnelStorage

@Suite("Encrypted journals")
struct JournalEncryptionTests {
  private static let journalPath = KeyStore.directory + "/journal-0000000000000001"
  private static let manifestPath = KeyStore.directory + "/manifest"
  private static let otherKey = KeyStore.makeKey([UInt8](repeating: 7, count: 32))

  /// A store of three commits, content in its manifest, and the states after each frame.
  private static func makeStore(key: EncryptionKey?) throws -> (FaultyStorage, [KeyStore.Content]) {
    let storage = FaultyStorage()
    var store = try KeyStore(storage, key: key)
    var states = [store.content]
    for value in 1...3 as ClosedRange<UInt64> {
      var candidates: [KeyStore.Content] = []
      try store.perform(.commit([[(UInt8(value), value, 3)]]), candidates: &candidates)
      states.append(store.content)
    }
    try store.journal.close()
    return (storage, states)
  }

  private static func contents(_ storage: FaultyStorage) -> [String: [UInt8]?] {
    Dictionary(uniqueKeysWithValues: storage.paths.map { ($0, storage.contents(of: $0)) })
  }

  @Test("No file has a byte of what was written, in whatever state the store is left")
  func noPlainText() throws {
    let secret = [UInt8]("the secret of the store".utf8)
    let isTold = { (storage: FaultyStorage) in
      storage.paths.filter { path in
        let bytes = storage.contents(of: path) ?? []
        return bytes.indices.contains { bytes[$0...].starts(with: secret) }
      }
    }
    let storage = FaultyStorage()
    let options = KeyStore.options(key: KeyStore.key)
    let store = try JournalStore.open(
      directory: KeyStore.directory, storage: storage, mode: .readWrite, options: options
    ) { _ in }
    for _ in 0..<3 {
      try store.append(KeyStore.set, records: [secret, secret])
      try store.commit()
      try store.replaceContent(secret)
      #expect(isTold(storage) == [])
      try store.rotate(content: secret) { try $0.append(KeyStore.set) { $0.append(secret) } }
      #expect(isTold(storage) == [])
    }
    // A damaged store keeps a copy of its journal and moves to another.
    let damaged = storage.afterKill()
    let path = try #require(damaged.paths.first { $0.contains("journal-0") })
    var bytes = try #require(damaged.contents(of: path))
    bytes[4096 + 40] ^= 1
    damaged.setContents(bytes, of: path)
    let found = try JournalStore.open(
      directory: KeyStore.directory, storage: damaged, mode: .readWrite, options: options
    ) { _ in }
    #expect(found.loss.extent == .partial)
    #expect(found.content == secret)
    #expect(damaged.paths.contains { $0.contains("/damaged/") })
    #expect(isTold(damaged) == [])
    // The test would notice: a plain store tells it.
    let plain = FaultyStorage()
    let other = try JournalStore.open(
      directory: KeyStore.directory, storage: plain, mode: .readWrite
    ) { _ in }
    try other.append(KeyStore.set, records: [secret])
    try other.commit()
    #expect(isTold(plain).count == 1)
  }

  @Test(
    "Another key, no key, or a key for a plain store is refused by name, and nothing is touched",
    arguments: ["closed", "crashed", "without manifest", "with a damaged manifest"])
  func wrongKey(state: String) throws {
    let keys: [(made: EncryptionKey?, given: EncryptionKey?)] = [
      (KeyStore.key, Self.otherKey), (KeyStore.key, nil), (nil, KeyStore.key),
    ]
    for (made, given) in keys {
      let (storage, states) = try Self.makeStore(key: made)
      switch state {
      case "crashed":
        storage.setContents(try Self.unclosed(storage, key: made), of: Self.journalPath)
      case "without manifest": storage.removeContents(of: Self.manifestPath)
      case "with a damaged manifest": storage.setContents([1, 2, 3], of: Self.manifestPath)
      default: break
      }
      let before = Self.contents(storage)
      for mode in [JournalStore.Mode.readWrite, .readOnly] {
        #expect { try KeyStore(storage, mode: mode, key: given) } throws: {
          ($0 as? StorageError)?.code == .wrongKey
        }
      }
      #expect {
        try JournalStore.verify(
          directory: KeyStore.directory, storage: storage, options: KeyStore.options(key: given))
      } throws: {
        ($0 as? StorageError)?.code == .wrongKey
      }
      #expect(Self.contents(storage) == before)
      #expect(try KeyStore(storage, key: made).content == states.last)
    }
  }

  /// The bytes of the journal without its closing mark.
  private static func unclosed(_ storage: FaultyStorage, key: EncryptionKey?) throws -> [UInt8] {
    var bytes = try #require(storage.contents(of: journalPath))
    let mark = try #require(try frames(bytes, key: key).last)
    bytes.replaceSubrange(mark.offset..<mark.offset + 32, with: repeatElement(0, count: 32))
    return bytes
  }

  /// The headers of a journal's frames and where they are.
  private static func frames(
    _ bytes: [UInt8], key: EncryptionKey?
  ) throws -> [(offset: Int, header: FrameHeader, seed: UInt32)] {
    let storage = FaultyStorage()
    storage.setContents(bytes, of: "/journal")
    let locked = try #require(try JournalHeader.read(try storage.open("/journal", for: .reading)))
    let seed = locked.seed
    var frames: [(offset: Int, header: FrameHeader, seed: UInt32)] = []
    var offset = JournalHeader.byteCount
    while let header = bytes[offset...].prefix(32).withUnsafeBytes({
      FrameHeader($0, seed: seed)
    }) {
      frames.append((offset, header, seed))
      offset += header.frameByteCount
    }
    return frames
  }

  @Test("A frame that somebody changed, with checksums that agree, is damage")
  func forgedFrames() throws {
    let (storage, states) = try Self.makeStore(key: KeyStore.key)
    let bytes = try #require(storage.contents(of: Self.journalPath))
    let frames = try Self.frames(bytes, key: KeyStore.key)
    #expect(frames.count == 5)
    for (offset, header, seed) in frames {
      let payload = offset + 32..<offset + header.frameByteCount
      var forgeries: [(FrameHeader, [UInt8])] = payload.prefix(header.payloadByteCount).map {
        var forged = bytes
        forged[$0] ^= 1
        return (header, forged)
      }
      for kind in [1, 2, 3, 16, 17] as [UInt16] where kind != header.kind.rawValue {
        forgeries.append(
          (
            FrameHeader(
              kind: FrameKind(rawValue: kind), sequence: header.sequence,
              commitStart: header.commitStart, payloadByteCount: header.payloadByteCount,
              checksum: 0), bytes
          ))
      }
      for (forgedHeader, forgedBytes) in forgeries {
        var (header, forged) = (forgedHeader, forgedBytes)
        var checksum = CRC32C(continuing: seed)
        forged[payload].withUnsafeBytes { checksum.update($0) }
        header.payloadChecksum = checksum.value
        header.store(in: &forged, at: offset, seed: seed)
        let copy = storage.afterKill()
        copy.setContents(forged, of: Self.journalPath)
        let reader = try KeyStore(copy, mode: .readOnly, key: KeyStore.key)
        try #require(states.contains(reader.content))
        let found = try KeyStore(copy, key: KeyStore.key)
        try #require(states.contains(found.content))
        // Of the frames nothing comes after but the mark, the last may be an unfinished write.
        let isLast = header.sequence >= 4
        try #require(isLast || found.journal.loss.extent != .none, "\(header)")
      }
    }
  }

  @Test("A manifest that somebody changed, with a checksum that agrees, is not believed")
  func forgedManifest() throws {
    let (storage, states) = try Self.makeStore(key: KeyStore.key)
    let bytes = try #require(storage.contents(of: Self.manifestPath))
    for offset in 0..<bytes.count - 4 {
      var forged = bytes
      forged[offset] ^= 1
      let copy = storage.afterKill()
      copy.setContents(
        JournalFormatTests.resealed(forged, isJournal: false), of: Self.manifestPath)
      do {
        let found = try KeyStore(copy, key: KeyStore.key)
        try #require(found.content == states.last, "byte \(offset)")
        try #require(found.journal.loss.damages.count == 1, "byte \(offset)")
      } catch let error as StorageError {
        try #require([.wrongKey, .newerFormat].contains(error.code), "byte \(offset)")
      }
    }
  }

  @Test("Each generation has a key of its own, and the same text never looks the same")
  func nonces() throws {
    let text = [UInt8](repeating: 0, count: 16)
    let cipher = FrameCipher(key: KeyStore.key)
    let sealed = (0..<50).map { _ in cipher.sealed(text, authenticating: [1]) }
    #expect(Set(sealed).count == 50)
    #expect(sealed.allSatisfy { cipher.open($0[...], authenticating: [1]) == text })
    #expect(cipher.open(sealed[0][...], authenticating: [2]) == nil)
    #expect(cipher.open(sealed[0].dropLast(), authenticating: [1]) == nil)
    #expect(cipher.open([], authenticating: [1]) == nil)
    let keys = try (0..<50).map { number in
      try Generation.following(UInt64(number), firstSequence: 1, key: KeyStore.key).wrappedKey
    }
    #expect(Set(keys).count == 50)
  }
}
