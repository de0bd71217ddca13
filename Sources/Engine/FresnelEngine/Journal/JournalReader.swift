import FresnelStorage
import Synchronization

/// Follows a journal that another process writes.
final class JournalReader: Sendable {
  private struct State {
    /// `nil` after a look that failed: frames that it took from the journal were not applied, so the
    /// next one begins anew.
    var journal: JournalStore?
    var index = IndexState()
    var isClosed = false
  }
  private let state: Mutex<State>
  private let directory: String
  private let storage: any Storage
  private let options: StoreOptions
  private let published: PublishedIndex

  init(
    directory: String, storage: any Storage, options: StoreOptions,
    publishingTo published: PublishedIndex
  ) throws(StoreError) {
    self.directory = directory
    self.storage = storage
    self.options = options
    self.published = published
    state = Mutex(State())
    try refresh()
  }

  /// Applies what was written since the last look.
  func refresh() throws(StoreError) {
    try state.withLock { (state) throws(StoreError) in
      if state.isClosed { throw StoreError(.closed, "The store was closed.") }
      do {
        try look(&state)
      } catch {
        // Nothing waits in a journal that is only read, so closing it cannot lose anything.
        try? state.journal?.close()
        state.journal = nil
        throw StoreError(opening: error)
      }
    }
  }

  private func look(_ state: inout State) throws {
    let known = state.journal == nil ? nil : state.index
    var replay = JournalReplay(goingOnFrom: known, threadCount: options.threadCount)
    let journal: JournalStore
    if let open = state.journal {
      journal = open
      try journal.refresh { try replay.receive($0) }
    } else {
      journal = try JournalStore.open(
        directory: directory, storage: storage, mode: .readOnly, options: options.journal
      ) { try replay.receive($0) }
      published.report(journal.loss)
    }
    state.journal = journal
    state.index = merged(replay.finish())
    published.publish(state.index, journalByteCount: journal.byteCount)
  }

  /// Joins segments, so that their number does not grow with that of the looks.
  private func merged(_ index: IndexState) -> IndexState {
    var index = index
    let policy = MergePolicy()
    while let range = policy.merge(of: index.segments[...]) {
      let merge = SegmentMerge(Array(index.segments[range]))
      index.segments.replaceSubrange(range, with: [SegmentView(merge.merged)])
    }
    return index
  }

  func close() {
    state.withLock { state in
      try? state.journal?.close()
      state.journal = nil
      state.isClosed = true
    }
  }
}
