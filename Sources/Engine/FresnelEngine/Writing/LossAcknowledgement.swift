import FresnelModel
import FresnelStorage

/// Which losses of a store a batch makes good for its index, besides those that the index's owner was asked for.
package enum LossAcknowledgement: Hashable, Sendable {
  /// None.
  case none
  /// All so far, as the batch replaces all that the index had.
  case all
  /// All up to the one of this number, if the store does not know the index when the batch's turn comes and has lost
  /// nothing since: an index that is made after a loss lacks nothing by it. Whoever says so knows that the store does
  /// not miss an index of that name.
  case ofNewIndex(UInt64)
}

extension Committer {
  /// Records which losses a request has made good; called when it was applied.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - wasKnown: Whether the store knew the index before.
  ///   - journal: Where it is written, behind the request and with the same sync.
  /// - Throws: ``StorageError``.
  mutating func acknowledgeLosses(
    by request: CommitRequest, wasKnown: Bool, _ journal: JournalStore
  ) throws(StorageError) {
    switch request.lossAcknowledgement {
    case .none: return
    case .all: break
    case .ofNewIndex(let count): if wasKnown || count != state.lossCount { return }
    }
    let number = state.scopes.addedNumber(of: request.scope)
    guard state.scopes[number].acknowledgedLosses < state.lossCount else { return }
    state.scopes[number].acknowledgedLosses = state.lossCount
    try append(.lossAcknowledged(request.scope, state.lossCount), to: journal)
  }
}
