internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// What a batch of an app's items takes from its history.
struct HistoryFollowing {
  /// The identifiers of items that are gone when the batch is applied.
  private(set) var identifiers: Set<String> = []
  /// The domains whose states go.
  private(set) var domains: [String] = []
  /// Whether further items go, so that it has to be looked which are there.
  private(set) var isOpen = false

  /// Looks at a batch.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - isReplacement: Whether it puts items in the place of others. That is no deletion by the app: only what
  ///     is not there afterwards matters.
  init(_ batch: Batch, isReplacement: Bool) {
    for operation in batch.operations {
      switch operation {
      case .put: break
      case .putEncoded(let items):
        if identifiers.isEmpty { break }
        for item in items { identifiers.remove(item.uniqueIdentifier) }
      case .deleteIdentifiers(let deleted): identifiers.formUnion(deleted)
      case .deleteDomains(let deleted):
        isOpen = true
        if !isReplacement { domains += deleted }
      case .deleteAll: isOpen = true
      }
    }
  }

  /// Whether nothing goes.
  var isEmpty: Bool { identifiers.isEmpty && domains.isEmpty && !isOpen }

  /// The keys of the states that go with their items.
  var keys: [String] { identifiers.sorted().map { StateKey.ofItem($0) } }

  /// What the person may have chosen and is gone.
  ///
  /// - Parameter index: The index of the items; `nil` for their states alone.
  /// - Returns: The keys.
  func choices(in index: String?) -> [String] {
    let choices = keys.map { Choice.state(key: $0) }
    guard let index else { return choices.compactMap(\.key) }
    return (choices + identifiers.sorted().map { .item(index: index, identifier: $0) })
      .compactMap(\.key)
  }
}

extension ServiceCore {
  /// Hands a batch over, with what it takes along of its app's history; called on the intake queue of the store.
  ///
  /// What goes of history is written before the items go. So a crash in between leaves items without history, and
  /// the app, which got no answer, deletes them again.
  ///
  /// - Parameters:
  ///   - batch: Changes to an index.
  ///   - store: Where the index is.
  ///   - isReplacement: Whether it puts what was gathered aside in the place of other items.
  ///   - completion: Called once, on any thread: without an error when all is durable.
  func submit(
    _ batch: Batch, to store: ClassStore, isReplacement: Bool = false,
    completion: @escaping @Sendable (ServiceError?) -> Void
  ) {
    guard !ScopeName.isInternal(batch.scope) else {
      return store.submit(batch, completion: completion)
    }
    let app = batch.scope.app
    sweepIfDue(app, before: store)
    let following = HistoryFollowing(batch, isReplacement: isReplacement)
    guard !following.isEmpty else { return store.submit(batch, completion: completion) }
    // Also where there is no history yet: a first choice of an item waits until that is gone.
    historyGate.close(app)
    let histories = stores.filter { $0.mayHoldHistory(of: app) }
    let tally = Tally(count: histories.count + 1) { [self] error in
      let finish: @Sendable (ServiceError?) -> Void = { [self] error in
        historyGate.open(app)
        completion(error)
      }
      guard error == nil, following.isOpen, !histories.isEmpty else { return finish(error) }
      removeOrphans(of: app, from: histories, finish)
    }
    for history in histories where history !== store {
      history.perform { [self] in
        delete(following, of: app, from: history, items: nil) { tally.finish($0) }
      }
    }
    if histories.contains(where: { $0 === store }) {
      delete(following, of: app, from: store, items: batch.scope.index) { tally.finish($0) }
    }
    store.submit(batch) { tally.finish($0) }
  }

  /// Deletes from a history what goes with items; called on the intake queue of its store.
  ///
  /// - Parameters:
  ///   - following: What goes.
  ///   - app: The app.
  ///   - store: Where the history is.
  ///   - index: The index of the items, if it is in this store.
  ///   - done: Called once, on any thread: without an error when it is durable.
  private func delete(
    _ following: HistoryFollowing, of app: String, from store: ClassStore, items index: String?,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    // It has no key then, and shows nothing; what is left is removed when it has.
    guard (try? store.openWriter()) != nil else { return done(nil) }
    store.history.lane.noteDeletion(of: app) { donation in
      donation.related.map { following.identifiers.contains($0) } ?? false
        || donation.domain.map { following.domains.contain($0) } ?? false
    }
    var batches: [Batch] = []
    let choices = following.choices(in: index)
    if store.history.hasChoices(of: app), !choices.isEmpty {
      store.noteGone(choices, of: app)
      batches.append(
        Batch(scope: .engagement(of: app), operations: [.deleteIdentifiers(choices)]))
    }
    var operations: [FresnelEngine.Operation] = []
    let keys = following.keys
    if !keys.isEmpty { operations.append(.deleteIdentifiers(keys)) }
    if !following.domains.isEmpty { operations.append(.deleteDomains(following.domains)) }
    if store.history.hasStates(of: app), !operations.isEmpty {
      batches.append(Batch(scope: .activities(of: app), operations: operations))
    }
    guard !batches.isEmpty else { return done(nil) }
    let tally = Tally(count: batches.count, completion: done)
    for batch in batches { store.submit(batch) { tally.finish($0) } }
  }
}

extension ClassStore {
  /// Whether there may be history of an app here: one that is not open yet may have any.
  fileprivate func mayHoldHistory(of app: String) -> Bool {
    guard key.isKnown, (try? openWriter()) != nil else { return !key.isKnown }
    return history.hasStates(of: app) || history.hasChoices(of: app)
  }
}

/// Waits for several things, and tells when the last is over.
final class Tally: Sendable {
  private struct State {
    var left: Int
    var error: ServiceError?
  }
  private let state: Mutex<State>
  private let completion: @Sendable (ServiceError?) -> Void

  /// Waits for so many things, one at least.
  init(count: Int, completion: @escaping @Sendable (ServiceError?) -> Void) {
    state = Mutex(State(left: count))
    self.completion = completion
  }

  /// One is over.
  func finish(_ error: ServiceError?) {
    let (isLast, first) = state.withLock { state in
      state.left -= 1
      state.error = state.error ?? error
      return (state.left == 0, state.error)
    }
    if isLast { completion(first) }
  }
}

/// A number that several stores add to.
final class Total: Sendable {
  private let sum = Mutex<UInt64>(0)

  var value: UInt64 { sum.withLock { $0 } }

  func add(_ number: Int) {
    sum.withLock { $0 += UInt64(number) }
  }
}
