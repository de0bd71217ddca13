package import FresnelStorage
package import SpotlightWire

/// The key of a class, encrypted so that one method opens it.
package struct KeyWrap: Equatable, Sendable {
  /// What opens it.
  package let method: WrapMethod
  /// How a passphrase becomes the key that opens it; `nil` for the other methods.
  package let derivation: PassphraseDerivation?
  /// The encrypted key.
  let wrapped: [UInt8]

  /// Encrypts the key of a class.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - protection: Its class.
  ///   - method: What opens it.
  ///   - derivation: For a passphrase, how it became the secret.
  ///   - secret: What opens it.
  /// - Throws: ``ProtectionError`` when libsodium cannot be used.
  package init(
    _ key: EncryptionKey, of protection: ProtectionClass, by method: WrapMethod,
    derivation: PassphraseDerivation? = nil, with secret: EncryptionKey
  ) throws(ProtectionError) {
    try Self.prepareCipher()
    self.method = method
    self.derivation = derivation
    wrapped = WrappedKey.wrap(
      key, with: secret, binding: Self.binding(protection, method, derivation))
  }

  /// One that was found in a file.
  init(method: WrapMethod, derivation: PassphraseDerivation?, wrapped: [UInt8]) {
    self.method = method
    self.derivation = derivation
    self.wrapped = wrapped
  }

  /// Decrypts the key of a class.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - secret: What opens it.
  /// - Returns: The key.
  /// - Throws: ``ProtectionError`` with ``ProtectionError/Code/wrongSecret`` when it is not that, or the
  ///   wrap belongs to another class or method.
  package func key(
    of protection: ProtectionClass, with secret: EncryptionKey
  ) throws(ProtectionError) -> EncryptionKey {
    try Self.prepareCipher()
    let binding = Self.binding(protection, method, derivation)
    guard let key = WrappedKey.unwrap(wrapped, with: secret, binding: binding) else {
      throw ProtectionError(.wrongSecret, "The key is not opened by the secret given.")
    }
    return key
  }

  /// What is authenticated with the key, so that no wrap can stand for another.
  private static func binding(
    _ protection: ProtectionClass, _ method: WrapMethod, _ derivation: PassphraseDerivation?
  ) -> [UInt8] {
    var writer = WireWriter()
    writer.append(raw: KeyFile.magic)
    writer.append(protection.rawValue)
    writer.append(method.rawValue)
    writer.append(derivation?.passes ?? 0)
    writer.append(derivation?.memoryByteCount ?? 0)
    writer.append(
      raw: derivation?.salt
        ?? [UInt8](repeating: 0, count: PassphraseDerivation.saltByteCount))
    return writer.finish()
  }

  /// Makes the cipher ready.
  static func prepareCipher() throws(ProtectionError) {
    do throws(StorageError) {
      try EncryptionKey.prepareCipher()
    } catch {
      throw ProtectionError(error)
    }
  }
}
