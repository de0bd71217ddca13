import FresnelPlatform
import FresnelProtection
import FresnelStorage
import FresnelTestSupport
import SpotlightWire
import Testing

/// The bytes of a key, which only tests look at.
func bytes(of key: EncryptionKey) -> [UInt8] { key.withBytes { [UInt8]($0) } }

/// A key of one byte, repeated.
func key(_ byte: UInt8) -> EncryptionKey {
  EncryptionKey([UInt8](repeating: byte, count: EncryptionKey.byteCount).span.bytes)
}

/// Makes a key of a passphrase in a moment.
let quickDerivation = PassphraseDerivation(passes: 1, memoryByteCount: 8192)

@Suite("KeyFile")
struct KeyFileTests {
  private static let classes: [ProtectionClass] = [.firstUnlock, .completeUnlessOpen, .complete]

  /// A file with all three wraps: secrets of 1, the passphrase "secret", and of 3.
  private static func file(
    _ protection: ProtectionClass, key classKey: EncryptionKey = key(9)
  ) throws -> KeyFile {
    var file = try KeyFile(
      protection, key: classKey,
      wrap: KeyWrap(classKey, of: protection, by: .secretService, with: key(1)))
    file.add(try KeyWrap(classKey, of: protection, by: .localKeyFile, with: key(3)))
    file.add(
      try KeyWrap(
        classKey, of: protection, by: .passphrase, derivation: quickDerivation,
        with: quickDerivation.key(of: Array("secret".utf8))))
    return file
  }

  @Test(
    "Each method opens the same key, also after the file was written and read", arguments: classes)
  func methods(protection: ProtectionClass) throws {
    let written = try Self.file(protection)
    let read = try KeyFile(decoding: written.encoded())
    #expect(read == written)
    #expect(read.wraps.map(\.method) == [.secretService, .passphrase, .localKeyFile])
    for wrap in read.wraps {
      let secret =
        switch wrap.method {
        case .secretService: key(1)
        case .passphrase: try #require(wrap.derivation).key(of: Array("secret".utf8))
        case .localKeyFile: key(3)
        }
      #expect(bytes(of: try wrap.key(of: protection, with: secret)) == bytes(of: key(9)))
    }
  }

  @Test("Another secret, another passphrase, another class or another method opens nothing")
  func bindings() throws {
    let file = try Self.file(.complete)
    let wrap = try #require(file.wrap(by: .secretService))
    #expect { try wrap.key(of: .complete, with: key(2)) } throws: { isWrongSecret($0) }
    #expect { try wrap.key(of: .completeUnlessOpen, with: key(1)) } throws: { isWrongSecret($0) }
    let passphrase = try #require(file.wrap(by: .passphrase))
    let other = try quickDerivation.key(of: Array("Secret".utf8))
    #expect { try passphrase.key(of: .complete, with: other) } throws: { isWrongSecret($0) }
    // The wrap of one method in the place of another's.
    var moved = file.encoded()
    moved[120] = 3
    #expect(throws: ProtectionError.self) { try KeyFile(decoding: moved) }
  }

  private func isWrongSecret(_ error: any Error) -> Bool {
    (error as? ProtectionError)?.code == .wrongSecret
  }

  @Test("The sealing keys of a lockable class are opened by its key alone", arguments: classes)
  func sealingKeys(protection: ProtectionClass) throws {
    let file = try KeyFile(decoding: Self.file(protection).encoded())
    guard protection.isLockable else {
      #expect(file.publicKey == nil)
      #expect(try file.sealingKeys(with: key(9)) == nil)
      return
    }
    let keys = try #require(try file.sealingKeys(with: key(9)))
    #expect(keys.publicKey == file.publicKey)
    let sealed = try SealedBatch(index: "a", operations: [.deleteAll]).sealed(to: keys.publicKey)
    #expect(try SealedBatch(opening: sealed, with: keys).index == "a")
    #expect { try file.sealingKeys(with: key(8)) } throws: { isWrongSecret($0) }
  }

  @Test("Wraps are added, replaced and removed; the last one stays")
  func wraps() throws {
    var file = try Self.file(.firstUnlock)
    file.removeWrap(by: .localKeyFile)
    #expect(file.wraps.map(\.method) == [.secretService, .passphrase])
    file.add(try KeyWrap(key(9), of: .firstUnlock, by: .secretService, with: key(4)))
    #expect(file.wraps.count == 2)
    let replaced = try #require(file.wrap(by: .secretService))
    #expect(bytes(of: try replaced.key(of: .firstUnlock, with: key(4))) == bytes(of: key(9)))
    file.removeWrap(by: .passphrase)
    file.removeWrap(by: .secretService)
    #expect(file.wraps.map(\.method) == [.secretService])
  }

  @Test("A file of a newer version says so")
  func newerVersion() throws {
    var bytes = try Self.file(.complete).encoded().dropLast(4)
    bytes[8] = 2
    let checksum = CRC32C.checksum(of: bytes)
    let file = Array(bytes) + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
    #expect { try KeyFile(decoding: file) } throws: {
      ($0 as? ProtectionError)?.code == .newerFormat
    }
  }

  @Test("Every file cut short or with a flipped bit is told from a whole one")
  func damage() throws {
    let whole = try Self.file(.complete).encoded()
    for count in 0..<whole.count {
      #expect(throws: ProtectionError.self) { try KeyFile(decoding: Array(whole.prefix(count))) }
    }
    for bit in 0..<(whole.count * 8) {
      var bytes = whole
      bytes[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: ProtectionError.self) { try KeyFile(decoding: bytes) }
    }
    #expect(throws: ProtectionError.self) { try KeyFile(decoding: whole + [0]) }
  }

  @Test("Bytes with a right checksum that are no keys are refused or harmless", arguments: 0..<8)
  func fuzz(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let whole = try Self.file(Self.classes[Int(seed) % 3]).encoded()
    for _ in 0..<400 {
      var body = Array(whole.dropLast(4))
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
          body[Int.random(in: 0..<body.count, using: &generator)] = .random(
            in: 0...255, using: &generator)
        case 1: body.removeLast(Int.random(in: 0..<min(80, body.count - 8), using: &generator))
        default: body += (0..<104).map { _ in .random(in: 0...255, using: &generator) }
        }
      }
      let checksum = CRC32C.checksum(of: body[...])
      let file = body + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
      guard let read = try? KeyFile(decoding: file) else { continue }
      #expect(read.encoded() == file, "seed \(seed)")
      // Opening what was made up fails, and costs no more than the bounds allow.
      for wrap in read.wraps where wrap.method != .passphrase {
        _ = try? wrap.key(of: read.protection, with: key(1))
      }
      _ = try? read.sealingKeys(with: key(9))
    }
  }

  @Test("A passphrase is worth nothing without its salt")
  func salts() throws {
    let other = PassphraseDerivation(passes: 1, memoryByteCount: 8192)
    let phrase = Array("secret".utf8)
    #expect(
      bytes(of: try quickDerivation.key(of: phrase))
        == bytes(of: try quickDerivation.key(of: phrase)))
    #expect(bytes(of: try quickDerivation.key(of: phrase)) != bytes(of: try other.key(of: phrase)))
  }
}
