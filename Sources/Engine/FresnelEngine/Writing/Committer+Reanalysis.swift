import FresnelModel
import FresnelSegments
import FresnelStorage

// Files whose terms were made by other rules, as by another version of ICU, and those of older programs, whose keys
// lack forms: their items are analysed again, a few at a time, from what is stored.

extension Committer {
  /// How many items are analysed again at a time, and how many bytes of them: commits wait so long at most.
  private static let reanalysisStep = 256
  private static let reanalysisStepByteCount = 1 << 20

  /// Where the analysis has come to in a segment.
  struct Reanalysis {
    let segment: Segment
    /// The first place of the put order that was not looked at.
    var place: Int
  }

  /// Whether files whose keys lack forms are left to the analysis. Where there is little room they are not: it takes
  /// more, and searches find what they found before.
  var movesFormless: Bool { completesForms && !reanalysisFailed && !isRoomShort }

  /// Whether a file has terms that searches cannot use, or lacks forms that may be made now, and its items can be
  /// analysed again.
  var hasOutdatedFiles: Bool {
    !isClosed && !reanalysisFailed && outdatedFile != nil
  }

  /// Whether some items may be analysed again now. What was moved out of a file is in memory until it is in another.
  var mayReanalyse: Bool {
    journal != nil && hasOutdatedFiles && !isOverMemoryBudget && mayTryAgain()
  }

  private var outdatedFile: Int? {
    let policy = filePolicy
    return state.segments.firstIndex { policy.isOutdated($0) && $0.view.live.count > 0 }
  }

  /// Moves some items of an outdated file into an in-memory segment.
  ///
  /// Nothing is journaled: until a checkpoint writes down the segment and the deletions of the old file
  /// together, the manifest names the old file with all that was in it.
  mutating func reanalyse() {
    guard mayReanalyse else { return }
    do {
      try settle()
    } catch {
      failedMergeTime = options.clock()
      return
    }
    guard let index = outdatedFile else { return }
    do {
      try reanalyse(index)
      publish()
    } catch {
      // Without the damaged file there may be others, and what a device could not read is read once more; after other
      // failures, the next opening goes on.
      let mendCount = mends.count
      if !handleDamageLater(error), mends.count == mendCount { reanalysisFailed = true }
    }
  }

  private mutating func reanalyse(_ index: Int) throws(StorageError) {
    let view = state.segments[index].view
    var work = Reanalysis(segment: view.segment, place: 0)
    if let reanalysis, reanalysis.segment === view.segment { work = reanalysis }
    var next = state
    var builder = IndexSegmentBuilder()
    var order = PutOrder(view.segment, from: work.place)
    var items = ItemReader(view)
    var scopes = ScopeReader(view.segment.documents)
    var count = 0
    var byteCount = 0
    while count < Self.reanalysisStep, byteCount < Self.reanalysisStepByteCount,
      let document = try order.next()
    {
      work.place += 1
      guard view.live[Int(document)] else { continue }
      let scope = view.scopeNumbers[Int(try scopes.scope(document))]
      let item = try items.item(document)
      byteCount += item.byteCount
      builder.add(item, scope: scope, of: state.scopes)
      _ = next.segments[index].view.remove(document)
      count += 1
    }
    if count > 0 { next.segments.append(try builder.finish()) }
    state = next
    // The journal does not have the items that are in memory now.
    needsCheckpoint = true
    reanalysis = work
  }
}
