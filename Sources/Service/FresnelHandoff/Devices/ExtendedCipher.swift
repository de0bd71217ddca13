internal import CSodium

/// XChaCha20-Poly1305, whose nonces are long enough to be chosen at random, for what is kept in a file.
enum ExtendedCipher {
  /// The bytes of a nonce.
  static let nonceByteCount = 24

  /// Encrypts a secret and appends the tag.
  ///
  /// - Parameters:
  ///   - secret: What is sealed.
  ///   - key: 32 bytes.
  ///   - head: What is authenticated with it; it ends with the nonce.
  /// - Returns: 16 bytes more than the secret has.
  static func seal(_ secret: SecretBytes, key: SecretBytes, head: [UInt8]) -> [UInt8] {
    precondition(key.byteCount == Sodium.keyByteCount && head.count >= nonceByteCount)
    let nonce = Array(head.suffix(nonceByteCount))
    let count = secret.byteCount
    // Room for all of it first: an array that grows leaves a copy of the secret behind.
    var sealed = [UInt8](repeating: 0, count: count + Sodium.tagByteCount)
    sealed.withUnsafeMutableBytes { bytes in
      secret.withBytes { bytes.copyMemory(from: $0) }
      let tag = UnsafeMutableRawBufferPointer(rebasing: bytes[count...]).baseAddress
      key.withBytes { key in
        fresnel_sodium_seal(
          bytes.baseAddress, count, head, head.count, nonce, key.baseAddress, tag)
      }
    }
    return sealed
  }

  /// Decrypts a secret with its tag; `nil` when anything is not what it was.
  static func open(
    _ sealed: some Collection<UInt8>, key: SecretBytes, head: [UInt8]
  ) -> SecretBytes? {
    precondition(key.byteCount == Sodium.keyByteCount && head.count >= nonceByteCount)
    let count = sealed.count - Sodium.tagByteCount
    guard count >= 0 else { return nil }
    let nonce = Array(head.suffix(nonceByteCount))
    let tag = Array(sealed.dropFirst(count))
    var isOpen = false
    let secret = SecretBytes(byteCount: count) { bytes in
      bytes.copyBytes(from: sealed.prefix(count))
      isOpen =
        key.withBytes { key in
          fresnel_sodium_open(
            bytes.baseAddress, count, head, head.count, nonce, key.baseAddress, tag)
        } == 0
    }
    return isOpen ? secret : nil
  }
}
