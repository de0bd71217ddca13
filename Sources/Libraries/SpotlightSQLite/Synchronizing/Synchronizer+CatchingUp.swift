internal import CoreSpotlight
internal import FresnelDatabase
internal import Foundation

extension Synchronizer {
  /// What a part of the log comes to.
  private struct Changes {
    var items: [CSSearchableItem] = []
    var deletions: [String] = []
    var last: Int64
  }

  /// Indexes the rows that changed, part by part.
  ///
  /// - Returns: Whether all is done; else the index has another state than this process knows.
  func catchUp(from state: ClientState) async throws(SpotlightDatabaseError) -> Bool {
    var state = state
    while true {
      guard try ChangeLog.hasEntries(above: state.sequence, in: database) else { return true }
      // The sync at its end makes all durable that the index is about to be told.
      let changes = try database.write { () throws(SpotlightDatabaseError) in
        let changes = try self.changes(above: state.sequence)
        reached(.changesRead)
        try DatabaseState.setSeen(changes.last, in: database)
        return changes
      }
      reached(.seenWritten)
      var next = state
      next.sequence = changes.last
      guard try await apply(changes, from: state, to: next) else { return false }
      reached(.batchEnded)
      try database.write { () throws(SpotlightDatabaseError) in
        try ChangeLog.prune(upTo: next.sequence, in: database)
      }
      reached(.logPruned)
      state = next
    }
  }

  /// Reads the rows of the next entries as they are now, all in one state of the database: none of them has
  /// an entry above the last one, so the index is as the database was then.
  private func changes(above sequence: Int64) throws(SpotlightDatabaseError) -> Changes {
    var changes = Changes(last: sequence)
    var byteCount = 0
    for entry in try ChangeLog.entries(above: sequence, atMost: Self.rowCount, in: database) {
      if byteCount > Self.rowByteCount { break }
      changes.last = entry.sequence
      // Entries of tables that are declared no more wait for nobody.
      guard reading.indices.contains(entry.source - 1), let key = entry.key.value else { continue }
      if let row = try reading[entry.source - 1].row(of: entry) {
        changes.items.append(row.item)
        byteCount += row.byteCount
      } else {
        let table = declaration.tables[entry.source - 1].name
        changes.deletions.append(RowIdentifier.text(table: table, key: key))
      }
    }
    return changes
  }

  /// Puts changes and state into the index in one step.
  ///
  /// - Returns: Whether the index had the state that was expected.
  private func apply(
    _ changes: Changes, from state: ClientState, to next: ClientState
  ) async throws(SpotlightDatabaseError) -> Bool {
    do {
      index.beginBatch()
      if !changes.items.isEmpty { try await index.indexSearchableItems(changes.items) }
      if !changes.deletions.isEmpty {
        try await index.deleteSearchableItems(withIdentifiers: changes.deletions)
      }
      reached(.batchFilled)
      try await index.endIndexBatch(
        expectedClientState: Data(state.bytes), newClientState: Data(next.bytes))
      return true
    } catch CSIndexError.mismatchedClientState {
      return false
    } catch {
      throw SpotlightDatabaseError(index: error)
    }
  }
}
