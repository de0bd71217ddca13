#if canImport(Glibc)
  import Glibc
#endif

// What is done in an open directory. Names are looked up in the directory itself, so whoever gives its path to another
// one meanwhile, or puts a link in the place of what is in it, leads no call astray.

extension SharedDescriptor {
  /// The deepest directory below one that ``removeTree(_:)`` empties. Each keeps a descriptor open.
  private static let deepest = 64

  /// Removes a file of the open directory, or a directory in it with everything below; symbolic links are removed and
  /// not followed.
  ///
  /// A missing file is no error.
  ///
  /// - Parameter name: The name in the directory, no path.
  /// - Throws: ``SystemError``, also where another file system is mounted below the directory.
  package func removeTree(_ name: String) throws(SystemError) {
    try Self.remove(Array(name.utf8CString), in: self, depth: 0)
  }

  /// Removes all that is in the open directory but some files, as much as can be removed.
  ///
  /// - Parameter kept: The names of the files that stay.
  /// - Throws: ``SystemError``, the first one.
  package func removeEntries(except kept: [String]) throws(SystemError) {
    var failure: SystemError?
    let keptNames = kept.map { Array($0.utf8CString) }
    for name in try rawEntries() where !keptNames.contains(name) {
      do throws(SystemError) {
        try Self.remove(name, in: self, depth: 0)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Waits until the open directory's entries are on the disk.
  ///
  /// - Throws: ``SystemError``.
  package func synchronizeEntries() throws(SystemError) {
    _ = try retrying("fsync") { fsync(rawValue) }
  }

  private static func remove(
    _ name: [CChar], in directory: SharedDescriptor, depth: Int
  ) throws(SystemError) {
    let shown = FileSystem.text(ofRawName: name)
    do throws(SystemError) {
      _ = try retrying("unlinkat", shown) { unlinkat(directory.rawValue, name, 0) }
      return
    } catch {
      if error.code == .notFound { return }
      guard error.errno == EISDIR else { throw error }
    }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let inner = SharedDescriptor(
      adopting: try retrying("openat", shown) { openat(directory.rawValue, name, flags) })
    guard depth < deepest, try inner.status().device == directory.status().device else {
      throw SystemError(
        .invalidArgument, call: "unlinkat", path: shown,
        explanation: "\(shown) is too deep, or of another file system.")
    }
    for entry in try inner.rawEntries() { try remove(entry, in: inner, depth: depth + 1) }
    _ = try retrying("unlinkat", shown) { unlinkat(directory.rawValue, name, AT_REMOVEDIR) }
  }

  /// The names of the entries as the file system has them, each with its NUL.
  private func rawEntries() throws(SystemError) -> [[CChar]] {
    // Opened anew: copies of a descriptor share the place up to which the directory was read.
    let copy = try retrying("openat") { openat(rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard let stream = fdopendir(copy) else {
      let error = SystemError.last("fdopendir")
      close(copy)
      throw error
    }
    return try FileSystem.rawEntries(closing: stream)
  }
}
