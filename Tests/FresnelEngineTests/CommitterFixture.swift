import FresnelModel
import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

/// A committer without the threads around it, so that each step of a merge comes when a test wants it.
struct CommitterFixture {
  let storage: FaultyStorage
  let clock = ManualClock()
  let options: StoreOptions
  let published = PublishedIndex()
  var committer: Committer

  init(
    _ storage: FaultyStorage = FaultyStorage(), at directory: String = "/store",
    flushByteCount: Int = 1
  ) throws {
    self.storage = storage
    var options = StoreOptions(
      clock: { [clock] in clock.now }, flushByteCount: flushByteCount, closingFlushByteCount: 0)
    options.bulk = .small
    self.options = options
    committer = try Committer(
      directory: directory, storage: storage, options: options,
      indexQueue: ParallelQueue(label: "test", width: 1), publishingTo: published)
  }

  mutating func apply(_ operation: FresnelEngine.Operation) throws {
    try commit(operation)
    try committer.settle()
  }

  /// Commits an operation, of which readers see nothing yet.
  mutating func commit(_ operation: FresnelEngine.Operation) throws {
    let record = try BatchRecord(
      Batch(scope: .notes, operations: [operation]), time: options.clock(),
      largestByteCount: options.largestBatchByteCount)
    let outcomes = committer.commit([
      CommitRequest(
        change: .success(.batch(record)), scope: .notes, expectedClientState: .any,
        completion: { _ in })
    ])
    if let error = outcomes[0] { throw error }
  }

  /// Indexes what was committed, straight to files where there is enough of it.
  mutating func indexInBulk() {
    while let build = committer.beginBuild(isBulk: true) {
      _ = try? build.segments()
      committer.finish(build)
    }
  }

  mutating func put(_ items: [Item]) throws {
    try apply(.put(items.map { try ItemCodec.encode($0) }))
  }

  mutating func put(_ identifiers: ClosedRange<Int>) throws {
    try put(identifiers.map { Item("\($0)", title: "Item \($0)") })
  }

  /// Begins to flush the in-memory segments, and does so.
  mutating func beginFile() throws -> MergeTask.Result {
    let begun = committer.beginMerge()
    let task = try #require(begun)
    #expect(task.kind == .flush)
    return try task.run(committer.files, isCancelled: { false })
  }

  /// Puts items into a file of their own.
  mutating func putFile(_ items: [Item]) throws {
    try put(items)
    committer.install(try beginFile())
  }

  /// Runs the merge that is due, and puts what comes of it in place; returns the merge, if there is one.
  @discardableResult
  mutating func merge() -> MergeTask? {
    guard let task = committer.beginMerge() else { return nil }
    finish(task, Result { try task.run(committer.files, isCancelled: { false }) })
    return task
  }

  mutating func finish(_ task: MergeTask, _ result: Result<MergeTask.Result, any Error>) {
    switch result {
    case .success(let result): committer.install(result)
    case .failure(let error): committer.abandon(task, error)
    }
  }

  /// The items that readers see.
  func items() throws -> [String: Item] {
    var items: [String: Item] = [:]
    try Snapshot(published.state, time: clock.now, of: published).forEachItem { _, item in
      let earlier = items.updateValue(try item.item(), forKey: item.uniqueIdentifier)
      #expect(earlier == nil)
      return true
    }
    return items
  }

  /// What the disk has after a crash.
  func left() throws -> (identifiers: Set<String>, loss: LossReport, isSound: Bool) {
    let store = try Store.open(at: "/store", storage: storage.afterPowerLoss())
    defer { store.close() }
    return (Set(store.snapshot().identifiers()), store.loss, store.check().isSound)
  }
}
