import FresnelModel
import FresnelSegments
import FresnelStorage

/// What opening found to be lost, as long as that is not written down.
struct UnwrittenLosses {
  /// The segments of the list, of which some are damaged.
  let loaded: LoadedSegments
  /// Whether the directory was deleted or replaced, and what is there now lacks what was acknowledged.
  let isAnotherStore: Bool
  // What is done is not done again, so that a full disk does not fill a journal with notes of one loss.
  fileprivate var isJournalLossCounted = false
  fileprivate var areSegmentsCounted = false
  /// Why it could not be written down.
  fileprivate(set) var failure: StorageError?
  /// When that was, where much has to be written: it is not tried again at every commit.
  fileprivate var failureTime: Timestamp?

  init(_ loaded: LoadedSegments, isAnotherStore: Bool = false) {
    self.loaded = loaded
    self.isAnotherStore = isAnotherStore
  }

  /// The files that the manifest still names although nothing can be read of them.
  var fileNames: Set<SegmentFileName> {
    Set(loaded.damagedEntries.flatMap { [$0.fileName, $0.liveFileName].compactMap(\.self) })
  }
}

// How what opening found to be lost is written down, and what of it batches make good. On a full disk it waits until
// there is room.

extension Committer {
  /// Writes down what opening found to be lost, if that is still to be done.
  ///
  /// Until it succeeds the damaged files stay where they are and the manifest names them, so that the next
  /// opening finds them again; nothing else is written meanwhile.
  ///
  /// - Throws: ``StorageError`` when that failed.
  mutating func writeLosses(_ journal: JournalStore) throws {
    guard var losses = unwrittenLosses else { return }
    if let failure = losses.failure, let time = losses.failureTime,
      !hasPassedBetweenAttempts(since: time)
    {
      throw failure
    }
    do {
      // Another store's files may have the names of those to be set aside.
      try journal.checkPlace()
      try write(&losses, journal)
      unwrittenLosses = nil
    } catch {
      losses.failure = error as? StorageError
      losses.failureTime = losses.loaded.hasSalvage ? options.clock() : nil
      unwrittenLosses = losses
      throw error
    }
  }

  private mutating func write(_ losses: inout UnwrittenLosses, _ journal: JournalStore) throws {
    if losses.isAnotherStore {
      let damage = LossReport.Damage(
        path: files.directory, offset: 0,
        explanation: "The directory was deleted or replaced while it was open.")
      let extent = state.segments.isEmpty ? LossReport.Extent.complete : .partial
      published.add(LossReport(extent: extent, damages: [damage]), of: .all)
      if !losses.isJournalLossCounted {
        // What is there now does not know whose items it lacks.
        try count(nil, and: formerScopes, journal)
        losses.isJournalLossCounted = true
        // Not earlier: until then, whoever opens what is there now has to find that it is another store.
        lostPosition = nil
      }
    }
    if journal.loss.extent != .none {
      // First written down in the index's own terms, then acknowledged to the journal: a crash
      // between the two counts the loss twice, which only asks the apps once more.
      published.add(journal.loss, of: .all)
      if !losses.isJournalLossCounted {
        try count(nil, journal)
        losses.isJournalLossCounted = true
      }
      try journal.acknowledgeLoss()
    }
    let loaded = losses.loaded
    guard !loaded.damages.isEmpty else { return }
    var damages = loaded.damages
    let extent = extent(losing: loaded.lostScopes)
    do {
      for (index, entry) in loaded.damagedEntries.enumerated() {
        damages[index].setAsidePath = try files.setAside(entry)
      }
      if !losses.areSegmentsCounted, !loaded.lostScopes.isEmpty {
        try count(loaded.lostScopes, journal)
        losses.areSegmentsCounted = true
      }
      // What was salvaged is in no file that stays.
      var next = state
      try writeList(of: &next, rotating: loaded.hasSalvage, journal)
      state = next
    } catch {
      if (error as? StorageError)?.asksForReopening != true {
        for entry in loaded.damagedEntries { files.putBack(entry) }
        published.add(
          LossReport(extent: extent, damages: loaded.damages), of: .named(loaded.lostScopes))
      }
      throw error
    }
    files.pruneDamaged()
    published.add(LossReport(extent: extent, damages: damages), of: .named(loaded.lostScopes))
  }

  /// Counts a loss of some indexes, or of all.
  private mutating func count(
    _ scopes: Set<IndexScope>?, and former: Set<IndexScope> = [], _ journal: JournalStore
  ) throws {
    var next = state
    try recordLoss(of: scopes, and: former, in: &next, journal)
    state = next
  }

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
