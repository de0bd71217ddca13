internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import Synchronization

/// Writes items of one index to the person's store in batches of bounded size, and waits until they
/// are durable.
final class StoreWriter: Sendable {
  private let store: Store
  private let scope: IndexScope
  private let progress = Mutex(Progress())

  private struct Progress {
    var pending: [[UInt8]] = []
    var pendingByteCount = 0
    var submitted = 0
    var completed = 0
    var failure: StoreError?
  }

  /// A batch is submitted when it holds this much. Small enough to bound memory, large enough that
  /// the sync at its end does not matter.
  private static let batchByteCount = 4 << 20
  private static let batchItemCount = 4096
  /// Batches under way before the writer waits for the store.
  private static let depth = 3

  /// Opens the store for writing, making it if it is missing.
  ///
  /// - Throws: ``CommandError`` when another process writes to it, naming that process, or when it
  ///   cannot be opened.
  convenience init(_ location: StoreLocations.Location, scope: IndexScope) throws(CommandError) {
    self.init(try Self.opened(location), scope: scope)
  }

  /// Writes to a store that is open.
  init(_ store: Store, scope: IndexScope) {
    self.store = store
    self.scope = scope
  }

  /// Opens a store for writing.
  static func opened(_ location: StoreLocations.Location) throws(CommandError) -> Store {
    do {
      return try Store.open(at: location.directory, mode: .readWrite)
    } catch {
      let advice =
        error.code == .locked
        ? "wait until it is done, or choose another store with --store" : nil
      throw CommandError(.store, error.message.withoutFullStop, advice: advice)
    }
  }

  /// Adds an item's encoding to the batch.
  func put(_ encoded: [UInt8]) throws(CommandError) {
    let isFull = progress.withLock { progress in
      progress.pendingByteCount += encoded.count
      progress.pending.append(encoded)
      return progress.pendingByteCount >= Self.batchByteCount
        || progress.pending.count >= Self.batchItemCount
    }
    if isFull { try submitPending(waitingFor: Self.depth) }
  }

  /// Applies operations after everything put so far, with a new client state where one is given.
  func apply(_ operations: [Operation], clientState: [UInt8]? = nil) throws(CommandError) {
    try submitPending(waitingFor: Self.depth)
    submit(Batch(scope: scope, operations: operations, clientState: clientState))
  }

  /// Waits until everything is durable and searchable.
  func finish() throws(CommandError) {
    try submitPending(waitingFor: 0)
  }

  private func submitPending(waitingFor depth: Int) throws(CommandError) {
    let items = progress.withLock { progress in
      defer {
        progress.pending = []
        progress.pendingByteCount = 0
      }
      return progress.pending
    }
    if !items.isEmpty { submit(Batch(scope: scope, operations: [.put(items)])) }
    while true {
      let (underWay, failure) = progress.withLock { ($0.submitted - $0.completed, $0.failure) }
      if let failure { throw CommandError(.store, failure.message.withoutFullStop) }
      if underWay <= depth { return }
      pause()
    }
  }

  private func submit(_ batch: Batch) {
    progress.withLock { $0.submitted += 1 }
    store.submit(batch) { [self] error in
      progress.withLock { progress in
        progress.completed += 1
        if progress.failure == nil { progress.failure = error }
      }
    }
  }

  /// Lets other threads work for a moment. Waiting on no descriptor at all is the system's sleep.
  private func pause() {
    _ = try? waitForInput(on: [], timeout: .milliseconds(1))
  }
}
