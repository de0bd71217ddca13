import Dispatch
public import FresnelStorage
import Synchronization

/// A file system in memory of which the writes to some files wait until a test lets them go.
public final class HeldStorage: Storage {
  /// The files.
  public let base: FaultyStorage
  private let isHeld: @Sendable (String) -> Bool
  /// Entered until writes may go on.
  private let gate = DispatchGroup()
  private let state = Mutex(State())

  private struct State {
    var isReached = false
    var isOpen = false
    var observers: [CheckedContinuation<Void, Never>] = []
  }

  /// Holds up the writes to files of some paths.
  ///
  /// - Parameters:
  ///   - base: The files.
  ///   - isHeld: Tells by its path whether writes to a file wait.
  public init(_ base: FaultyStorage, holdingWrites isHeld: @escaping @Sendable (String) -> Bool) {
    self.base = base
    self.isHeld = isHeld
    gate.enter()
  }

  /// A gate must be open before it goes away.
  deinit { letGo() }

  /// Returns once a write waits, or has waited.
  public func reached() async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if !state.isReached { state.observers.append(continuation) }
        return state.isReached
      }
      if isReached { continuation.resume() }
    }
  }

  /// Lets all writes go, those that wait and those to come.
  public func letGo() {
    let isFirst = state.withLock { state in
      defer { state.isOpen = true }
      return !state.isOpen
    }
    if isFirst { gate.leave() }
  }

  private func pass(_ path: String) {
    guard isHeld(path) else { return }
    let observers = state.withLock { state in
      defer { (state.isReached, state.observers) = (true, []) }
      return state.observers
    }
    for observer in observers { observer.resume() }
    gate.wait()
  }

  /// Opens a file whose writes may be held up.
  public func open(
    _ path: String, for access: StorageAccess
  ) throws(StorageError) -> any StorageFile {
    HeldFile(storage: self, file: try base.open(path, for: access))
  }

  /// As the base does.
  public func createDirectory(_ path: String) throws(StorageError) {
    try base.createDirectory(path)
  }

  /// As the base does.
  public func entries(of directory: String) throws(StorageError) -> [String] {
    try base.entries(of: directory)
  }

  /// As the base does.
  public func rename(_ path: String, to destination: String) throws(StorageError) {
    try base.rename(path, to: destination)
  }

  /// As the base does.
  public func remove(_ path: String) throws(StorageError) { try base.remove(path) }

  /// As the base does.
  public func syncDirectory(_ path: String) throws(StorageError) { try base.syncDirectory(path) }

  /// As the base does.
  public func lock(_ path: String) throws(StorageError) -> any StorageLock { try base.lock(path) }

  private final class HeldFile: StorageFile {
    let storage: HeldStorage
    let file: any StorageFile

    init(storage: HeldStorage, file: any StorageFile) {
      self.storage = storage
      self.file = file
    }

    var path: String { file.path }
    var isInPlace: Bool { get throws(StorageError) { try file.isInPlace } }
    func byteCount() throws(StorageError) -> UInt64 { try file.byteCount() }
    func read(
      into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
    ) throws(StorageError) -> Int { try file.read(into: buffer, at: offset) }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageError) {
      storage.pass(path)
      try file.write(bytes, at: offset)
    }
    func truncate(to byteCount: UInt64) throws(StorageError) { try file.truncate(to: byteCount) }
    func sync() throws(StorageError) { try file.sync() }
  }
}
