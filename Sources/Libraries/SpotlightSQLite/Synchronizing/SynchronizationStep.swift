/// The places of a synchronization between which a process may end without harm, in their order; tests end
/// it there.
package enum SynchronizationStep: String, CaseIterable, Sendable {
  /// Rows were entered into the log, or all of them are due, because an index asked.
  case marked
  /// The client state was fetched.
  case stateFetched
  /// Changed rows were read.
  case changesRead
  /// The database knows how far the index is about to be.
  case seenWritten
  /// The changes were handed to the index, and the batch is not ended.
  case batchFilled
  /// The index has taken the batch.
  case batchEnded
  /// What is in the index was dropped from the log.
  case logPruned
  /// The database knows which domains are about to be replaced.
  case rebuildBegun
  /// Some rows of a table are built aside.
  case pageBuilt
  /// All rows of a domain are built aside.
  case domainBuilt
  /// The database has a new identity, which the index does not know yet.
  case identityWritten
  /// The index holds all rows, and knows the identity.
  case rebuilt
}
