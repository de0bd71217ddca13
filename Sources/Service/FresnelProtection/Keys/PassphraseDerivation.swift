internal import CSodium
internal import FresnelPlatform
package import FresnelStorage

/// How a passphrase becomes a key: Argon2id (RFC 9106), as libsodium has it.
package struct PassphraseDerivation: Equatable, Sendable {
  /// The number of bytes of the salt.
  static let saltByteCount = 16
  /// What is accepted from a file: more would only keep the machine busy for whoever wrote it.
  static let passRange: ClosedRange<UInt32> = 1...16
  static let memoryRange: ClosedRange<UInt64> = 8192...(1 << 30)

  /// Random bytes that make the same passphrase another key elsewhere.
  var salt: [UInt8]
  /// How often the memory is gone over.
  var passes: UInt32
  /// How much memory is gone over.
  var memoryByteCount: UInt64

  /// New ways for a new passphrase. The usual figures are those of RFC 9106, section 4, for machines with
  /// less memory, four times over: a second or so on a machine of its time.
  ///
  /// - Parameters:
  ///   - passes: How often the memory is gone over.
  ///   - memoryByteCount: How much memory is gone over.
  package init(passes: UInt32 = 3, memoryByteCount: UInt64 = 256 << 20) {
    salt = SecureRandom.bytes(count: Self.saltByteCount)
    self.passes = passes
    self.memoryByteCount = memoryByteCount
  }

  /// Ways found in a file; `nil` when they are out of range.
  init?(salt: [UInt8], passes: UInt32, memoryByteCount: UInt64) {
    guard salt.count == Self.saltByteCount, Self.passRange.contains(passes),
      Self.memoryRange.contains(memoryByteCount)
    else { return nil }
    self.salt = salt
    self.passes = passes
    self.memoryByteCount = memoryByteCount
  }

  /// Makes the key of a passphrase.
  ///
  /// - Throws: ``ProtectionError`` with ``ProtectionError/Code/system`` when the memory is not to be had.
  /// - Complexity: As the figures want it; a second or so.
  package func key(of passphrase: [UInt8]) throws(ProtectionError) -> EncryptionKey {
    var key: EncryptionKey?
    withUnsafeTemporaryAllocation(
      byteCount: EncryptionKey.byteCount, alignment: 16
    ) { bytes in
      defer { fresnel_sodium_zero(bytes.baseAddress, bytes.count) }
      guard fresnel_sodium_prepare() == 0, let memory = Int(exactly: memoryByteCount),
        fresnel_sodium_derive_key(
          passphrase, passphrase.count, salt, UInt64(passes), memory, bytes.baseAddress) == 0
      else { return }
      key = EncryptionKey(UnsafeRawBufferPointer(bytes).bytes)
    }
    guard let key else {
      throw ProtectionError(
        .system, "There is too little memory to make a key of the passphrase.")
    }
    return key
  }
}
