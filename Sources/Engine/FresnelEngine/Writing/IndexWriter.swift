import Dispatch
import FresnelModel
import FresnelStorage
import Synchronization

/// Takes changes from all threads and commits them, one group after the other.
///
/// Requests wait in a list. A serial queue takes all that wait, commits the batches among them with
/// one sync, publishes the new state and calls the completions; then it looks again.
final class IndexWriter: Sendable {
  private enum Request: Sendable {
    case commit(CommitRequest)
    case compact(@Sendable (StoreError?) -> Void)
    case install(SegmentMerge)
    case close(@Sendable () -> Void)
  }

  private struct Waiting {
    var requests: [Request] = []
    var isDraining = false
    var isClosed = false
  }

  private let waiting = Mutex(Waiting())
  private let queue = DispatchQueue(label: "fresnel.index-writer")
  private let mergeQueue = DispatchQueue(label: "fresnel.merge", qos: .utility)
  private let committer: Mutex<Committer>
  private let options: StoreOptions
  /// Holds whoever closes until it is done.
  private let closing = DispatchGroup()
  /// Marks the writer's queue, where completions run: waiting there would be for ever.
  private static let queueOwner = DispatchSpecificKey<ObjectIdentifier>()

  init(
    directory: String, storage: any Storage, options: StoreOptions,
    publishingTo published: PublishedIndex
  ) throws(StoreError) {
    self.options = options
    committer = Mutex(
      try Committer(
        directory: directory, storage: storage, options: options, publishingTo: published))
    queue.setSpecific(key: Self.queueOwner, value: ObjectIdentifier(self))
    enqueueMerges()
  }

  // MARK: - Requests

  func submit(_ batch: Batch, completion: @escaping @Sendable (StoreError?) -> Void) {
    // Checked here, on the caller's thread, so that the writer's is kept for what must be in order.
    let change: Result<JournalRecord, StoreError>
    do throws(StoreError) {
      change = .success(
        .batch(
          try BatchRecord(
            batch, time: options.clock(), largestByteCount: options.largestBatchByteCount)))
    } catch {
      change = .failure(error)
    }
    enqueue(
      .commit(
        CommitRequest(
          change: change, scope: batch.scope, expectedClientState: batch.expectedClientState,
          completion: completion)))
  }

  func acknowledgeReindex(
    of scope: IndexScope, upTo lossCount: UInt64,
    completion: @escaping @Sendable (StoreError?) -> Void
  ) {
    enqueue(
      .commit(
        CommitRequest(
          change: .success(.lossAcknowledged(scope, lossCount)), scope: scope,
          expectedClientState: .any, completion: completion)))
  }

  private var isOnQueue: Bool {
    DispatchQueue.getSpecific(key: Self.queueOwner) == ObjectIdentifier(self)
  }

  func compact() throws(StoreError) {
    if isOnQueue {
      if let error = committer.withLock({ $0.compact() }) { throw error }
      return
    }
    let done = DispatchSemaphore(value: 0)
    let failure = Mutex<StoreError?>(nil)
    enqueue(
      .compact { error in
        failure.withLock { $0 = error }
        done.signal()
      })
    done.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  func close() {
    let isFirst = waiting.withLock { waiting in
      defer { waiting.isClosed = true }
      if !waiting.isClosed { closing.enter() }
      return !waiting.isClosed
    }
    if isFirst { enqueue(.close { [closing] in closing.leave() }) }
    if !isOnQueue { closing.wait() }
  }

  private func enqueue(_ request: Request) {
    enum Outcome { case start, joined, refused }
    let outcome = waiting.withLock { waiting -> Outcome in
      if waiting.isClosed {
        switch request {
        case .close, .install: break
        case .commit, .compact: return .refused
        }
      }
      waiting.requests.append(request)
      if waiting.isDraining { return .joined }
      waiting.isDraining = true
      return .start
    }
    switch outcome {
    case .start: queue.async { self.drain() }
    case .joined: break
    case .refused:
      let error = StoreError(.closed, "The store was closed.")
      switch request {
      case .commit(let commit): queue.async { commit.completion(error) }
      case .compact(let completion): queue.async { completion(error) }
      case .close, .install: break
      }
    }
  }

  // MARK: - The writer's queue

  private func drain() {
    while true {
      let requests = waiting.withLock { waiting in
        defer { waiting.requests = [] }
        waiting.isDraining = !waiting.requests.isEmpty
        return waiting.requests
      }
      if requests.isEmpty { return }
      var commits: [CommitRequest] = []
      for request in requests {
        if case .commit(let commit) = request {
          commits.append(commit)
        } else {
          perform(commits)
          commits = []
          perform(request)
        }
      }
      perform(commits)
    }
  }

  private func perform(_ commits: [CommitRequest]) {
    if commits.isEmpty { return }
    let outcomes = committer.withLock { $0.commit(commits) }
    for (commit, error) in zip(commits, outcomes) { commit.completion(error) }
    enqueueMerges()
  }

  private func perform(_ request: Request) {
    switch request {
    case .commit: break
    case .compact(let completion):
      let error = committer.withLock { $0.compact() }
      completion(error)
    case .install(let merge):
      committer.withLock { $0.install(merge) }
      enqueueMerges()
    case .close(let completion):
      committer.withLock { $0.close() }
      completion()
    }
  }

  /// Starts the next merge that is too large to be done on the way.
  private func enqueueMerges() {
    guard let views = committer.withLock({ $0.beginMerge() }) else { return }
    if options.mergesInBackground {
      mergeQueue.async { self.enqueue(.install(SegmentMerge(views))) }
    } else {
      enqueue(.install(SegmentMerge(views)))
    }
  }
}
