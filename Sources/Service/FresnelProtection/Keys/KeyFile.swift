internal import FresnelPlatform
package import FresnelStorage
package import SpotlightWire

// The keys of one protection class, little-endian. Documentation/formats/keys.md describes them.
//
//   offset  bytes  field
//        0      8  "FRSNKEYS"
//        8      4  format version: 1
//       12      1  protection class: 1, 2 or 3
//       13      1  number m of wraps: 1 to 3
//       14      2  zero
//       16     32  public key of X25519; zeros where the class cannot be locked
//       48     72  its secret key, encrypted with the class key; zeros where there is none
//      120  104*m  wraps
//        .      4  CRC-32C of all bytes before
//
// A wrap:
//
//        0      1  method: 1 Secret Service, 2 passphrase, 3 local key file; rising
//        1      3  zero
//        4      4  passes of Argon2id; 0 without a passphrase
//        8      8  its memory in bytes; 0 without a passphrase
//       16     16  its salt; zeros without a passphrase
//       32     72  the class key, encrypted

/// The keys of one protection class, as they are stored: encrypted.
package struct KeyFile: Equatable, Sendable {
  static let magic = [UInt8]("FRSNKEYS".utf8)
  static let version: UInt32 = 1
  /// The most bytes that a file may have.
  static let largestByteCount = 4096

  /// The class.
  package let protection: ProtectionClass
  /// What opens the class key, each by another method, ordered by method.
  package private(set) var wraps: [KeyWrap]
  /// The keys by which changes are sealed while the class is locked.
  private let pair: SealedPair?

  private struct SealedPair: Equatable, Sendable {
    var publicKey: [UInt8]
    var secretKey: [UInt8]
  }

  /// Makes the file of a new class key.
  ///
  /// - Parameters:
  ///   - protection: An encrypted class.
  ///   - key: Its key.
  ///   - wrap: What opens the key.
  /// - Throws: ``ProtectionError``.
  package init(
    _ protection: ProtectionClass, key: EncryptionKey, wrap: KeyWrap
  ) throws(ProtectionError) {
    precondition(protection != .none, "The class without protection has no key.")
    self.protection = protection
    wraps = [wrap]
    pair = protection.isLockable ? try Self.newPair(sealedWith: key, protection) : nil
  }

  // MARK: - Keys

  /// The key to which changes are sealed; `nil` where the class cannot be locked.
  package var publicKey: [UInt8]? { pair?.publicKey }

  /// The wrap that a method opens.
  package func wrap(by method: WrapMethod) -> KeyWrap? {
    wraps.first { $0.method == method }
  }

  /// Whether nothing but the secret of a local key file opens the class.
  package var isOpenedByLocalFileAlone: Bool { wraps.map(\.method) == [.localKeyFile] }

  /// Adds a wrap, in the place of one of the same method.
  package mutating func add(_ wrap: KeyWrap) {
    wraps.removeAll { $0.method == wrap.method }
    wraps.append(wrap)
    wraps.sort { $0.method.rawValue < $1.method.rawValue }
  }

  /// Removes what a method opens, unless nothing else would open the key.
  package mutating func removeWrap(by method: WrapMethod) {
    guard wraps.contains(where: { $0.method != method }) else { return }
    wraps.removeAll { $0.method == method }
  }

  /// Decrypts the keys by which changes are sealed and opened.
  ///
  /// - Parameter key: The class key.
  /// - Returns: The pair; `nil` where the class cannot be locked.
  /// - Throws: ``ProtectionError`` with ``ProtectionError/Code/wrongSecret`` when the key is another.
  package func sealingKeys(with key: EncryptionKey) throws(ProtectionError) -> SealingKeyPair? {
    guard let pair else { return nil }
    try KeyWrap.prepareCipher()
    let binding = Self.binding(protection, publicKey: pair.publicKey)
    guard let secretKey = WrappedKey.unwrap(pair.secretKey, with: key, binding: binding) else {
      throw ProtectionError(.wrongSecret, "The class key does not open the sealing key.")
    }
    do throws(WireError) {
      return try secretKey.withBytes { (bytes) -> Result<SealingKeyPair, WireError> in
        Result { () throws(WireError) in try SealingKeyPair(secretKey: bytes.bytes) }
      }.get()
    } catch {
      throw ProtectionError(.system, error.message)
    }
  }

  private static func newPair(
    sealedWith key: EncryptionKey, _ protection: ProtectionClass
  ) throws(ProtectionError) -> SealedPair {
    try KeyWrap.prepareCipher()
    let keys: SealingKeyPair
    do throws(WireError) {
      keys = try SealingKeyPair.random()
    } catch {
      throw ProtectionError(.system, error.message)
    }
    let secretKey = keys.withSecretKey { EncryptionKey($0.bytes) }
    let binding = binding(protection, publicKey: keys.publicKey)
    return SealedPair(
      publicKey: keys.publicKey,
      secretKey: WrappedKey.wrap(secretKey, with: key, binding: binding))
  }

  private static func binding(_ protection: ProtectionClass, publicKey: [UInt8]) -> [UInt8] {
    magic + [protection.rawValue, 0] + publicKey
  }

  // MARK: - Bytes

  /// The file's bytes.
  package func encoded() -> [UInt8] {
    var writer = WireWriter()
    writer.append(raw: Self.magic)
    writer.append(Self.version)
    writer.append(protection.rawValue)
    writer.append(UInt8(wraps.count))
    writer.append(0 as UInt16)
    writer.append(raw: pair?.publicKey ?? Self.zeros(SealingKeyPair.byteCount))
    writer.append(raw: pair?.secretKey ?? Self.zeros(WrappedKey.byteCount))
    for wrap in wraps {
      writer.append(UInt32(wrap.method.rawValue))
      writer.append(wrap.derivation?.passes ?? 0)
      writer.append(wrap.derivation?.memoryByteCount ?? 0)
      writer.append(
        raw: wrap.derivation?.salt ?? Self.zeros(PassphraseDerivation.saltByteCount))
      writer.append(raw: wrap.wrapped)
    }
    var bytes = writer.finish()
    let checksum = CRC32C.checksum(of: bytes[...])
    withUnsafeBytes(of: checksum.littleEndian) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Reads a file's bytes.
  ///
  /// - Throws: ``ProtectionError`` with ``ProtectionError/Code/damaged`` or
  ///   ``ProtectionError/Code/newerFormat``.
  package init(decoding bytes: [UInt8]) throws(ProtectionError) {
    guard bytes.count <= Self.largestByteCount, bytes.starts(with: Self.magic),
      bytes.count >= Self.magic.count + 8
    else { throw Self.damaged }
    var checksum: UInt32 = 0
    for byte in bytes.suffix(4).reversed() { checksum = checksum << 8 | UInt32(byte) }
    guard CRC32C.checksum(of: bytes.dropLast(4)) == checksum else { throw Self.damaged }
    var reader = WireReader(bytes, in: Self.magic.count..<(bytes.count - 4))
    var version: UInt32 = 0
    var found: KeyFile?
    do throws(WireError) {
      version = try reader.integer()
      if version == Self.version {
        found = try Self.parse(&reader)
        try reader.finish()
      }
    } catch {
      throw Self.damaged
    }
    guard version <= Self.version else {
      throw ProtectionError(
        .newerFormat, "A newer program wrote the keys, in format version \(version).")
    }
    guard let found else { throw Self.damaged }
    self = found
  }

  private init(_ protection: ProtectionClass, wraps: [KeyWrap], pair: SealedPair?) {
    self.protection = protection
    self.wraps = wraps
    self.pair = pair
  }

  /// Reads what follows the version; `nil` when it is not as it has to be.
  private static func parse(_ reader: inout WireReader) throws(WireError) -> KeyFile? {
    let classNumber: UInt8 = try reader.integer()
    let wrapCount: UInt8 = try reader.integer()
    let zero: UInt16 = try reader.integer()
    guard let protection = ProtectionClass(rawValue: classNumber), protection != .none,
      zero == 0, wrapCount >= 1
    else { return nil }
    let publicKey = try reader.raw(count: SealingKeyPair.byteCount)
    let secretKey = try reader.raw(count: WrappedKey.byteCount)
    let hasPair = publicKey.contains { $0 != 0 }
    guard hasPair == protection.isLockable, hasPair || !secretKey.contains(where: { $0 != 0 })
    else { return nil }
    var wraps: [KeyWrap] = []
    for _ in 0..<wrapCount {
      guard let wrap = try parseWrap(&reader) else { return nil }
      if let last = wraps.last, last.method.rawValue >= wrap.method.rawValue { return nil }
      wraps.append(wrap)
    }
    return KeyFile(
      protection, wraps: wraps,
      pair: hasPair ? SealedPair(publicKey: publicKey, secretKey: secretKey) : nil)
  }

  private static func parseWrap(_ reader: inout WireReader) throws(WireError) -> KeyWrap? {
    let methodNumber: UInt32 = try reader.integer()
    let passes: UInt32 = try reader.integer()
    let memory: UInt64 = try reader.integer()
    let salt = try reader.raw(count: PassphraseDerivation.saltByteCount)
    let wrapped = try reader.raw(count: WrappedKey.byteCount)
    guard let method = UInt8(exactly: methodNumber).flatMap(WrapMethod.init(rawValue:)) else {
      return nil
    }
    if method == .passphrase {
      guard
        let derivation = PassphraseDerivation(
          salt: salt, passes: passes, memoryByteCount: memory)
      else { return nil }
      return KeyWrap(method: method, derivation: derivation, wrapped: wrapped)
    }
    guard passes == 0, memory == 0, !salt.contains(where: { $0 != 0 }) else { return nil }
    return KeyWrap(method: method, derivation: nil, wrapped: wrapped)
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static var damaged: ProtectionError {
    ProtectionError(.damaged, "The file of keys is damaged.")
  }
}
