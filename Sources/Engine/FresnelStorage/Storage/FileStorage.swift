private import FresnelPlatform

/// The machine's file system.
///
/// Relative paths are those of the working directory at the time when the storage was made: a program that changes to
/// another directory goes on with the same files.
public struct FileStorage: Storage {
  /// `nil` when it cannot be told.
  private let workingDirectory: String?

  /// Makes the storage.
  public init() {
    workingDirectory = CurrentProcess.reachableWorkingDirectory
  }

  private func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let workingDirectory else { return path }
    return workingDirectory == "/" ? "/" + path : workingDirectory + "/" + path
  }

  /// Makes a directory that only this person may enter, and those above it that are missing.
  public func createDirectory(_ path: String) throws(StorageError) {
    try wrapping { () throws(SystemError) in try FileSystem.createDirectory(absolute(path)) }
  }

  /// The names in a directory, sorted.
  public func entries(of directory: String) throws(StorageError) -> [String] {
    try wrapping { () throws(SystemError) in try FileSystem.entries(of: absolute(directory)) }
  }

  /// Opens a file; one that is made can be read by this person only. What is no ordinary file, as a pipe, is an
  /// error; so is a symbolic link where something may be written, which would be written where it points.
  public func open(
    _ path: String, for access: StorageAccess
  ) throws(StorageError) -> any StorageFile {
    let path = absolute(path)
    return try wrapping { () throws(SystemError) in
      switch access {
      case .reading: OpenFile(try FileDescriptor(openingOrdinary: path, for: .reading))
      case .updating:
        OpenFile(
          try FileDescriptor(
            openingOrdinary: path, for: .readingAndWriting, followingLinks: false))
      case .creating:
        OpenFile(
          try FileDescriptor(
            openingOrdinary: path, for: .readingAndWriting, creation: .ifMissingElseEmpty,
            followingLinks: false))
      }
    }
  }

  /// The length of a file in bytes; `nil` when there is none. One that may not be read has a length all the same.
  public func byteCount(of path: String) throws(StorageError) -> UInt64? {
    try wrapping { () throws(SystemError) in try FileSystem.status(of: absolute(path))?.byteCount }
  }

  /// Gives a file another name in one step, replacing a file that has it.
  public func rename(_ path: String, to destination: String) throws(StorageError) {
    try wrapping { () throws(SystemError) in
      try FileSystem.rename(absolute(path), to: absolute(destination))
    }
  }

  /// Removes a file.
  public func remove(_ path: String) throws(StorageError) {
    try wrapping { () throws(SystemError) in try FileSystem.removeFile(absolute(path)) }
  }

  /// Waits until the names in a directory are on the disk.
  public func syncDirectory(_ path: String) throws(StorageError) {
    try wrapping { () throws(SystemError) in try FileSystem.synchronizeDirectory(absolute(path)) }
  }

  /// Takes the lock that a file stands for.
  public func lock(_ path: String) throws(StorageError) -> any StorageLock {
    try wrapping { () throws(SystemError) in HeldLock(try LockFile(locking: absolute(path))) }
  }
}

private final class OpenFile: StorageFile {
  private let descriptor: FileDescriptor

  init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  var path: String { descriptor.path }

  var isInPlace: Bool {
    get throws(StorageError) {
      try wrapping { () throws(SystemError) in try descriptor.isInPlace }
    }
  }

  func byteCount() throws(StorageError) -> UInt64 {
    try wrapping { () throws(SystemError) in try descriptor.byteCount() }
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(StorageError) -> Int {
    try wrapping { () throws(SystemError) in try descriptor.read(into: buffer, at: offset) }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageError) {
    try wrapping { () throws(SystemError) in try descriptor.write(bytes, at: offset) }
  }

  func truncate(to byteCount: UInt64) throws(StorageError) {
    try wrapping { () throws(SystemError) in try descriptor.resize(to: byteCount) }
  }

  func prefetch(_ range: Range<UInt64>) { descriptor.prefetch(range) }

  func sync() throws(StorageError) {
    try wrapping { () throws(SystemError) in try descriptor.synchronizeData() }
  }
}

private final class HeldLock: StorageLock {
  private let file: LockFile

  init(_ file: consuming LockFile) {
    self.file = file
  }

  var isInPlace: Bool {
    get throws(StorageError) { try wrapping { () throws(SystemError) in try file.isInPlace } }
  }
}

private func wrapping<Result>(
  _ body: () throws(SystemError) -> Result
) throws(StorageError) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw StorageError(error)
  }
}
