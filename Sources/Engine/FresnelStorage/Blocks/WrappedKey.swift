internal import CSodium
internal import FresnelPlatform

/// The key of one file, encrypted with the key of the store: nonce, key and tag.
enum WrappedKey {
  private static let nonceByteCount = 24
  private static let tagByteCount = 16

  /// Encrypts a file's key; `binding` is authenticated with it.
  static func wrap(_ fileKey: EncryptionKey, with key: EncryptionKey, binding: [UInt8]) -> [UInt8] {
    var wrapped = SecureRandom.bytes(count: nonceByteCount)
    fileKey.withBytes { wrapped.append(contentsOf: $0) }
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

  /// Decrypts a file's key, or returns `nil` when the key or the binding is another.
  static func unwrap(
    _ wrapped: [UInt8], with key: EncryptionKey, binding: [UInt8]
  ) -> EncryptionKey? {
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
