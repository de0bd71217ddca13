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
    _ fixture: ByteFixture, byteCount: Int, seed: UInt64 = 1
  ) throws -> (model: [UInt8], bytes: [UInt8]) {
    var generator = SeededGenerator(seed: seed)
    let model = ByteFixture.bytes(byteCount, &generator)
    var sink = try fixture.sink()
    try sink.append(model)
    _ = try sink.finish()
    return (model, try #require(fixture.storage.contents(of: fixture.path)))
  }

  @Test("Every flipped bit of a file is found", arguments: files)
  func flips(place: ByteFixture.Place) throws {
    let fixture = ByteFixture(place)
    let (model, bytes) = try Self.write(fixture, byteCount: 5_000)
    try #require(Self.read(fixture, bytes, model: model) == .right)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 8)
      try #require(
        Self.read(fixture, changed, model: model) == .failed(.corrupted), "byte \(index)")
    }
  }

  @Test("A file that was cut off or added to is found", arguments: files)
  func lengths(place: ByteFixture.Place) throws {
    let fixture = ByteFixture(place)
    let (model, bytes) = try Self.write(fixture, byteCount: 9_000)
    for count in stride(from: 0, to: bytes.count, by: 61) {
      let outcome = Self.read(fixture, Array(bytes[..<count]), model: model)
      #expect(outcome == .failed(.corrupted), "\(count)")
    }
    for count in [1, 4, 16, 127, 128, 4_096, 4_100, 5_000] {
      let zeros = [UInt8](repeating: 0, count: count)
      for changed in [bytes + zeros, zeros + bytes, bytes + bytes.suffix(count)] {
        #expect(Self.read(fixture, changed, model: model) == .failed(.corrupted), "\(count)")
      }
    }
  }

  @Test("Random damage is found", arguments: files, 0..<40 as Range<UInt64>)
  func randomDamage(place: ByteFixture.Place, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let fixture = ByteFixture(place)
    let count = Int.random(in: 0...30_000, using: &generator)
    let (model, bytes) = try Self.write(fixture, byteCount: count, seed: seed)
    for _ in 0..<20 {
      let changed = generator.mutate(bytes, changes: Int.random(in: 1...4, using: &generator))
      let outcome = Self.read(fixture, changed, model: model)
      #expect(outcome == (changed == bytes ? .right : .failed(.corrupted)), "seed \(seed)")
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
    let entry = (files[0].count - 128 - 8_192) / 2
    #expect(files[0][8_192..<(8_192 + entry)] != files[0][(8_192 + entry)..<(8_192 + 2 * entry)])
    #expect(files[0][8_192..<(8_192 + entry)] != files[1][8_192..<(8_192 + entry)])
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
    let (model, first) = try Self.write(fixture, byteCount: 8_192, seed: 1)
    let (_, second) = try Self.write(fixture, byteCount: 8_192, seed: 2)
    for cut in [4_096, 8_192, first.count - 128] {
      for mixed in [first[..<cut] + second[cut...], second[..<cut] + first[cut...]] {
        #expect(Self.read(fixture, Array(mixed), model: model) == .failed(.corrupted), "\(cut)")
      }
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
