import Dispatch
import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelStorage
import Synchronization

/// A store that a phase writes to and searches, opened as the process that owns it opens it.
final class MeasuredStore: Sendable {
  /// The app that items go to where nothing else is said.
  static let app = "org.example.benchmark"

  let store: Store
  /// The bytes that the store's cache of blocks may grow to.
  let largestCacheByteCount: Int
  /// What encrypted stores are made and opened with; it guards nothing.
  private static let key = EncryptionKey([UInt8](repeating: 0x42, count: 32).span.bytes)
  private let permits: DispatchSemaphore
  private let window: Int
  private let failure = Mutex<StoreError?>(nil)

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - options: Where the store is and what it works with.
  ///   - isNew: Whether to begin with an empty directory.
  ///   - window: How many batches may be on their way; who submits more waits.
  /// - Throws: `StoreError` or `SystemError`.
  init(_ options: PhaseOptions, isNew: Bool = false, window: Int = 1) throws {
    if isNew { try FileSystem.removeTree(options.store) }
    var storeOptions = StoreOptions(
      cacheByteCount: options.cacheByteCount, encryptionKey: options.isEncrypted ? Self.key : nil)
    if let threadCount = options.threadCount { storeOptions.threadCount = threadCount }
    store = try Store.open(at: options.store, options: storeOptions)
    largestCacheByteCount = options.cacheByteCount ?? StoreOptions.sharedCacheByteCount
    permits = DispatchSemaphore(value: window)
    self.window = window
  }

  /// Submits a batch as soon as fewer than the window's batches are on their way.
  ///
  /// - Parameters:
  ///   - operations: What the batch does.
  ///   - app: The app whose items change.
  ///   - completion: Called when the batch is acknowledged.
  func submit(
    _ operations: [FresnelEngine.Operation], app: String = MeasuredStore.app,
    completion: @escaping @Sendable () -> Void = {}
  ) {
    permits.wait()
    store.submit(Batch(scope: IndexScope(app: app), operations: operations)) { [self] error in
      if let error { failure.withLock { $0 = error } }
      completion()
      permits.signal()
    }
  }

  /// Waits until everything submitted is acknowledged.
  ///
  /// - Throws: The error of a batch that failed.
  func finish() throws {
    for _ in 0..<window { permits.wait() }
    for _ in 0..<window { permits.signal() }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// Submits a batch and waits until it is acknowledged.
  func apply(_ operations: [FresnelEngine.Operation]) throws {
    submit(operations)
    try finish()
  }

  /// What the cache of blocks holds, and what it may: memory beyond it is what is asked about.
  var cacheFigures: [JSONMember] {
    func mebibytes(_ byteCount: Int) -> JSONValue {
      .rounded(Double(byteCount) / 1_048_576, digits: 1)
    }
    return [
      JSONMember("cache_mb", mebibytes(store.cachedByteCount)),
      JSONMember("cache_limit_mb", mebibytes(largestCacheByteCount)),
    ]
  }

  /// Whether the item of an identifier is in what can be searched now. Looking does not hasten it.
  func shows(_ identifier: String) -> Bool {
    store.snapshot(.published).item(scope: IndexScope(app: Self.app), identifier: identifier) != nil
  }
}
