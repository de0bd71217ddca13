internal import FresnelPlatform

/// Where copies of promised files lie until who dragged them has taken them.
///
/// Each copy has a directory of its own, whose name nobody can guess, so that its own name can be the one
/// that the person sees. Methods may be called on any thread and wait for the disk.
struct DragDirectory: Sendable {
  /// The directory.
  let path: String
  /// How long a copy stays.
  static let lifetime: Duration = .seconds(600)
  /// The longest file that is copied, in bytes.
  static let maximumByteCount: UInt64 = 1 << 30
  /// What all copies together may take, in bytes.
  static let maximumTotalByteCount: UInt64 = 4 << 30
  private static let chunkByteCount = 256 << 10

  /// Removes what an earlier process has left.
  func sweep() {
    for name in (try? FileSystem.entries(of: path)) ?? [] {
      try? FileSystem.removeTree(path + "/" + name)
    }
  }

  /// Removes a copy. Does nothing for a path elsewhere.
  func remove(_ file: String) {
    let directory = FileSystem.parent(of: file)
    guard FileSystem.parent(of: directory) == path else { return }
    try? FileSystem.removeTree(directory)
  }

  /// Writes bytes to a file.
  ///
  /// - Returns: The path of the file.
  /// - Throws: ``SystemError``.
  func write(_ bytes: [UInt8], name: String) throws(SystemError) -> String {
    try make(name) { (file) throws(SystemError) in try file.write(bytes) }
  }

  /// Copies a file from its beginning to its end; its position is neither used nor moved.
  ///
  /// - Returns: The path of the copy.
  /// - Throws: ``SystemError``: ``SystemError/Code/messageTooLong`` when it is too long to be copied.
  func copy(_ original: SharedDescriptor, name: String) throws(SystemError) -> String {
    defer { withExtendedLifetime(original) {} }
    let source = FileDescriptor(adopting: original.rawValue, path: name, closing: false)
    let room = Self.maximumTotalByteCount - min(byteCount, Self.maximumTotalByteCount)
    return try make(name) { (file) throws(SystemError) in
      var buffer = [UInt8](repeating: 0, count: Self.chunkByteCount)
      var offset: UInt64 = 0
      while true {
        var span = buffer.mutableSpan
        let count = try span.withUnsafeMutableBytes { chunk throws(SystemError) in
          try source.read(into: chunk, at: offset)
        }
        if count == 0 { return }
        offset += UInt64(count)
        // Not what it said it has, which may grow: what came.
        guard offset <= Self.maximumByteCount else {
          throw SystemError(
            .messageTooLong, call: "copy", path: name,
            explanation: "A file of more than \(Self.maximumByteCount >> 20) MiB is not copied.")
        }
        guard offset <= room else {
          throw SystemError(
            .noSpace, call: "copy", path: name,
            explanation: "Copies of dragged files already take the "
              + "\(Self.maximumTotalByteCount >> 20) MiB that they may.")
        }
        try file.write(Array(buffer[..<count]))
      }
    }
  }

  /// What the copies take now, in bytes.
  private var byteCount: UInt64 {
    var count: UInt64 = 0
    for name in (try? FileSystem.entries(of: path)) ?? [] {
      for file in (try? FileSystem.entries(of: "\(path)/\(name)")) ?? [] {
        count += (try? FileSystem.status(of: "\(path)/\(name)/\(file)"))?.byteCount ?? 0
      }
    }
    return count
  }

  private func make(
    _ name: String, _ body: (borrowing FileDescriptor) throws(SystemError) -> Void
  ) throws(SystemError) -> String {
    let directory = "\(path)/\(String(SecureRandom.number(), radix: 36))"
    try FileSystem.createDirectory(directory)
    let path = directory + "/" + SafeFileName.of(name)
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, for: .writing, creation: .always)
      try body(file)
      return path
    } catch {
      try? FileSystem.removeTree(directory)
      throw error
    }
  }
}
