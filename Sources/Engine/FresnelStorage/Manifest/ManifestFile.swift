/// Reads and replaces the manifest of a store's directory.
struct ManifestFile: Sendable {
  let directory: String
  let storage: any Storage
  /// The store's key, if it has one.
  let key: EncryptionKey?

  var path: String { directory + "/" + Manifest.fileName }

  /// What reading the manifest came to.
  enum Reading {
    case valid(Manifest)
    case missing
    case damaged
  }

  /// Reads the manifest in place.
  ///
  /// - Throws: ``StorageError``; with code ``StorageError/Code/wrongKey`` when the key is not the store's.
  func read() throws(StorageError) -> Reading {
    guard let file = try storage.openIfPresent(path, for: .reading) else { return .missing }
    let byteCount = try file.byteCount()
    guard byteCount < UInt64(Manifest.maximumContentByteCount) * 2 else { return .damaged }
    let bytes = try file.read(at: 0, count: Int(byteCount))
    guard let manifest = try Manifest.decode(bytes, key: key, path: path) else { return .damaged }
    return .valid(manifest)
  }

  /// Writes a manifest aside, durably, after making the names of all files in the directory durable:
  /// the journal's name must last before anything points at it.
  func prepare(_ manifest: Manifest) throws(StorageError) {
    let aside = directory + "/" + Manifest.asideName
    do throws(StorageError) {
      let file = try storage.open(aside, for: .creating)
      try file.write(manifest.encode(), at: 0)
      try file.sync()
      try storage.syncDirectory(directory)
    } catch {
      // On a full disk it would keep room that others need; if it stays, the next one replaces it.
      try? storage.remove(aside)
      throw error
    }
  }

  /// Makes the manifest prepared the one in place, durably. After an error either may be.
  func install() throws(StorageError) {
    try storage.rename(directory + "/" + Manifest.asideName, to: path)
    try storage.syncDirectory(directory)
  }
}
