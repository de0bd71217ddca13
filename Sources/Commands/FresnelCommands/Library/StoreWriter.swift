internal import CommandKit
internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import FresnelStorage
internal import Synchronization

/// Writes items of one index to the person's store in batches of bounded size, and waits until they
/// are durable. Use it from one thread.
final class StoreWriter {
  private let library: any ItemLibrary
  private let scope: IndexScope
  private let limits: StoreLimits?
  private var pending: [[UInt8]] = []
  private var pendingByteCount = 0
  private let outcome: Outcome

  /// A batch is submitted when it holds this much. Small enough to bound memory, large enough that
  /// the sync at its end does not matter.
  private static let batchByteCount = 4 << 20
  private static let batchItemCount = 4096

  /// Writes to a library that is open for writing.
  ///
  /// - Parameters:
  ///   - library: The library.
  ///   - scope: The index that takes the items.
  ///   - limits: How much the person allows its app; `nil` where the library sees to that, or nothing is put.
  ///   - stored: Counts the items that are stored for certain; several writers may share it.
  init(
    _ library: any ItemLibrary, scope: IndexScope, limits: StoreLimits? = nil,
    counting stored: ItemCounter = ItemCounter()
  ) {
    self.library = library
    self.scope = scope
    self.limits = limits
    outcome = Outcome(counting: stored)
  }

  /// Opens the store that imports write to, making it if it is missing, and warns of what it lost.
  ///
  /// - Throws: ``CommandError`` when another process writes to it, naming that process, or when it
  ///   cannot be opened.
  static func opened(
    _ locations: StoreLocations, for context: CommandContext
  ) throws(CommandError) -> any ItemLibrary {
    if let daemon = locations.daemon { return daemon }
    let location = locations.own
    do {
      let store = try Store.open(at: location.directory, mode: .readWrite)
      for sentence in store.lossSentences(at: location) { context.warn(sentence) }
      if let tail = store.droppedTail { context.warn(tail.message.withoutFullStop) }
      return store
    } catch {
      let advice =
        error.code == .locked
        ? "wait until it is done, or choose another store with --store" : nil
      throw CommandError(.store, error.message.withoutFullStop, advice: advice)
    }
  }

  /// Adds an item's encoding to the batch.
  func put(_ encoded: [UInt8]) throws(CommandError) {
    pendingByteCount += encoded.count
    pending.append(encoded)
    if pendingByteCount >= Self.batchByteCount || pending.count >= Self.batchItemCount {
      try submitPending()
    }
  }

  /// Applies operations after everything put so far, with a new client state where one is given.
  func apply(_ operations: [Operation], clientState: [UInt8]? = nil) throws(CommandError) {
    try submitPending()
    try submit(Batch(scope: scope, operations: operations, clientState: clientState))
  }

  /// Waits until everything is durable and searchable.
  func finish() throws(CommandError) {
    try submitPending()
    outcome.waitForAll()
    try outcome.check()
  }

  private func submitPending() throws(CommandError) {
    guard !pending.isEmpty else { return }
    let items = pending
    pending = []
    pendingByteCount = 0
    try submit(Batch(scope: scope, operations: [.put(items)]))
  }

  private func submit(_ batch: Batch) throws(CommandError) {
    outcome.waitForSlot()
    let finish: (@Sendable () -> Void)?
    do throws(CommandError) {
      // What went wrong meanwhile will not go better for what comes after it.
      try outcome.check()
      finish = try limits?.admit(batch)
    } catch {
      outcome.giveBackSlot()
      throw error
    }
    let count = batch.operations.reduce(0) { $0 + $1.itemCount }
    library.write(batch) { [outcome] error in
      finish?()
      outcome.complete(error, itemCount: count)
    }
  }

  /// What became of the batches that are under way.
  private final class Outcome: Sendable {
    /// Batches under way before the writer waits for the store.
    private static let depth = 3
    private let slots = DispatchSemaphore(value: Outcome.depth)
    private let failure = Mutex<CommandError?>(nil)
    private let stored: ItemCounter

    init(counting stored: ItemCounter) {
      self.stored = stored
    }

    func waitForSlot() {
      slots.wait()
    }

    func waitForAll() {
      for _ in 0..<Self.depth { slots.wait() }
      for _ in 0..<Self.depth { slots.signal() }
    }

    func giveBackSlot() {
      slots.signal()
    }

    func complete(_ error: CommandError?, itemCount: Int) {
      if error == nil { stored.add(itemCount) }
      failure.withLock { if $0 == nil { $0 = error } }
      slots.signal()
    }

    func check() throws(CommandError) {
      if let error = failure.withLock({ $0 }) { throw error }
    }
  }
}

/// Counts items that are done with, such as those of batches that were acknowledged, and can be read on any thread.
final class ItemCounter: Sendable {
  private let count = Atomic<Int>(0)

  /// The number now.
  var value: Int { count.load(ordering: .acquiring) }

  /// Counts further items.
  func add(_ itemCount: Int) {
    count.add(itemCount, ordering: .acquiringAndReleasing)
  }
}

extension Operation {
  /// How many items it puts.
  fileprivate var itemCount: Int {
    switch self {
    case .put(let items): items.count
    case .putEncoded(let items): items.count
    case .deleteIdentifiers, .deleteDomains, .deleteAll: 0
    }
  }
}
