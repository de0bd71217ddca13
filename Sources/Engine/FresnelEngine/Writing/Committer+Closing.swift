import FresnelModel
import FresnelSegments
import FresnelStorage

// What is done before a store is closed, so that the next opening has little to do.

extension Committer {
  /// Flushes the in-memory segments if they are large: opening would make them again from the journal. Those of items
  /// that were analysed again are not in the journal, and would be with each opening.
  ///
  /// Where that fails, as on a full disk, the store is closed as it is: the journal has everything. So it is when the
  /// directory was replaced, where the file could take the place of another store's.
  mutating func flushForClosing() {
    guard !isClosed, journal != nil, index(),
      needsCheckpoint || inMemoryByteCount > UInt64(options.closingFlushByteCount)
        || state.segments.contains(where: { $0.unlistedNumber != nil }),
      let journal, (try? journal.checkPlace()) != nil
    else {
      return
    }
    try? flush()
  }
}
