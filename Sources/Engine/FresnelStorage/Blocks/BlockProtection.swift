internal import CSodium
internal import FresnelPlatform

/// What makes a changed block show: a checksum, or the tag of the cipher.
enum BlockProtection: Sendable {
  /// The seed differs from file to file.
  case checksums(seed: UInt32)
  /// The key is the file's own.
  case encryption(EncryptionKey)

  /// The byte count of a block's entry in the table.
  var entryByteCount: Int {
    switch self {
    case .checksums: Self.entryByteCount(isEncrypted: false)
    case .encryption: Self.entryByteCount(isEncrypted: true)
    }
  }

  /// The byte count of a block's entry in the table of a file.
  static func entryByteCount(isEncrypted: Bool) -> Int { isEncrypted ? 16 : 4 }

  /// The start of all checksums of a file.
  static func seed(identifier: [UInt8]) -> UInt32 {
    CRC32C.checksum(of: identifier)
  }

  /// Encrypts a block's bytes in place if that is asked for, and writes its entry.
  func seal(
    _ bytes: UnsafeMutableRawBufferPointer, block: UInt64, entry: UnsafeMutableRawBufferPointer
  ) {
    switch self {
    case .checksums(let seed):
      let checksum = Self.checksum(UnsafeRawBufferPointer(bytes), block: block, seed: seed)
      entry.storeBytes(of: checksum.littleEndian, as: UInt32.self)
    case .encryption(let key):
      Self.withNonce(block) { nonce in
        key.withBytes { key in
          fresnel_sodium_seal(
            bytes.baseAddress, bytes.count, nil, 0, nonce.baseAddress, key.baseAddress,
            entry.baseAddress)
        }
      }
    }
  }

  /// Decrypts a block's bytes in place if need be.
  ///
  /// - Returns: Whether they are what was written there; if not, they are without meaning.
  func open(
    _ bytes: UnsafeMutableRawBufferPointer, block: UInt64, entry: UnsafeRawBufferPointer
  ) -> Bool {
    switch self {
    case .checksums(let seed):
      Self.checksum(UnsafeRawBufferPointer(bytes), block: block, seed: seed)
        == entry.littleEndian(UInt32.self, at: 0)
    case .encryption(let key):
      Self.withNonce(block) { nonce in
        key.withBytes { key in
          fresnel_sodium_open(
            bytes.baseAddress, bytes.count, nil, 0, nonce.baseAddress, key.baseAddress,
            entry.baseAddress) == 0
        }
      }
    }
  }

  private static func checksum(
    _ bytes: UnsafeRawBufferPointer, block: UInt64, seed: UInt32
  ) -> UInt32 {
    var checksum = CRC32C(continuing: seed)
    withUnsafeBytes(of: block.littleEndian) { checksum.update($0) }
    checksum.update(bytes)
    return checksum.value
  }

  private static func withNonce<Result>(
    _ block: UInt64, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    withUnsafeBytes(of: (block.littleEndian, 0 as UInt64, 0 as UInt64), body)
  }
}
