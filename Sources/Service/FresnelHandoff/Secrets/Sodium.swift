internal import CHandoffCrypto
internal import CSodium

/// The functions of libsodium that Handoff is made of, with bytes of checked numbers.
enum Sodium {
  /// The bytes that sealing adds.
  static let tagByteCount = 16
  /// The bytes of a key, a public key, a scalar, a point.
  static let keyByteCount = 32

  /// Makes libsodium ready.
  static func prepare() throws(HandoffError) {
    guard fresnel_sodium_prepare() == 0 else {
      throw HandoffError(.system, "libsodium can't be used on this machine.")
    }
  }

  /// A keyed BLAKE2b hash; the key has 16 to 64 bytes, the hash 16 to 64.
  static func mac(_ message: [UInt8], key: SecretBytes, byteCount: Int = 32) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: byteCount)
    let status = key.withBytes { key in
      fresnel_handoff_blake2b(
        message, message.count, key.baseAddress, key.count, &hash, byteCount)
    }
    precondition(status == 0, "A key or a hash of BLAKE2b has 16 to 64 bytes.")
    return hash
  }

  /// A key made of another one for a purpose that no other key has.
  static func derive(
    _ purpose: String, from key: SecretBytes, _ life: SecretBytes.Life = .short
  ) -> SecretBytes {
    var hash = mac(Array(purpose.utf8), key: key)
    return SecretBytes(life, taking: &hash)
  }

  /// The unkeyed BLAKE2b-512 hash.
  static func hash(_ message: UnsafeRawBufferPointer) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: 64)
    _ = fresnel_handoff_blake2b(message.baseAddress, message.count, nil, 0, &hash, 64)
    return hash
  }

  /// Encrypts bytes and appends the tag.
  static func seal(
    _ plain: [UInt8], key: SecretBytes, nonce: [UInt8], additional: [UInt8]
  ) -> [UInt8] {
    precondition(key.byteCount == keyByteCount && nonce.count == 12)
    let count = plain.count
    var sealed = plain
    sealed.reserveCapacity(count + tagByteCount)
    sealed.append(contentsOf: repeatElement(0, count: tagByteCount))
    sealed.withUnsafeMutableBytes { bytes in
      let tag = UnsafeMutableRawBufferPointer(rebasing: bytes[count...]).baseAddress
      key.withBytes { key in
        fresnel_handoff_seal(
          bytes.baseAddress, count, additional, additional.count, nonce, key.baseAddress, tag)
      }
    }
    return sealed
  }

  /// Decrypts bytes with their tag; `nil` when anything is not what it was.
  static func open(
    _ sealed: some Collection<UInt8>, key: SecretBytes, nonce: [UInt8], additional: [UInt8]
  ) -> [UInt8]? {
    precondition(key.byteCount == keyByteCount && nonce.count == 12)
    let count = sealed.count - tagByteCount
    guard count >= 0 else { return nil }
    var bytes = Array(sealed)
    let isOpen = bytes.withUnsafeMutableBytes { bytes in
      let tag = UnsafeRawBufferPointer(rebasing: bytes[count...]).baseAddress
      return key.withBytes { key in
        fresnel_handoff_open(
          bytes.baseAddress, count, additional, additional.count, nonce, key.baseAddress, tag)
      } == 0
    }
    guard isOpen else { return nil }
    bytes.removeLast(tagByteCount)
    return bytes
  }

  /// The nonce of 12 bytes that Noise makes of a counter.
  static func nonce(_ counter: UInt64) -> [UInt8] {
    [0, 0, 0, 0] + littleEndian(counter)
  }

  /// The bytes of a number, the least significant first.
  static func littleEndian(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
