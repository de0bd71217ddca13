import FresnelModel
import FresnelSegments
import FresnelStorage

// What happens when a segment's file turns out to be damaged.

extension Committer {
  /// Sets a segment aside when a failure of a read says that its file is damaged. What a device could not read is read
  /// again, with the whole file, while whoever asks waits: for commits and compactions, which fail otherwise.
  ///
  /// - Returns: Whether what failed may be tried again: a segment was set aside, or will be when ``wantedSalvages`` are
  ///   read; or all of its file can be read after all, and it will be written anew. Where the device fails only now and
  ///   then, that may be so any number of times.
  mutating func handleDamage(_ error: any Error) -> Bool {
    guard let error = error as? StorageError, let segment = segment(of: error) else { return false }
    if segment.unlistedNumber != nil, error.code == .corrupted || error.isDeviceFailure {
      replaceUnlistedFiles(because: error)
      return journal != nil
    }
    if error.code == .corrupted { return drop(error) }
    guard salvaging != .never, maySalvage, error.isDeviceFailure else { return false }
    if salvaging == .later { return drop(error) }
    // A device that can't read may be able to a little later.
    switch try? files.condition(of: segment) {
    case .lost: return drop(error.asCorruption)
    case .readable(let damage): return recordMend(damage)
    case .sound, nil: return false
    }
  }

  /// The same for what goes on beside commits: the file of which a device could not read something is recorded, and
  /// read whole by the merge that is to write it anew.
  ///
  /// - Returns: Whether what failed may be tried again at once, for a segment was set aside.
  mutating func handleDamageLater(_ error: any Error) -> Bool {
    guard let error = error as? StorageError, error.isDeviceFailure,
      segment(of: error)?.unlistedNumber == nil
    else { return handleDamage(error) }
    recordMend(error)
    return false
  }

  /// Looks at what a read, or a check, has met with. What can't be set aside now is looked at again by
  /// ``examinePostponed()``.
  mutating func examine(_ error: StorageError) {
    if !handleDamageLater(error) { postpone(error) }
  }

  /// Has damage looked at again later, where it could not be set aside.
  mutating func postpone(_ error: StorageError) {
    guard error.code == .corrupted, !isClosed, segment(of: error)?.isUnlisted == false,
      !postponedDamages.contains(where: { $0.path == error.path })
    else { return }
    if postponedDamages.isEmpty { postponementTime = options.clock() }
    postponedDamages.append(error)
  }

  /// Looks again at what could not be set aside, once a pause is over: each time the file is read and the list of
  /// segments is tried again, and this is called after every commit.
  mutating func examinePostponed() {
    guard !postponedDamages.isEmpty, maySalvage,
      postponementTime.map(hasPassedBetweenAttempts) ?? true
    else { return }
    let damages = postponedDamages
    postponedDamages = []
    for damage in damages { examine(damage) }
  }

  /// Looks at damage of a file of which it is not known that something is lost.
  mutating func examineCopied(_ damage: StorageError) {
    if !isClosed, segment(of: damage)?.unlistedNumber != nil {
      replaceUnlistedFiles(because: damage)
    } else {
      recordMend(damage)
    }
  }

  /// Reads the journal again, which has the items of all files that no manifest names; opening it removes these.
  ///
  /// Also where a copy of what is damaged can be read: once a manifest names the file, the journal lacks its items.
  private mutating func replaceUnlistedFiles(because damage: StorageError) {
    // A device that damages each new file would have the journal read for each of them.
    failedFileTime = options.clock()
    recover(from: damage)
  }

  /// The segment that an error is about.
  func segment(of error: StorageError) -> IndexSegment? {
    guard let path = error.path else { return nil }
    return state.segments.first { $0.segment.source.path == path }
  }

  /// How much of the store is lost when items of some indexes are.
  func extent(losing scopes: Set<IndexScope>) -> LossReport.Extent {
    if scopes.isEmpty { return .none }
    return state.segments.isEmpty ? .complete : .partial
  }

  /// Counts a loss of items of some indexes: their owners will be asked to index again, the others
  /// not.
  ///
  /// - Parameters:
  ///   - scopes: The indexes; `nil` for any, also such that the store does not know any more.
  ///   - former: Those of the latter that are known from elsewhere.
  ///   - state: What counts it.
  ///   - journal: Where it is written.
  /// - Throws: What writing it does; the state is not to be used then.
  mutating func recordLoss(
    of scopes: Set<IndexScope>?, and former: Set<IndexScope> = [], in state: inout IndexState,
    _ journal: JournalStore
  ) throws {
    let before = state.lossCount
    // A number that was another loss's would have those that were told of that one take this one for it, and an app's
    // answer to that one make this one good. A loss found while the journal is opened begins a generation, so that
    // its number keeps the count from repeating where the note of an earlier loss was lost.
    state.lossCount = max(max(before, greatestLossCount) &+ 1, journal.generation)
    try append(.lossFound(state.lossCount), to: journal)
    // Named once more, so that they stay known though none of their items may be left.
    for scope in scopes ?? former {
      _ = state.scopes.addedNumber(of: scope)
      try append(.batch(.init(scope: scope, time: options.clock(), operations: [])), to: journal)
    }
    if let scopes {
      for number in state.scopes.states.indices {
        let scope = state.scopes.states[number]
        guard !scope.isDropped, !scopes.contains(scope.scope),
          scope.acknowledgedLosses == before
        else { continue }
        state.scopes[UInt32(number)].acknowledgedLosses = state.lossCount
        try append(.lossAcknowledged(scope.scope, state.lossCount), to: journal)
      }
    }
    try journal.commit()
  }
}
