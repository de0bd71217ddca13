/// A file system as the engine sees it: the real one, or one that fails as tests want.
///
/// Names in a directory, and the bytes of a file, last through a power loss only once they were
/// synced: the file with ``StorageFile/sync()``, the name with ``syncDirectory(_:)``.
public protocol Storage: Sendable {
  /// Makes a directory, durably, and those above it that are missing.
  func createDirectory(_ path: String) throws(StorageError)

  /// The names in a directory, sorted.
  func entries(of directory: String) throws(StorageError) -> [String]

  /// Opens a file.
  func open(_ path: String, for access: StorageAccess) throws(StorageError) -> any StorageFile

  /// The length of a file in bytes; `nil` when there is none.
  func byteCount(of path: String) throws(StorageError) -> UInt64?

  /// Gives a file another name in one step, replacing a file that has it.
  func rename(_ path: String, to destination: String) throws(StorageError)

  /// Removes a file.
  func remove(_ path: String) throws(StorageError)

  /// Waits until the names in a directory are durable.
  func syncDirectory(_ path: String) throws(StorageError)

  /// Takes the exclusive lock that a file stands for, until the returned object goes away.
  ///
  /// - Throws: ``StorageError`` with code ``StorageError/Code/busy``, naming the holder.
  func lock(_ path: String) throws(StorageError) -> any StorageLock
}

/// What a file is opened for.
public enum StorageAccess: Sendable {
  /// Reading a file that exists.
  case reading
  /// Reading and writing a file that exists.
  case updating
  /// Reading and writing a file that is made, or emptied if it exists.
  case creating
}

/// An open file. It is closed when the object goes away.
public protocol StorageFile: AnyObject, Sendable {
  /// The path the file was opened with.
  var path: String { get }

  /// Whether the path still names this file: nobody removed, renamed or replaced it, or a directory above
  /// it, since it was opened. A path that cannot be looked at is an error, which says nothing of the file.
  var isInPlace: Bool { get throws(StorageError) }

  /// The file's length in bytes.
  func byteCount() throws(StorageError) -> UInt64

  /// Fills a buffer from a place in the file.
  ///
  /// Returns the number of bytes read, which is smaller than the buffer only at the file's end.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(StorageError) -> Int

  /// Writes all bytes at a place in the file; after an error any part of them may be there.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageError)

  /// Cuts the file off after so many bytes; durable with the next sync, as a write is.
  func truncate(to byteCount: UInt64) throws(StorageError)

  /// Lets the system begin to read a range that will be wanted soon; nothing waits for it.
  func prefetch(_ range: Range<UInt64>)

  /// Waits until all bytes written are durable, and the length with them.
  ///
  /// After an error none of the bytes written since the last successful call can be relied on, even
  /// if they can still be read and a later call succeeds: they have to be written again.
  func sync() throws(StorageError)
}

/// A lock that is held until the object goes away.
public protocol StorageLock: AnyObject, Sendable {
  /// Whether the path still names the file that is locked. Otherwise another process can lock the file that
  /// is there now. A path that cannot be looked at is an error.
  var isInPlace: Bool { get throws(StorageError) }
}

extension Storage {
  /// The length of a file in bytes, which is opened to be asked; `nil` when there is none.
  public func byteCount(of path: String) throws(StorageError) -> UInt64? {
    try openIfPresent(path, for: .reading)?.byteCount()
  }

  /// Gives a directory that cannot be used the first free name of the form `NAME.set-aside-N`, durably, so that another
  /// can be made in its place. Nothing is deleted.
  ///
  /// - Parameter path: The directory.
  /// - Returns: What it is called from now on.
  /// - Throws: ``StorageError``, with code ``StorageError/Code/notFound`` when there is no such directory.
  package func setAside(_ path: String) throws(StorageError) -> String {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    let parent = String(path[..<end])
    let prefix = path[path.index(after: end)...] + ".set-aside-"
    let taken = Set(try entries(of: parent).filter { $0.hasPrefix(prefix) })
    // Counted up, not taken from the names: whoever made those may have used any number.
    var number = 1
    while taken.contains("\(prefix)\(number)") { number += 1 }
    let name = "\(parent)/\(prefix)\(number)"
    try rename(path, to: name)
    try syncDirectory(parent)
    return name
  }

  /// Opens a file, or returns `nil` when there is none.
  package func openIfPresent(
    _ path: String, for access: StorageAccess
  ) throws(StorageError) -> (any StorageFile)? {
    do throws(StorageError) {
      return try open(path, for: access)
    } catch  where error.code == .notFound {
      return nil
    }
  }
}

extension StorageFile {
  /// Does nothing: where bytes are at hand, there is nothing to begin with.
  public func prefetch(_ range: Range<UInt64>) {}

  /// Reads bytes at a place in the file; fewer than asked for only at the file's end.
  public func read(at offset: UInt64, count: Int) throws(StorageError) -> [UInt8] {
    var failure: StorageError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(StorageError) {
        initialized = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes bytes at a place in the file; after an error any part of them may be there.
  public func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageError) {
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(StorageError) in
      try write(bytes, at: offset)
    }
  }
}
