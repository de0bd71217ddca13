internal import CSodium
internal import FresnelPlatform

/// A key that is encrypted with another one: nonce, key and tag. So the key of a file is stored with the
/// file, and the key of a store with what unlocks it.
package enum WrappedKey {
  /// The number of bytes of a key that is encrypted.
  package static let byteCount = nonceByteCount + EncryptionKey.byteCount + tagByteCount

  private static let nonceByteCount = 24
  private static let tagByteCount = 16

  /// Encrypts a key; `binding` is authenticated with it. The cipher has to be ready.
  package static func wrap(
    _ secretKey: EncryptionKey, with key: EncryptionKey, binding: [UInt8]
  ) -> [UInt8] {
    var wrapped = SecureRandom.bytes(count: nonceByteCount)
    secretKey.withBytes { wrapped.append(contentsOf: $0) }
    wrapped += [UInt8](repeating: 0, count: tagByteCount)
    wrapped.withUnsafeMutableBytes { wrapped in
      let nonce = wrapped[..<nonceByteCount]
      let secret = wrapped[nonceByteCount..<(nonceByteCount + EncryptionKey.byteCount)]
      let tag = wrapped[secret.endIndex...]
      key.withBytes { key in
        fresnel_sodium_seal(
          UnsafeMutableRawBufferPointer(rebasing: secret).baseAddress, secret.count,
          binding, binding.count, UnsafeRawBufferPointer(rebasing: nonce).baseAddress,
          key.baseAddress, UnsafeMutableRawBufferPointer(rebasing: tag).baseAddress)
      }
    }
    return wrapped
  }

  /// Decrypts a key, or returns `nil` when the key or the binding is another. The cipher has to be ready.
  package static func unwrap(
    _ wrapped: [UInt8], with key: EncryptionKey, binding: [UInt8]
  ) -> EncryptionKey? {
    guard wrapped.count == byteCount else { return nil }
    var bytes = wrapped
    return bytes.withUnsafeMutableBytes { wrapped in
      defer { fresnel_sodium_zero(wrapped.baseAddress, wrapped.count) }
      let nonce = wrapped[..<nonceByteCount]
      let secret = UnsafeMutableRawBufferPointer(
        rebasing: wrapped[nonceByteCount..<(nonceByteCount + EncryptionKey.byteCount)])
      let tag = wrapped[(nonceByteCount + EncryptionKey.byteCount)...]
      let isOpen = key.withBytes { key in
        fresnel_sodium_open(
          secret.baseAddress, secret.count, binding, binding.count,
          UnsafeRawBufferPointer(rebasing: nonce).baseAddress, key.baseAddress,
          UnsafeRawBufferPointer(rebasing: tag).baseAddress) == 0
      }
      return isOpen ? EncryptionKey(UnsafeRawBufferPointer(secret).bytes) : nil
    }
  }
}
