import FresnelModel
import FresnelSegments
import FresnelStorage

// How a segment is set aside whose file is damaged, and what can still be read of it takes its place.

extension Committer {
  /// When what is left of a damaged file is read.
  enum Salvaging {
    /// At once.
    case now
    /// When nobody holds the committer, see ``SalvageReading``.
    case later
    /// Not any more: it was tried and came to nothing.
    case never
  }

  /// Sets the segment aside whose file is damaged.
  ///
  /// - Returns: Whether that was done, or will be when ``wantedSalvages`` are read.
  @discardableResult
  mutating func drop(_ error: StorageError) -> Bool {
    guard salvaging != .never, maySalvage, segment(of: error) != nil, (try? settle()) != nil,
      let index = state.segments.firstIndex(where: { $0.segment.source.path == error.path })
    else { return false }
    guard salvaging == .later else { return setAside(index, error) }
    guard state.segments[index].file != nil else { return false }
    if !wantedSalvages.contains(where: { $0.error.path == error.path }) {
      wantedSalvages.append(
        SalvageReading(state.segments[index], of: state.scopes, because: error))
    }
    return true
  }

  /// The next damaged file that is to be read.
  mutating func takeWantedSalvage() -> SalvageReading? {
    wantedSalvages.isEmpty ? nil : wantedSalvages.removeFirst()
  }

  /// Does what follows from the reading of a damaged file.
  ///
  /// - Returns: Whether what met with the damage may be tried again, as after ``handleDamage(_:)``.
  mutating func finish(_ reading: SalvageReading, _ outcome: SalvageReading.Outcome) -> Bool {
    var isDone = false
    switch outcome {
    case .lost(let error, let salvage):
      // It may have been opened again meanwhile, or replaced by a merge.
      if !isClosed, maySalvage, (try? settle()) != nil,
        let index = state.segments.firstIndex(where: reading.isOf)
      {
        isDone = setAside(index, error, salvage)
      }
    case .readable(let damage): return recordMend(damage)
    case .sound: return false
    case .failed: failedSalvageTime = options.clock()
    }
    if !isDone {
      // A merge that met with the damage would be tried again at once, and so on; where salvaging pauses, it ends by that.
      if maySalvage { failedMergeTime = options.clock() }
      postponeMend(of: reading.error)
      postpone(reading.error)
    }
    return isDone
  }

  /// After a failure, as on a full disk, what is left of a file is not read again for a while.
  var maySalvage: Bool {
    guard let failedSalvageTime else { return true }
    return hasPassedBetweenAttempts(since: failedSalvageTime)
  }

  /// Drops a segment, puts what can still be read of it in its place, records the loss of the rest durably and tells
  /// the readers.
  ///
  /// What was read is in the journal that the manifest names when it forgets the file: until then it names the file,
  /// and opening reads it again.
  private mutating func setAside(
    _ index: Int, _ error: StorageError, _ salvaged: SegmentSalvage? = nil
  ) -> Bool {
    guard let journal, let entry = state.segments[index].entry else { return false }
    do {
      // Another store's file may have the name now.
      try journal.checkPlace()
    } catch {
      recover(from: error)
      return false
    }
    let view = state.segments[index].view
    var next = state
    next.segments.remove(at: index)
    let salvage: SegmentSalvage
    if let salvaged {
      salvage = salvaged
    } else {
      do throws(StorageError) {
        salvage = try SegmentSalvage(
          DamagedSegment(view.segment), view.changes, scopes: &next.scopes,
          threadCount: options.threadCount)
      } catch {
        // It may be read a little later.
        failedSalvageTime = options.clock()
        return false
      }
    }
    let lost = salvage.lostScopes
    // Unlisted segments come behind all listed ones, in the order in which their items were put.
    let place = next.segments.firstIndex(where: \.isUnlisted) ?? next.segments.endIndex
    next.segments.insert(contentsOf: salvage.segments, at: place)
    let setAsidePath: String?
    do {
      setAsidePath = try files.setAside(entry)
      if !lost.isEmpty { try recordLoss(of: lost, in: &next, journal) }
      try writeManifest(for: &next, rotating: needsCheckpoint || !salvage.segments.isEmpty)
      failedSalvageTime = nil
    } catch {
      let asksForReopening = (error as? StorageError)?.asksForReopening == true
      if asksForReopening || !salvage.segments.isEmpty { failedSalvageTime = options.clock() }
      if asksForReopening {
        // The list may or may not name the file; opening finds out.
        recover(from: error)
      } else {
        files.putBack(entry)
      }
      return false
    }
    state = next
    mends.removeAll { $0.damage.path == error.path }
    postponedDamages.removeAll { $0.path == error.path }
    var damage = salvage.damage(error, path: error.path ?? "")
    damage.setAsidePath = setAsidePath
    files.pruneDamaged()
    published.add(LossReport(extent: extent(losing: lost), damages: [damage]), of: .named(lost))
    publish()
    return true
  }
}
