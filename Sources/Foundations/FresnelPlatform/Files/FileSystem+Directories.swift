#if canImport(Glibc)
  import Glibc
#endif

extension FileSystem {
  /// Makes a directory and those above it that are missing; an existing one is no error.
  ///
  /// The new entries are on the disk when the call returns.
  public static func createDirectory(
    _ path: String, permissions: UInt32 = 0o700
  ) throws(SystemError) {
    // What keeps a path from being looked at is the reason to tell, not that something is there.
    if try status(of: path)?.kind == .directory { return }
    let above = parent(of: path)
    if above != path { try createDirectory(above, permissions: permissions) }
    do throws(SystemError) {
      _ = try retrying("mkdir", path) { mkdir(path, permissions) }
    } catch  where error.code == .exists && isDirectory(path) {
      return
    }
    try synchronizeDirectory(above)
  }

  /// The names of a directory's entries, without `.` and `..`, in the order of their bytes.
  ///
  /// A name that is no UTF-8 is repaired, so it may then name no file.
  public static func entries(of directory: String) throws(SystemError) -> [String] {
    guard let stream = opendir(directory) else { throw SystemError.last("opendir", directory) }
    let names = try rawEntries(closing: stream, directory).map(text(ofRawName:))
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The names of the entries of an open directory as the file system has them, each with its NUL, without `.` and
  /// `..`.
  ///
  /// - Parameters:
  ///   - stream: The directory, which is closed.
  ///   - path: Its path, for the error.
  /// - Returns: The names in no order.
  /// - Throws: ``SystemError``.
  static func rawEntries(
    closing stream: OpaquePointer, _ path: String? = nil
  ) throws(SystemError) -> [[CChar]] {
    defer { closedir(stream) }
    var names: [[CChar]] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw SystemError.last("readdir", path) }
        return names
      }
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let start = UnsafeRawPointer(entry).advanced(by: offset)
        .assumingMemoryBound(to: CChar.self)
      let name = Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
      if name != [0x2E, 0], name != [0x2E, 0x2E, 0] { names.append(name) }
    }
  }

  /// A raw name as text, without its NUL; one that is no UTF-8 is repaired.
  static func text(ofRawName name: [CChar]) -> String {
    String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Waits until the directory's entries are on the disk.
  public static func synchronizeDirectory(_ path: String) throws(SystemError) {
    let descriptor = try retrying("open", path) { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    defer { close(descriptor) }
    _ = try retrying("fsync", path) { fsync(descriptor) }
  }

  /// The directory for files that need not last, from `TMPDIR` or `/tmp`.
  public static var temporaryDirectory: String {
    guard let named = Environment["TMPDIR"], named.hasPrefix("/") else { return "/tmp" }
    return named
  }

  /// Makes a fresh directory that only this person may read.
  public static func createTemporaryDirectory(prefix: String = "fresnel") throws(SystemError)
    -> String
  {
    // mkdtemp(3) writes a name that nothing has over the six letters at the end.
    let template = "\(temporaryDirectory)/\(prefix)-XXXXXX"
    var path = template.utf8CString
    let made = path.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let base = buffer.baseAddress, mkdtemp(base) != nil else { return nil }
      return String(cString: base)
    }
    guard let made else { throw SystemError.last("mkdtemp", template) }
    return made
  }

  /// Runs a body with a fresh directory, which is removed with all it holds at the end.
  public static func withTemporaryDirectory<Result>(
    prefix: String = "fresnel", _ body: (_ path: String) throws -> Result
  ) throws -> Result {
    let path = try createTemporaryDirectory(prefix: prefix)
    // Nobody could act on a failure to tidy up, and the system empties this directory anyway.
    defer { try? removeTree(path) }
    return try body(path)
  }

  /// Runs an asynchronous body with a fresh directory, which is removed with all it holds.
  public static func withTemporaryDirectory<Result>(
    prefix: String = "fresnel", isolation: isolated (any Actor)? = #isolation,
    _ body: (_ path: String) async throws -> Result
  ) async throws -> Result {
    let path = try createTemporaryDirectory(prefix: prefix)
    defer { try? removeTree(path) }
    return try await body(path)
  }
}
