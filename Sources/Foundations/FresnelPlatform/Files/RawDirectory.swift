#if canImport(Glibc)
  import Glibc
#endif

/// An open directory that is read entry by entry, with names as the file system has them.
///
/// However many entries there are, one is in memory at a time. The directory is found anew by nobody: looking at an
/// entry goes by the open directory, not by its path.
package struct RawDirectory: ~Copyable {
  /// An entry of a directory.
  package struct Entry: Equatable, Sendable {
    /// The name, without slash and NUL.
    package let name: [UInt8]
    /// Whether it is a directory and no link to one; `nil` where only looking at it tells.
    package let isDirectory: Bool?
  }

  private let stream: OpaquePointer
  private let path: RawPath

  /// Opens a directory; a symbolic link at the path is not followed.
  ///
  /// - Parameter path: The path.
  /// - Throws: ``SystemError``: ``SystemError/Code/notDirectory`` for anything else at the path.
  package init(opening path: RawPath) throws(SystemError) {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = try retrying("open", path.text) { path.withCString { open($0, flags) } }
    guard let stream = fdopendir(descriptor) else {
      let error = SystemError.last("fdopendir", path.text)
      close(descriptor)
      throw error
    }
    self.stream = stream
    self.path = path
  }

  deinit {
    closedir(stream)
  }

  /// The next entry, in no order and without `.` and `..`; `nil` at the end.
  ///
  /// - Throws: ``SystemError``.
  package mutating func next() throws(SystemError) -> Entry? {
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw SystemError.last("readdir", path.text) }
        return nil
      }
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let start = UnsafeRawPointer(entry).advanced(by: offset)
      let length = strlen(start.assumingMemoryBound(to: CChar.self))
      let name = Array(UnsafeRawBufferPointer(start: start, count: length))
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      let kind = Int(entry.pointee.d_type)
      return Entry(name: name, isDirectory: kind == Int(DT_UNKNOWN) ? nil : kind == Int(DT_DIR))
    }
  }

  /// What the file system says about the directory.
  ///
  /// - Throws: ``SystemError``.
  package func status() throws(SystemError) -> FileStatus {
    var record = stat()
    _ = try retrying("fstat", path.text) { fstat(dirfd(stream), &record) }
    return FileStatus(record)
  }

  /// What the file system says about an entry, links not followed; `nil` when there is none of that name.
  ///
  /// - Parameter name: The entry's name.
  /// - Returns: Its status.
  /// - Throws: ``SystemError``.
  package func status(of name: [UInt8]) throws(SystemError) -> FileStatus? {
    var record = stat()
    do throws(SystemError) {
      _ = try retrying("fstatat", path.text) {
        RawPath(name).withCString { fstatat(dirfd(stream), $0, &record, AT_SYMLINK_NOFOLLOW) }
      }
    } catch  where error.code == .notFound {
      return nil
    }
    return FileStatus(record)
  }

  /// The first bytes of an ordinary file in the directory; `nil` when there is none of that name.
  ///
  /// - Parameters:
  ///   - name: The file's name. A link is no ordinary file.
  ///   - count: The most bytes to read.
  /// - Returns: The bytes.
  /// - Throws: ``SystemError``.
  package func beginning(of name: [UInt8], count: Int) throws(SystemError) -> [UInt8]? {
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let shown = path.appending(name).text
    do throws(SystemError) {
      let number = try retrying("openat", shown) {
        RawPath(name).withCString { openat(dirfd(stream), $0, flags) }
      }
      let file = FileDescriptor(adopting: number, path: shown)
      guard try file.status().kind == .regular else { return nil }
      var bytes: [UInt8] = []
      while bytes.count < count {
        let more = try file.read(count: count - bytes.count)
        if more.isEmpty { break }
        bytes += more
      }
      return bytes
    } catch  where error.code == .notFound || error.errno == ELOOP || error.errno == ENXIO {
      return nil
    }
  }
}
