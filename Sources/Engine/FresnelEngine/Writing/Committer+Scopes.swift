import FresnelModel
import FresnelStorage

// Changes of what is known of indexes, which no batch makes.

extension Committer {
  /// Drops the indexes that a closure names; see ``Store/dropScopes(_:completion:)``.
  mutating func drop(_ isDropped: (IndexScope) -> Bool) -> StoreError? {
    let scopes = state.scopes.states.filter { !$0.isDropped && isDropped($0.scope) }.map(\.scope)
    let requests = scopes.map { scope in
      CommitRequest(
        change: .success(.scopeDropped(scope)), scope: scope, expectedClientState: .any,
        completion: { _ in })
    }
    if requests.isEmpty { return isClosed ? StoreError(.closed, "The store was closed.") : nil }
    return commit(requests).lazy.compactMap(\.self).first
  }

  /// Counts a loss of all indexes; see ``Store/recordLoss(completion:)``.
  mutating func recordLoss() -> StoreError? {
    do {
      if isClosed { throw StoreError(.closed, "The store was closed.") }
      guard let journal else {
        throw StoreError(.writeFailed, "The store's journal could not be opened again.")
      }
      try writeLosses(journal)
      try settle()
      var next = state
      try recordLoss(of: nil, in: &next, journal)
      state = next
      publish()
      return nil
    } catch {
      try? journal?.discardWaitingFrames()
      if (error as? StorageError)?.asksForReopening == true { recover(from: error) }
      return StoreError(writing: error)
    }
  }
}
