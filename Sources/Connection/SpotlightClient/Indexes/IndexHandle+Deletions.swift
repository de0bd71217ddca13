internal import Dispatch
internal import SpotlightWire
internal import Synchronization

extension IndexHandle {
  /// Tells the app's history what the app is about to delete, so that activities of that are not sent any more,
  /// and has the activities of domains deleted where they are kept elsewhere than the items.
  ///
  /// - Returns: What comes of the latter; `nil` when there is none to be deleted.
  func deleteActivities(with batch: ApplyBatch) -> ActivityDeletion? {
    guard app.isEmpty else { return nil }
    let domains = batch.operations.flatMap(\.deletedDomains)
    let isElsewhere = !domains.isEmpty && connection.connecting.isRemote
    guard let history = isElsewhere ? connection.history : connection.usedHistory else {
      return nil
    }
    for operation in batch.operations where operation.isDeletion { history.noteDeletion(operation) }
    guard isElsewhere else { return nil }
    let deletion = ActivityDeletion()
    history.delete(domains: domains, deletedIn: settings.withLock { $0.protection }) { error in
      deletion.settle(error)
    }
    return deletion
  }

  /// Tells what became of a change when the activities are deleted, too, that go with it. What is to be told
  /// later waits for that.
  func report(
    _ error: ServiceError?, after deletion: ActivityDeletion?, to completions: [Completion]
  ) {
    guard let deletion, !completions.isEmpty else { return report(error, to: completions) }
    callbacks.suspend()
    callbacks.async {
      for completion in completions { completion(error ?? deletion.error) }
    }
    deletion.whenSettled { [callbacks] in callbacks.resume() }
  }
}

/// What comes of deleting the activities of domains.
final class ActivityDeletion: Sendable {
  private struct State: Sendable {
    var isSettled = false
    var error: ServiceError?
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  /// Why they may still be there.
  var error: ServiceError? { state.withLock { $0.error } }

  /// Calls the body when it is known what came of it.
  func whenSettled(_ body: @escaping @Sendable () -> Void) {
    let isSettled = state.withLock { state in
      if !state.isSettled { state.waiting.append(body) }
      return state.isSettled
    }
    if isSettled { body() }
  }

  func settle(_ error: ServiceError?) {
    // Who keeps no history for this client has none of these activities.
    let isGone = error?.code == .refused || error?.code == .unsupported
    let waiting = state.withLock { state in
      defer { state = State(isSettled: true, error: isGone ? nil : error) }
      return state.waiting
    }
    for body in waiting { body() }
  }
}

extension WireOperation {
  /// Whether it deletes.
  fileprivate var isDeletion: Bool {
    if case .put = self { false } else { true }
  }

  /// The domains that it deletes.
  fileprivate var deletedDomains: [String] {
    if case .deleteDomains(let domains) = self { domains } else { [] }
  }
}
