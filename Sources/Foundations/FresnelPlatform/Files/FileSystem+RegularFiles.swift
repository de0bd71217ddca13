#if canImport(Glibc)
  import Glibc
#endif

extension FileSystem {
  /// The content and status of an ordinary file, following symbolic links.
  ///
  /// Anything else at the path is an error: a pipe or a device would keep the reader waiting.
  ///
  /// - Throws: ``SystemError``; with a file longer than the maximum, before it is read.
  package static func regularFile(
    _ path: String, maximumByteCount: Int
  ) throws(SystemError) -> (bytes: [UInt8], status: FileStatus) {
    let file = try FileDescriptor(openingOrdinary: path, for: .reading)
    let status = try file.status()
    var bytes: [UInt8] = []
    while status.byteCount <= UInt64(maximumByteCount) {
      let chunk = try file.read(count: 1 << 16)
      if chunk.isEmpty { return (bytes, status) }
      bytes += chunk
      // The file may grow meanwhile.
      if bytes.count > maximumByteCount { break }
    }
    throw SystemError(
      errno: EFBIG, call: "read", path: path,
      explanation: "\(path) is longer than \(maximumByteCount) bytes.")
  }

  /// The first bytes of an ordinary file, following symbolic links.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - byteCount: How many bytes at most.
  /// - Returns: The bytes; fewer where the file is shorter.
  /// - Throws: ``SystemError``; as for ``regularFile(_:maximumByteCount:)``.
  package static func beginning(
    ofRegularFile path: String, byteCount: Int
  ) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor(openingOrdinary: path, for: .reading)
    var bytes: [UInt8] = []
    while bytes.count < byteCount {
      let chunk = try file.read(count: byteCount - bytes.count)
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// The path with every symbolic link in it followed; `nil` when there is no such file.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
