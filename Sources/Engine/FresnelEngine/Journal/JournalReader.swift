import FresnelStorage
import Synchronization

/// Follows a journal that another process writes.
final class JournalReader: Sendable {
  private struct State {
    var journal: JournalStore?
    var index: IndexState
  }
  private let state: Mutex<State>
  private let options: StoreOptions
  private let published: PublishedIndex

  init(
    directory: String, storage: any Storage, options: StoreOptions,
    publishingTo published: PublishedIndex
  ) throws(StoreError) {
    self.options = options
    self.published = published
    var replay = JournalReplay()
    let journal: JournalStore
    do {
      journal = try JournalStore.open(
        directory: directory, storage: storage, mode: .readOnly, options: options.journal
      ) { try replay.receive($0) }
    } catch {
      throw StoreError(opening: error)
    }
    let index = replay.finish(threadCount: options.threadCount)
    published.report(journal.loss)
    published.publish(index, journalByteCount: journal.byteCount)
    state = Mutex(State(journal: journal, index: index))
  }

  /// Applies what was written since the last look.
  func refresh() throws(StoreError) {
    try state.withLock { (state) throws(StoreError) in
      guard let journal = state.journal else {
        throw StoreError(.closed, "The store was closed.")
      }
      var replay = JournalReplay(state.index)
      do {
        try journal.refresh { try replay.receive($0) }
      } catch {
        throw StoreError(opening: error)
      }
      var index = replay.finish(threadCount: options.threadCount)
      let policy = MergePolicy()
      while let range = policy.merge(of: index.segments[...]) {
        let merge = SegmentMerge(Array(index.segments[range]))
        index.segments.replaceSubrange(range, with: [SegmentView(merge.merged)])
      }
      state.index = index
      published.publish(index, journalByteCount: journal.byteCount)
    }
  }

  func close() {
    state.withLock { state in
      // Nothing waits in a journal that is only read, so closing it cannot lose anything.
      try? state.journal?.close()
      state.journal = nil
    }
  }
}
