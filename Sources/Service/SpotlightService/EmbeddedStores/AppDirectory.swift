internal import FresnelPlatform
internal import FresnelStorage

/// The directory of a store that an app keeps itself, for reading what the app itself has put there and nothing
/// else.
///
/// The app can change the directory at any time, and may be confined to it while this process is not. So each
/// file is named by the open directory and one name in it, whatever lies at the directory's path by now; and
/// what is opened has to be an ordinary file of this person's, not a link that leads elsewhere, nor a pipe
/// that keeps its reader waiting.
struct AppDirectory: Storage {
  /// The longest file that is read, in bytes: a multiple of what an app may store. Somebody looks through all
  /// of a file that is damaged, and one that is nearly all hole can have any length.
  private static let longestFile: UInt64 = 16 << 30

  private let directory: SharedDescriptor
  /// What stands for the open directory in a path.
  let path: String

  /// Takes an open directory.
  ///
  /// - Throws: ``StorageError`` when it is no directory, or another person's.
  init(_ directory: SharedDescriptor) throws(StorageError) {
    self.directory = directory
    path = directory.withPath { $0 }
    let status = try Self.wrapping { () throws(SystemError) in try directory.status() }
    guard status.kind == .directory, status.owner == CurrentProcess.userIdentifier else {
      throw StorageError(.denied, "It is no directory of this person's.", path: path)
    }
  }

  /// The names in the directory, sorted.
  func entries(of directory: String) throws(StorageError) -> [String] {
    guard directory == path else { throw Self.isForeign(directory) }
    return try Self.wrapping { () throws(SystemError) in try FileSystem.entries(of: path) }
  }

  /// Opens a file of the directory for reading.
  func open(_ path: String, for access: StorageAccess) throws(StorageError) -> any StorageFile {
    guard case .reading = access else { throw Self.isReadOnly(path) }
    guard path.hasPrefix(self.path + "/"), Self.isName(path.dropFirst(self.path.count + 1)) else {
      throw Self.isForeign(path)
    }
    return try Self.wrapping { () throws(SystemError) in
      let file = try SharedDescriptor(openingRegularFile: path)
      let status = try file.status()
      guard status.owner == CurrentProcess.userIdentifier else {
        throw SystemError(.accessDenied, call: "open", path: path)
      }
      guard status.byteCount <= Self.longestFile else {
        throw SystemError(
          .messageTooLong, call: "open", path: path,
          explanation: "A file of an app's store has more than \(Self.longestFile >> 30) GiB.")
      }
      return AppFile(file, path: path)
    }
  }

  /// Whether a name is that of something in the directory itself.
  private static func isName(_ name: Substring) -> Bool {
    !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/"))
  }

  // MARK: - What is not done here

  func createDirectory(_ path: String) throws(StorageError) { throw Self.isReadOnly(path) }

  func rename(_ path: String, to destination: String) throws(StorageError) {
    throw Self.isReadOnly(path)
  }

  func remove(_ path: String) throws(StorageError) { throw Self.isReadOnly(path) }

  func syncDirectory(_ path: String) throws(StorageError) { throw Self.isReadOnly(path) }

  func lock(_ path: String) throws(StorageError) -> any StorageLock {
    throw Self.isReadOnly(path)
  }

  private static func isReadOnly(_ path: String) -> StorageError {
    StorageError(.readOnly, "A store that an app keeps itself is only read.", path: path)
  }

  private static func isForeign(_ path: String) -> StorageError {
    StorageError(.denied, "The file is not in the app's own directory.", path: path)
  }

  fileprivate static func wrapping<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(StorageError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw StorageError(error)
    }
  }
}

/// A file of an app's directory.
private final class AppFile: StorageFile {
  let path: String
  private let file: SharedDescriptor

  init(_ file: SharedDescriptor, path: String) {
    self.file = file
    self.path = path
  }

  var isInPlace: Bool {
    get throws(StorageError) {
      try withDescriptor { (descriptor) throws(SystemError) in try descriptor.isInPlace }
    }
  }

  private func withDescriptor<Result>(
    _ body: (borrowing FileDescriptor) throws(SystemError) -> Result
  ) throws(StorageError) -> Result {
    let descriptor = FileDescriptor(adopting: file.rawValue, path: path, closing: false)
    return try AppDirectory.wrapping { () throws(SystemError) in try body(descriptor) }
  }

  func byteCount() throws(StorageError) -> UInt64 {
    try withDescriptor { (descriptor) throws(SystemError) in try descriptor.byteCount() }
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(StorageError) -> Int {
    try withDescriptor { (descriptor) throws(SystemError) in
      try descriptor.read(into: buffer, at: offset)
    }
  }

  func prefetch(_ range: Range<UInt64>) {
    FileDescriptor(adopting: file.rawValue, path: path, closing: false).prefetch(range)
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageError) {
    throw StorageError(.readOnly, "The file was opened for reading.", path: path)
  }

  func truncate(to byteCount: UInt64) throws(StorageError) {
    throw StorageError(.readOnly, "The file was opened for reading.", path: path)
  }

  func sync() throws(StorageError) {
    throw StorageError(.readOnly, "The file was opened for reading.", path: path)
  }
}
