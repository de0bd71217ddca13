#if canImport(Glibc)
  import Glibc
#endif

/// Operations on paths.
public enum FileSystem {
  /// The file's kind, size and dates, following symbolic links, or `nil` when there is no such file.
  public static func status(of path: String) throws(SystemError) -> FileStatus? {
    var record = stat()
    do throws(SystemError) {
      _ = try retrying("stat", path) { stat(path, &record) }
    } catch  where error.code == .notFound || error.code == .notDirectory {
      return nil
    }
    return FileStatus(record)
  }

  /// Whether something is at the path that this process can see.
  public static func exists(_ path: String) -> Bool {
    (try? status(of: path)) != nil
  }

  /// Whether something may be at the path: what this process is not let look at may be there.
  public static func mayExist(_ path: String) -> Bool {
    do throws(SystemError) {
      return try status(of: path) != nil
    } catch {
      return true
    }
  }

  /// Whether a directory is at the path.
  public static func isDirectory(_ path: String) -> Bool {
    (try? status(of: path))?.kind == .directory
  }

  /// Whether a symbolic link is at the path, whatever it leads to.
  public static func isSymbolicLink(_ path: String) -> Bool {
    var record = stat()
    return lstat(path, &record) == 0 && FileStatus(record).kind == .symbolicLink
  }

  /// Whether this process may execute the file at the path.
  public static func isExecutable(_ path: String) -> Bool {
    !isDirectory(path) && access(path, X_OK) == 0
  }

  /// Gives a file another name, replacing a file that has it, in one step.
  public static func rename(_ source: String, to destination: String) throws(SystemError) {
    _ = try retrying("rename", source) { Glibc.rename(source, destination) }
  }

  /// Removes a file.
  public static func removeFile(_ path: String) throws(SystemError) {
    _ = try retrying("unlink", path) { unlink(path) }
  }

  /// Removes a file, or a directory with everything in it; symbolic links are not followed.
  ///
  /// A missing file is no error.
  public static func removeTree(_ path: String) throws(SystemError) {
    try removeTree(RawPath(path))
  }

  private static func removeTree(_ path: RawPath) throws(SystemError) {
    guard let status = try status(of: path) else { return }
    guard status.kind == .directory else {
      _ = try retrying("unlink", path.text) { path.withCString { unlink($0) } }
      return
    }
    for name in try names(in: path) { try removeTree(path.appending(name)) }
    _ = try retrying("rmdir", path.text) { path.withCString { rmdir($0) } }
  }

  private static func names(in path: RawPath) throws(SystemError) -> [[UInt8]] {
    var directory = try RawDirectory(opening: path)
    var names: [[UInt8]] = []
    while let entry = try directory.next() { names.append(entry.name) }
    return names
  }

  /// The file's whole content.
  ///
  /// A file longer than the maximum is an error, so that a device or a huge file cannot fill the
  /// memory.
  public static func contents(
    of path: String, maximumByteCount: Int = 1 << 30
  ) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor(opening: path, for: .reading)
    var bytes: [UInt8] = []
    // Some files, as those in /proc, hold more than the zero bytes they claim: read to the end.
    bytes.reserveCapacity(min(Int(clamping: try file.byteCount()), maximumByteCount))
    while true {
      let chunk = try file.read(count: 1 << 16)
      if chunk.isEmpty { return bytes }
      bytes += chunk
      if bytes.count > maximumByteCount {
        throw SystemError(
          errno: EFBIG, call: "read", path: path,
          explanation: "\(path) is longer than \(maximumByteCount) bytes.")
      }
    }
  }

  /// Writes a file whole, replacing one that exists; readers see the old or the new content.
  ///
  /// The bytes are on the disk when the call returns. They are first written to a new file in the same directory, which
  /// goes again where that fails.
  public static func write(
    _ bytes: [UInt8], to path: String, permissions: UInt32 = 0o600
  ) throws(SystemError) {
    // A name that nobody can foresee, for a file that must not be there: others may write to the directory, and a link of
    // theirs would lead to any file.
    let aside = "\(path).\(String(UInt64.random(in: 0...(.max)), radix: 36)).new"
    do throws(SystemError) {
      let file = try FileDescriptor(
        opening: aside, for: .writing, creation: .always, permissions: permissions)
      try file.write(bytes)
      try file.synchronizeData()
      try rename(aside, to: path)
    } catch {
      if error.code != .exists { try? removeFile(aside) }
      throw error
    }
    try synchronizeDirectory(parent(of: path))
  }

  /// The path of the directory that holds the file.
  ///
  /// A path is bytes: a `/` is one also before a combining character.
  public static func parent(of path: String) -> String {
    var rest = path.utf8[...]
    while rest.count > 1, rest.last == UInt8(ascii: "/") { rest.removeLast() }
    guard let slash = rest.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == rest.startIndex ? "/" : String(Substring(rest[..<slash]))
  }

  /// The last component of the path.
  public static func lastComponent(of path: String) -> String {
    var rest = path.utf8[...]
    while rest.count > 1, rest.last == UInt8(ascii: "/") { rest.removeLast() }
    guard let slash = rest.lastIndex(of: UInt8(ascii: "/")), rest.count > 1 else {
      return String(Substring(rest))
    }
    return String(Substring(rest[rest.index(after: slash)...]))
  }
}
