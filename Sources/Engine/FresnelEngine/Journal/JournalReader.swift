import FresnelModel
import FresnelSegments
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
  private let files: SegmentFiles
  private let options: StoreOptions
  private let published: PublishedIndex
  /// The files of the list of segments that could not be read and were looked at for that.
  private let failures = Failures()

  private final class Failures: Sendable {
    let paths = Mutex<Set<String>>([])
  }

  init(
    directory: String, storage: any Storage, options: StoreOptions,
    publishingTo published: PublishedIndex
  ) throws(StoreError) {
    files = SegmentFiles(
      directory: directory, storage: storage, cache: options.cache,
      key: options.encryptionKey)
    self.options = options
    self.published = published
    state = Mutex(State())
    // The writer sets damaged files aside; here they can only be reported.
    published.setExaminer { [weak published, files, failures] error in
      guard let published, let path = error.path else { return }
      // Whether a device has failed is told by reading the file whole. Whoever reads again must not cause that again.
      guard
        error.code == .corrupted || failures.paths.withLock({ $0.insert(path).inserted })
      else { return }
      guard files.confirmsDamage(error) else { return }
      let segment = published.state.segments.first { $0.segment.source.path == path }
      published.add(
        LossReport(
          extent: .partial,
          damages: [.init(path: path, offset: error.offset ?? 0, explanation: error.message)]),
        of: segment.map { .named(Set($0.segment.scopes.map(\.scope))) } ?? .all)
    }
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
    // A list of segments may be replaced while its files are opened, and files of the old one are
    // gone then. Only when the manifest is the same after all, they are missing for good.
    var edition: UInt64?
    var damages: [StorageError] = []
    while true {
      let known = state.journal == nil ? nil : state.index
      var replay = JournalReplay(
        goingOnFrom: known, files, leavingOut: damages, threadCount: options.threadCount)
      let journal: JournalStore
      do {
        if let open = state.journal {
          journal = open
          try journal.refresh { try replay.receive($0) }
        } else {
          journal = try JournalStore.open(
            directory: files.directory, storage: files.storage, mode: .readOnly,
            options: options.journal
          ) { try replay.receive($0) }
        }
      } catch {
        guard let damage = replay.segmentDamage(error) else { throw error }
        damages.append(damage)
        try? state.journal?.close()
        state.journal = nil
        continue
      }
      let (start, isFromStart) = (replay.start, replay.isFromStart)
      let outcome = try replay.finish()
      if isFromStart, !outcome.loaded.damages.isEmpty, start?.edition != edition {
        edition = start?.edition
        try? journal.close()
        state.journal = nil
        continue
      }
      if isFromStart { report(outcome.loaded, journal) }
      state.journal = journal
      state.index = try merged(outcome.state)
      if isFromStart { state.index.lacksFiles = !outcome.loaded.lostScopes.isEmpty }
      published.publish(state.index, journalByteCount: journal.byteCount)
      return
    }
  }

  private func report(_ loaded: LoadedSegments, _ journal: JournalStore) {
    failures.paths.withLock { $0.removeAll() }
    var loss = journal.loss
    if !loaded.damages.isEmpty {
      if !loaded.lostScopes.isEmpty { loss.extent = max(loss.extent, .partial) }
      loss.damages += loaded.damages
    }
    published.report(
      loss, of: journal.loss.extent == .none ? .named(loaded.lostScopes) : .all)
  }

  /// Merges in-memory segments, so that their number does not grow with that of the looks.
  private func merged(_ index: IndexState) throws(StorageError) -> IndexState {
    var index = index
    let policy = MergePolicy()
    let first = index.segments.firstIndex(where: \.isUnlisted) ?? index.segments.endIndex
    while let range = policy.merge(of: index.segments[first...]) {
      let merge = SegmentMerge(index.segments[range])
      let merged = try merge.inMemorySegment(&index.scopes)
      index.segments.replaceSubrange(range, with: merged.map { [$0] } ?? [])
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
