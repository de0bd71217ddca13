import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Block files that are damaged")
struct BlockFileDamageTests {
  private static let files: [ByteFixture.Place] = [.plainFile, .encryptedFile]

  /// How reading a whole file through pins ended.
  private enum Outcome: Equatable {
    case right, wrong
    case failed(StorageError.Code)
  }

  private static func read(_ fixture: ByteFixture, _ bytes: [UInt8], model: [UInt8]) -> Outcome {
    fixture.storage.setContents(bytes, of: fixture.path)
    do throws(StorageError) {
      let source = try fixture.open()
      let pin = try source.pin(0, Int(source.byteCount))
      return ByteFixture.isEqual(pin.bytes, model[...]) ? .right : .wrong
    } catch {
      return .failed(error.code)
    }
  }

  /// Writes content of so many bytes; returns it and the file's bytes.
  private static func write(
    _ fixture: ByteFixture, byteCount: Int, seed: UInt64 = 1, isCopied: Bool = false
  ) throws -> (model: [UInt8], bytes: [UInt8]) {
    var generator = SeededGenerator(seed: seed)
    let model = ByteFixture.bytes(byteCount, &generator)
    var sink = try fixture.sink()
    if isCopied { sink.beginCopiedBytes() }
    try sink.append(model)
    if isCopied { sink.endCopiedBytes() }
    _ = try sink.finish()
    return (model, try #require(fixture.storage.contents(of: fixture.path)))
  }

  @Test(
    "Every flipped bit of a file is found, and costs nothing where the file has it twice",
    arguments: files, [false, true])
  func flips(place: ByteFixture.Place, isCopied: Bool) throws {
    let fixture = ByteFixture(place)
    let (model, bytes) = try Self.write(fixture, byteCount: 5_000, isCopied: isCopied)
    try #require(Self.read(fixture, bytes, model: model) == .right)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 8)
      let isLost = !isCopied && index < 8_192
      try #require(
        Self.read(fixture, changed, model: model) == (isLost ? .failed(.corrupted) : .right),
        "byte \(index)")
      let source = try fixture.open()
      try #require(source.verify().map(\.isLost) == [isLost], "byte \(index)")
    }
  }

  @Test("What is damaged in both places is lost", arguments: files, [false, true])
  func bothPlaces(place: ByteFixture.Place, isCopied: Bool) throws {
    let fixture = ByteFixture(place)
    let (model, bytes) = try Self.write(fixture, byteCount: 20_000, isCopied: isCopied)
    let parts = BlockFileParts(bytes)
    #expect(parts.copiedBlocks == (isCopied ? Array(0..<5) : []))
    for index in [5, 4_100, 19_000, parts.lastEnd.lowerBound, bytes.count - 1] {
      let changed = BlockFileParts.flip(index, of: bytes)
      #expect(Self.read(fixture, changed, model: model) == .failed(.corrupted), "byte \(index)")
      guard index < 20_000 else { continue }
      let block = UInt64(index / 4_096)
      let damaged = try fixture.open().verify()
      #expect(
        damaged.filter(\.isLost).map(\.bytes)
          == [block * 4_096..<min(20_000, (block + 1) * 4_096)], "byte \(index)")
    }
  }

  @Test("A file that was cut off, or added to in front, is found", arguments: files)
  func lengths(place: ByteFixture.Place) throws {
    let fixture = ByteFixture(place)
    let (model, bytes) = try Self.write(fixture, byteCount: 9_000)
    for count in stride(from: 0, to: bytes.count, by: 61) {
      let outcome = Self.read(fixture, Array(bytes[..<count]), model: model)
      #expect(outcome == .failed(.corrupted), "\(count)")
    }
    for count in [1, 4, 16, 127, 128, 4_096, 4_100, 5_000] {
      let zeros = [UInt8](repeating: 0, count: count)
      #expect(Self.read(fixture, zeros + bytes, model: model) == .failed(.corrupted), "\(count)")
    }
  }

  @Test("What was appended to a file costs nothing and is told of", arguments: files)
  func appended(place: ByteFixture.Place) throws {
    let fixture = ByteFixture(place)
    let (_, other) = try Self.write(fixture, byteCount: 9_000, seed: 2)
    let (model, bytes) = try Self.write(fixture, byteCount: 9_000)
    let zeros = [UInt8](repeating: 0, count: 100_000)
    let counts = [1, 4, 16, 127, 128, 4_096, 4_100, 5_000, 100_000]
    let rubbish = counts.flatMap { [zeros.prefix($0), bytes.suffix($0), other.suffix($0)] }
    for appended in rubbish + [other[...]] {
      #expect(
        Self.read(fixture, bytes + appended, model: model) == .right, "\(appended.count) bytes")
      let source = try fixture.open()
      #expect(source.notedDamage != nil, "\(appended.count) bytes")
      #expect(source.verify().map(\.isLost) == [false], "\(appended.count) bytes")
    }
  }

  @Test(
    "What is appended to an encrypted file and looks like the end of a plain one is passed over")
  func plainEndAppended() throws {
    let fixture = ByteFixture(.encryptedFile)
    let (_, plain) = try Self.write(ByteFixture(.plainFile), byteCount: 60_000, seed: 2)
    let (model, bytes) = try Self.write(fixture, byteCount: 9_000)
    // Where they stand in their own file; the last end isn't, with a byte behind it.
    let hostile = bytes + plain[bytes.count...] + [0]
    #expect(Self.read(fixture, hostile, model: model) == .right)
  }

  @Test("Random damage is found, or told of", arguments: files, 0..<40 as Range<UInt64>)
  func randomDamage(place: ByteFixture.Place, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let fixture = ByteFixture(place)
    let count = Int.random(in: 0...30_000, using: &generator)
    let (model, bytes) = try Self.write(fixture, byteCount: count, seed: seed)
    for _ in 0..<20 {
      let changed = generator.mutate(bytes, changes: Int.random(in: 1...4, using: &generator))
      let outcome = Self.read(fixture, changed, model: model)
      if outcome == .right {
        #expect(try fixture.open().verify().isEmpty == (changed == bytes), "seed \(seed)")
      } else {
        #expect(outcome == .failed(.corrupted), "seed \(seed)")
      }
    }
  }

  @Test("A block of another place or another file is found", arguments: files)
  func movedBlocks(place: ByteFixture.Place) throws {
    let fixture = ByteFixture(place)
    // Both blocks hold the same, so only their places tell them apart.
    let block = [UInt8](repeating: 7, count: 4_096)
    var files: [[UInt8]] = []
    for _ in 0..<2 {
      var sink = try fixture.sink()
      try sink.append(block + block)
      _ = try sink.finish()
      files.append(try #require(fixture.storage.contents(of: fixture.path)))
    }
    let end = BlockFileParts(files[0]).lastEnd
    let entry = (end.count - 128) / 2
    let table = files.map { Array($0[end].prefix(2 * entry)) }
    #expect(table[0][..<entry] != table[0][entry...])
    #expect(table[0][..<entry] != table[1][..<entry])
    // A plain block that reads the same is the same, wherever it came from.
    guard place == .encryptedFile else { return }
    var moved = files[0]
    moved.replaceSubrange(0..<4_096, with: files[0][4_096..<8_192])
    #expect(Self.read(fixture, moved, model: block + block) == .failed(.corrupted))
    moved = files[0]
    moved.replaceSubrange(0..<4_096, with: files[1][0..<4_096])
    #expect(Self.read(fixture, moved, model: block + block) == .failed(.corrupted))
  }

  @Test("The parts of two files don't go together", arguments: files)
  func mixedFiles(place: ByteFixture.Place) throws {
    let fixture = ByteFixture(place)
    let (firstModel, first) = try Self.write(fixture, byteCount: 8_192, seed: 1)
    let (secondModel, second) = try Self.write(fixture, byteCount: 8_192, seed: 2)
    for (one, other, model) in [(first, second, firstModel), (second, first, secondModel)] {
      for cut in [4_096, 8_192] {
        let mixed = Array(one[..<cut] + other[cut...])
        #expect(Self.read(fixture, mixed, model: model) == .failed(.corrupted), "\(cut)")
      }
      // The last end does not go with its own tail; the first end is whole.
      let mixed = Array(one.dropLast(128) + other.suffix(128))
      #expect(Self.read(fixture, mixed, model: model) == .right)
      #expect(try fixture.open().notedDamage != nil)
    }
  }

  @Test("Another key, a key too many and a missing key are told from damage")
  func keys() throws {
    let plain = ByteFixture(.plainFile)
    let encrypted = ByteFixture(.encryptedFile, storage: plain.storage)
    func code(_ key: EncryptionKey?) -> StorageError.Code? {
      do throws(StorageError) {
        _ = try ByteSource.open(plain.path, storage: plain.storage, cache: plain.cache, key: key)
        return nil
      } catch {
        return error.code
      }
    }
    _ = try Self.write(encrypted, byteCount: 5_000)
    #expect(code(ByteFixture.key(1)) == nil)
    #expect(code(ByteFixture.key(2)) == .wrongKey)
    #expect(code(nil) == .wrongKey)
    _ = try Self.write(plain, byteCount: 5_000)
    #expect(code(nil) == nil)
    #expect(code(ByteFixture.key(1)) == .wrongKey)
  }

  @Test("An encrypted file shows nothing of its content, and no two are alike")
  func ciphertext() throws {
    let fixture = ByteFixture(.encryptedFile)
    let files = try (0..<2).map { _ in
      var sink = try fixture.sink()
      try sink.append([UInt8](repeating: 0x61, count: 8_192))
      _ = try sink.finish()
      return try #require(fixture.storage.contents(of: fixture.path))
    }
    #expect(files[0][..<4_096] != files[0][4_096..<8_192])
    #expect(files[0][..<8_192] != files[1][..<8_192])
    #expect(files[0][..<8_192].count { $0 == 0x61 } < 200)
  }

  @Test("A key is not printed")
  func keyIsSilent() {
    let key = ByteFixture.key(0x61)
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] {
      #expect(!text.contains("97") && !text.contains("61") && !text.contains("aaa"))
    }
  }

  @Test("Verification finds all damaged blocks and goes on behind them", arguments: files)
  func verification(place: ByteFixture.Place) throws {
    let fixture = ByteFixture(place)
    var (_, bytes) = try Self.write(fixture, byteCount: 150 * 4_096 + 10)
    for block in [0, 63, 64, 65, 100, 150] { bytes[block * 4_096 + 5] ^= 4 }
    fixture.storage.setContents(bytes, of: fixture.path)
    let source = try fixture.open()
    var told: [UInt64] = []
    let damaged = source.verify {
      told.append($0)
      return true
    }
    let block = 4_096 as UInt64
    let expected: [Range<UInt64>] = [
      0..<block, (63 * block)..<(66 * block), (100 * block)..<(101 * block),
      (150 * block)..<(150 * block + 10),
    ]
    #expect(damaged.map(\.bytes) == expected)
    #expect(damaged.allSatisfy { $0.error.code == .corrupted })
    #expect(damaged.map(\.error.offset) == damaged.map(\.bytes.lowerBound))
    #expect(told.last == source.byteCount)
    #expect(told == told.sorted())
    #expect(fixture.cache.statistics.residentByteCount == 0)
    // It stops when it is told to.
    let first = source.verify { _ in false }
    #expect(first.map(\.bytes) == [0..<block, (63 * block)..<(64 * block)])
  }

  @Test("Damage behind what a stream hands out does not stop it before")
  func streamBeforeDamage() throws {
    let fixture = ByteFixture(.plainFile)
    var (model, bytes) = try Self.write(fixture, byteCount: 20 * 4_096)
    bytes[10 * 4_096] ^= 1
    fixture.storage.setContents(bytes, of: fixture.path)
    let source = try fixture.open()
    var stream = source.stream(from: 0)
    for index in 0..<10 {
      let part = try stream.next(4_096)
      #expect(ByteFixture.isEqual(part, model[(index * 4_096)..<((index + 1) * 4_096)]))
    }
    #expect(throws: StorageError.self) { _ = try stream.next(1) }
    stream.seek(to: 11 * 4_096)
    let rest = try stream.next(9 * 4_096)
    #expect(ByteFixture.isEqual(rest, model[(11 * 4_096)...]))
  }
}
