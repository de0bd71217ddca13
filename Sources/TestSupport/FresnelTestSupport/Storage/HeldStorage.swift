import Dispatch
public import FresnelStorage
import Synchronization

/// A file system in memory of which some writes or reads wait until a test lets them go.
public final class HeldStorage: Storage {
  /// The files.
  public let base: FaultyStorage
  private let holdsWrite: @Sendable (String) -> Bool
  private let holdsRead: @Sendable (String, Range<UInt64>) -> Bool
  /// Entered until they may go on.
  private let gate = DispatchGroup()
  private let state = Mutex(State())

  private struct State {
    var isReached = false
    var isOver = false
    var isOpen = false
    var observers: [CheckedContinuation<Bool, Never>] = []
  }

  /// Holds up the writes to files of some paths.
  ///
  /// - Parameters:
  ///   - base: The files.
  ///   - isHeld: Tells by its path whether writes to a file wait.
  public init(_ base: FaultyStorage, holdingWrites isHeld: @escaping @Sendable (String) -> Bool) {
    self.base = base
    holdsWrite = isHeld
    holdsRead = { _, _ in false }
    gate.enter()
  }

  /// Holds up some reads.
  ///
  /// - Parameters:
  ///   - base: The files.
  ///   - isHeld: Tells by the path and the bytes whether a read waits.
  public init(
    _ base: FaultyStorage,
    holdingReads isHeld: @escaping @Sendable (_ path: String, _ bytes: Range<UInt64>) -> Bool
  ) {
    self.base = base
    holdsWrite = { _ in false }
    holdsRead = isHeld
    gate.enter()
  }

  /// A gate must be open before it goes away.
  deinit { letGo() }

  /// Returns once a write or a read waits, or has waited; or once none is to come.
  ///
  /// - Returns: Whether one waits or has waited.
  @discardableResult
  public func reached() async -> Bool {
    await withCheckedContinuation { continuation in
      let isReached: Bool? = state.withLock { state in
        if state.isReached || state.isOver { return state.isReached }
        state.observers.append(continuation)
        return nil
      }
      if let isReached { continuation.resume(returning: isReached) }
    }
  }

  /// Tells that no write or read is to come that would wait: nobody waits for one any more.
  public func finish() {
    let observers = state.withLock { state in
      defer { (state.isOver, state.observers) = (true, []) }
      return state.observers
    }
    for observer in observers { observer.resume(returning: false) }
  }

  /// Lets all of them go, those that wait and those to come.
  public func letGo() {
    let isFirst = state.withLock { state in
      defer { state.isOpen = true }
      return !state.isOpen
    }
    if isFirst { gate.leave() }
  }

  private func pass() {
    let observers = state.withLock { state in
      defer { (state.isReached, state.observers) = (true, []) }
      return state.observers
    }
    for observer in observers { observer.resume(returning: true) }
    gate.wait()
  }

  /// Opens a file whose writes and reads may be held up.
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
    ) throws(StorageError) -> Int {
      if storage.holdsRead(path, offset..<offset + UInt64(buffer.count)) { storage.pass() }
      return try file.read(into: buffer, at: offset)
    }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageError) {
      if storage.holdsWrite(path) { storage.pass() }
      try file.write(bytes, at: offset)
    }
    func truncate(to byteCount: UInt64) throws(StorageError) { try file.truncate(to: byteCount) }
    func sync() throws(StorageError) { try file.sync() }
  }
}
