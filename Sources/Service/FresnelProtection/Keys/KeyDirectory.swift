package import FresnelStorage
package import SpotlightWire

/// The directory with a file of keys for each class.
///
/// Each file is written by one process only: the one that serves the class. Others may read it.
package struct KeyDirectory: Sendable {
  /// The directory.
  package let path: String
  private let storage: any Storage

  /// Names a directory, which is made with its first file.
  package init(_ path: String, storage: any Storage = FileStorage()) {
    self.path = path
    self.storage = storage
  }

  /// That the keys of a class are gone.
  func missing(_ protection: ProtectionClass) -> ProtectionError {
    ProtectionError(
      .keysMissing,
      "The keys of the class \(protection.name) are gone: there is no \(path(of: protection)).")
  }

  func path(of protection: ProtectionClass) -> String {
    path + "/" + protection.name
  }

  /// Reads the file of a class; `nil` when there is none.
  ///
  /// - Throws: ``ProtectionError``.
  package func read(_ protection: ProtectionClass) throws(ProtectionError) -> KeyFile? {
    var bytes: [UInt8] = []
    do throws(StorageError) {
      let file = try storage.openIfPresent(path(of: protection), for: .reading)
      guard let file else { return nil }
      bytes = try file.read(at: 0, count: KeyFile.largestByteCount + 1)
    } catch {
      throw ProtectionError(error)
    }
    let file = try KeyFile(decoding: bytes)
    guard file.protection == protection else {
      throw ProtectionError(.damaged, "\(path(of: protection)) has the keys of another class.")
    }
    return file
  }

  /// Puts a file in the place of the one that is there, durably. A crash leaves the old one or the new
  /// one; so does an error, and after one it is not known which.
  ///
  /// - Throws: ``ProtectionError`` with ``ProtectionError/Code/system``, also when the file cannot be read
  ///   back as it was written.
  package func replace(with file: KeyFile) throws(ProtectionError) {
    let path = path(of: file.protection)
    let bytes = file.encoded()
    do throws(StorageError) {
      try storage.createDirectory(self.path)
      let aside = try storage.open(path + ".new", for: .creating)
      try aside.write(bytes, at: 0)
      try aside.sync()
      // Before the old one goes: a device that takes bytes and gives back others would cost the store.
      guard try aside.read(at: 0, count: bytes.count + 1) == bytes else {
        throw StorageError(.inputOutput, "\(path) can't be read back as it was written.")
      }
      try storage.rename(path + ".new", to: path)
      try storage.syncDirectory(self.path)
    } catch {
      throw ProtectionError(error)
    }
  }

  /// Sees to it that the file of a class is the one that is known. What is in its place, as a file that was cut short or
  /// changed, is kept as `NAME.set-aside-N`.
  ///
  /// - Parameter file: What has to be there.
  /// - Returns: Whether it had to be written again.
  /// - Throws: ``ProtectionError`` with ``ProtectionError/Code/system`` when that cannot be told or not be done.
  /// - Complexity: Three system calls where it is there: a length alone says nothing of a byte that was changed.
  package func restore(_ file: KeyFile) throws(ProtectionError) -> Bool {
    let path = path(of: file.protection)
    let bytes = file.encoded()
    do throws(StorageError) {
      if let found = try storage.openIfPresent(path, for: .reading) {
        if try found.read(at: 0, count: bytes.count + 1) == bytes { return false }
        _ = try storage.setAside(path)
      }
    } catch {
      throw ProtectionError(error)
    }
    try replace(with: file)
    return true
  }
}
