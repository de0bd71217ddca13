import FresnelModel
import FresnelSegments
import FresnelStorage

// How what has expired leaves the disk. In a pass, each file that has something of it is written anew without,
// and then the journal, whose earlier files go. Passes are far enough apart that items which expire one after
// the other do not have a file written anew for each of them, and near enough that an hour after its expiry
// nothing is left of an item.

extension Committer {
  /// How far passes are apart, in seconds.
  static let secondsBetweenPasses = 2700.0
  /// After how many seconds a pass that could not be finished, as on a full disk, is tried again.
  static let secondsBeforeRetry = 300.0

  /// When the next pass is due; `nil` when nothing on the disk expires.
  var nextExpiryPass: Timestamp? {
    if isClosed { return nil }
    if isExpiryPassOpen, let expiryPass {
      return Timestamp(
        secondsSinceReferenceDate: expiryPass.secondsSinceReferenceDate + Self.secondsBeforeRetry)
    }
    var earliest = working.earliestExpiration
    for segment in state.segments where mayExpire(segment) {
      earliest = min(earliest, segment.view.earliestExpiration)
    }
    guard earliest < Timestamp.distantFuture.secondsSinceReferenceDate else { return nil }
    let pause = expiryPass.map { $0.secondsSinceReferenceDate + Self.secondsBetweenPasses }
    return Timestamp(secondsSinceReferenceDate: max(earliest, pause ?? earliest))
  }

  /// Begins a pass if one is due; one that is not finished goes on.
  mutating func beginExpiryPassIfDue() {
    let now = options.clock()
    // The clock was set back: what has expired by the old time may be there again.
    if let expiryPass, now < expiryPass { (self.expiryPass, isExpiryPassOpen) = (nil, false) }
    if isExpiryPassOpen { return }
    if let next = nextExpiryPass, next <= now { (expiryPass, isExpiryPassOpen) = (now, true) }
  }

  /// The file, of some, that a pass is to write anew next.
  func expiredFile(in segments: ArraySlice<IndexSegment>) -> Range<Int>? {
    guard isExpiryPassOpen, let pass = expiryPass?.secondsSinceReferenceDate else { return nil }
    return segments.firstIndex {
      mayExpire($0) && $0.view.earliestExpiration <= pass
    }.map { $0..<$0 + 1 }
  }

  /// Whether a pass writes a segment anew. What is in memory only is in the journal; and what is moved out of
  /// outdated files goes with them.
  private func mayExpire(_ segment: IndexSegment) -> Bool {
    !segment.isUnlisted && (!filePolicy.isOutdated(segment) || !hasOutdatedFiles)
  }

  /// Ends a pass once no file has anything of what has expired: begins a journal without that, and removes the
  /// earlier ones.
  mutating func endExpiryPass() {
    guard isExpiryPassOpen, let pass = expiryPass?.secondsSinceReferenceDate, !isClosed,
      journal != nil, unwrittenLosses == nil, merging[.files] == nil, mayTryAgain(),
      expiredFile(in: state.segments[...]) == nil
    else { return }
    do {
      if working.earliestExpiration <= pass {
        try settle()
        try eraseEarlierFiles()
        publish()
      } else {
        try journal?.checkPlace()
        try removeUnnamedFiles()
      }
      // A file that was written meanwhile has its turn once it is listed.
      isExpiryPassOpen = state.segments.contains {
        ($0.unlistedNumber != nil || mayExpire($0)) && $0.view.earliestExpiration <= pass
      }
    } catch {
      if handleDamageLater(error) { return }
      failedMergeTime = options.clock()
      if (error as? StorageError)?.asksForReopening == true { recover(from: error) }
    }
  }
}
