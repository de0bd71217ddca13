internal import Dispatch
internal import CSodium
internal import FresnelPlatform
package import FresnelStorage

/// Secrets in files that only this person may read.
///
/// They protect a store that is copied or stolen without them, and nothing else.
package struct LocalKeyFile: KeySource {
  /// What the wraps are marked with.
  package var method: WrapMethod { .localKeyFile }

  private let directory: String
  private let storage: any Storage

  /// Names the directory, which is not the one of the stores.
  package init(directory: String, storage: any Storage = FileStorage()) {
    self.directory = directory
    self.storage = storage
  }

  /// The file that has a secret, or would have it.
  package func path(of purpose: SecretPurpose) -> String? { file(of: purpose) }

  func file(of purpose: SecretPurpose) -> String {
    directory + "/" + purpose.fileName
  }

  /// Reads the secret, or makes it, durably, before anything is sealed with it.
  ///
  /// - Parameters:
  ///   - purpose: What it is for.
  ///   - create: Whether one is made where there is none.
  /// - Returns: The secret; `nil` when there is none.
  /// - Throws: ``ProtectionError`` with ``ProtectionError/Code/damaged`` for a file of another length.
  package func secret(
    for purpose: SecretPurpose, create: Bool
  ) throws(ProtectionError) -> EncryptionKey? {
    let path = file(of: purpose)
    do throws(StorageError) {
      if let file = try storage.openIfPresent(path, for: .reading) {
        var bytes = try file.read(at: 0, count: EncryptionKey.byteCount + 1)
        defer { bytes.withUnsafeMutableBytes { fresnel_sodium_zero($0.baseAddress, $0.count) } }
        guard bytes.count == EncryptionKey.byteCount else {
          throw StorageError(.corrupted, "\(path) is no local key file.", path: path)
        }
        return EncryptionKey(bytes.span.bytes)
      }
      guard create else { return nil }
      let secret = EncryptionKey.random()
      try write(secret, to: path)
      return secret
    } catch {
      throw error.code == .corrupted
        ? ProtectionError(.damaged, error.message) : ProtectionError(error)
    }
  }

  private func write(_ secret: EncryptionKey, to path: String) throws(StorageError) {
    try storage.createDirectory(directory)
    let file = try storage.open(path + ".new", for: .creating)
    try secret.withBytes { bytes in
      Result { () throws(StorageError) in try file.write(bytes, at: 0) }
    }.get()
    try file.sync()
    try storage.rename(path + ".new", to: path)
    try storage.syncDirectory(directory)
  }

  /// Whether there is a file of the right length, whatever is in it.
  ///
  /// - Throws: ``ProtectionError`` with ``ProtectionError/Code/system`` when that cannot be told.
  /// - Complexity: One system call.
  package func hasSecret(for purpose: SecretPurpose) throws(ProtectionError) -> Bool {
    do throws(StorageError) {
      return try storage.byteCount(of: file(of: purpose)) == UInt64(EncryptionKey.byteCount)
    } catch {
      throw ProtectionError(error)
    }
  }

  /// Whether there is a file, whatever is in it.
  ///
  /// - Throws: ``ProtectionError`` with ``ProtectionError/Code/system`` when that cannot be told.
  package func hasFile(for purpose: SecretPurpose) throws(ProtectionError) -> Bool {
    do throws(StorageError) {
      return try storage.byteCount(of: file(of: purpose)) != nil
    } catch {
      throw ProtectionError(error)
    }
  }

  /// Writes the file again where there is none, or another one, which is kept as `NAME.set-aside-N`.
  ///
  /// - Complexity: Three system calls where it is there.
  package func keep(
    _ secret: EncryptionKey, for purpose: SecretPurpose
  ) throws(ProtectionError) -> Bool {
    let path = file(of: purpose)
    do throws(StorageError) {
      if let file = try storage.openIfPresent(path, for: .reading) {
        var bytes = try file.read(at: 0, count: EncryptionKey.byteCount + 1)
        defer { bytes.withUnsafeMutableBytes { fresnel_sodium_zero($0.baseAddress, $0.count) } }
        if secret.withBytes({ $0.elementsEqual(bytes) }) { return false }
        _ = try storage.setAside(path)
      }
      try write(secret, to: path)
      return true
    } catch {
      throw ProtectionError(error)
    }
  }

  /// Waits half a second: a file comes back only if somebody restores it, and nobody tells of that.
  package func waitForChange(atMost duration: Duration) {
    let seconds = max(0, min(duration, .milliseconds(500)).inSeconds)
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + seconds)
  }

  /// Removes the file. What it opened is opened by something else, so one that stays does no harm that was
  /// not there before.
  package func forget(_ purpose: SecretPurpose) {
    guard (try? storage.remove(file(of: purpose))) != nil else { return }
    try? storage.syncDirectory(directory)
  }
}
