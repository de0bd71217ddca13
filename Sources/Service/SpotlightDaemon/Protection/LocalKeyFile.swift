internal import FresnelPlatform
package import FresnelStorage
package import SpotlightWire

/// The key of the default class in a file that only its owner may read.
///
/// It protects a copy of the store alone, as on a backup that leaves the state directory out; whoever
/// reads the person's files reads the key too.
package struct LocalKeyFile: ClassKeys {
  private let path: String

  /// The key file at a path.
  package init(path: String) {
    self.path = path
  }

  /// Reads the key, or makes it.
  package func key(
    of protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<EncryptionKey, ServiceError>) -> Void
  ) {
    guard protection == .firstUnlock else {
      return done(
        .failure(ServiceError(.classLocked, "There is no key for this protection class.")))
    }
    do throws(SystemError) {
      if let key = try stored() { return done(.success(key)) }
      done(.success(try made()))
    } catch {
      done(.failure(ServiceError(.unavailable, "The key cannot be read. \(error.message)")))
    }
  }

  private func stored() throws(SystemError) -> EncryptionKey? {
    guard FileSystem.exists(path) else { return nil }
    let bytes = try FileSystem.regularFile(path, maximumByteCount: 4096).bytes
    guard bytes.count == EncryptionKey.byteCount else {
      throw SystemError(
        .damagedData, call: "read", path: path, explanation: "The file \(path) is no key.")
    }
    return EncryptionKey(bytes.span.bytes)
  }

  private func made() throws(SystemError) -> EncryptionKey {
    let bytes = SecureRandom.bytes(count: EncryptionKey.byteCount)
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    // Aside and renamed, so that a half-written key never opens a store.
    try FileSystem.write(bytes, to: path)
    return EncryptionKey(bytes.span.bytes)
  }
}
