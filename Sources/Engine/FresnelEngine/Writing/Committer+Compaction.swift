import FresnelModel
import FresnelSegments
import FresnelStorage

// How a store is brought to files that hold nothing but what can be read.

extension Committer {
  /// Merges all segments into one file and begins a journal without items; earlier files are removed. No merge may
  /// be on its way.
  ///
  /// - Parameter isCancelled: Asked every now and then while the file is written; once it returns true, the segments
  ///   stay as they were.
  /// - Returns: The failure, after which the store holds what it held; but some file may still have something of
  ///   what was deleted or has expired.
  mutating func compact(isCancelled: () -> Bool = { false }) -> StoreError? {
    var retries = retryCount
    while true {
      do {
        if isClosed { throw StoreError(.closed, "The store was closed.") }
        if journal == nil { try reopen() }
        if let journal {
          try writeLosses(journal)
          try journal.checkPlace()
        }
        try settle()
        let now = options.clock()
        if state.segments.count > 1
          || state.segments.contains(where: { $0.isWorthRewriting(at: now) })
        {
          do {
            try perform(newMerge(.flush, state.segments), isCancelled: isCancelled)
          } catch let error as StorageError where error.code == .full {
            try compactFileByFile()
          }
        }
        try givingUpReserve { try $0.eraseEarlierFiles() }
        publish()
        trimReserve()
        restoreRoom()
        return nil
      } catch is CancellationError {
        publish()
        restoreRoom()
        return nil
      } catch {
        retries -= 1
        if retries >= 0, handleDamage(error) {
          if wantedSalvages.isEmpty { continue }
          // Tried again once these are read.
          return StoreError(writing: error)
        }
        if (error as? StorageError)?.asksForReopening == true { recover(from: error) }
        restoreRoom()
        return StoreError(writing: error)
      }
    }
  }

  /// Begins a journal in a new file, and removes all earlier journals and files that nothing names. Everything
  /// has to be indexed, so that nothing that has expired gets into the new journal.
  ///
  /// Only files are removed that were replaced by a manifest that is durable, so a crash at any point leaves the
  /// old state or the new one.
  ///
  /// - Throws: ``StorageError``, also when something could not be removed.
  mutating func eraseEarlierFiles() throws {
    guard let journal else { throw StoreError(.closed, "The store was closed.") }
    // Otherwise the new journal would be written over an earlier one, of which bytes would stay behind its frames.
    try journal.removeEarlierGenerations()
    try renewJournal()
    try journal.removeEarlierGenerations()
    try removeUnnamedFiles()
    working.earliestExpiration = checkpointExpiration
  }
}
