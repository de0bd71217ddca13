package import FresnelProtection
package import FresnelStorage
package import SpotlightWire

/// Where the keys of encrypted classes come from.
package protocol ClassKeys: Sendable {
  /// Finds the key of a class, or makes it when the class has none yet.
  ///
  /// - Parameters:
  ///   - protection: A class that is encrypted.
  ///   - done: Called once, on any thread; a person may have to be asked first. With
  ///     ``ServiceError/Code/classLocked`` or ``ServiceError/Code/unavailable`` when there is a key and
  ///     it cannot be had now: then none is made, since it would not open the store.
  func key(
    of protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<EncryptionKey, ServiceError>) -> Void)

  /// Finds the key of a class by a passphrase, or changes that.
  ///
  /// - Parameters:
  ///   - request: The class, the passphrase and what becomes of it.
  ///   - done: Called once, on any thread.
  func unlock(
    _ request: Unlock, _ done: @escaping @Sendable (Result<EncryptionKey, ServiceError>) -> Void)

  /// Sees to it that the disk has the wrapped key of a class that is open.
  ///
  /// - Parameter protection: The class.
  /// - Returns: Whether it had to be written again.
  /// - Throws: ``ServiceError`` when the disk has none and takes none.
  func keepKeys(of protection: ProtectionClass) throws(ServiceError) -> Bool

  /// Forgets what would be written again of a class, and has its files given other names. No key is looked for meanwhile.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - body: Gives the files other names.
  /// - Returns: What the body does.
  /// - Throws: What the body throws.
  func setAside(
    _ protection: ProtectionClass, _ body: () throws(ProtectionError) -> [String]
  ) throws(ProtectionError) -> [String]
}
