import FresnelModel
import FresnelSegments
import FresnelStorage

// How a file is written anew of which something is damaged and nothing is lost, for it has a copy or is in memory.
//
// It is a merge of one file, so all that holds for merges holds here. It runs beside the writer, and batches are
// committed meanwhile. What they delete and patch is carried over when the new file takes the place of the old one,
// which takes milliseconds. It is called off when the store is closed or compacted, and begun again afterwards. It
// takes turns with the merges of files, of which there is one at a time, and comes before the next of them. A merge
// that is under way may have the damaged file as a part: where it succeeds, it has read all that is of use, and so it
// has mended the file.
//
// The damage that reads and checks meet with waits in `mends`. The merge first reads the whole file from the disk. It
// ends there if the damage has passed, as a failure of the device may. It also ends there if something is lost: then
// the committer salvages what can still be read, as of any damaged file. It salvages a file of which something is
// wrong under a sound checksum, too, since the next attempt would meet with the same. After any other failure, as on a
// full disk, the merge is tried again after a pause, which doubles from one failure to the next (`Mend`).
//
// The list of segments names the new file before the damaged one is moved to where such files are kept. A crash between
// the two costs the copy for inspection. In the other order it would leave a list that names a file which is gone: of
// that, opening reads no more than `SegmentSalvage.largestByteCount`, so items could be lost that can all be read.
//
// Alternatives. Writing the file under the lock needs none of this; but no commit goes on for the minutes that a file
// of some gigabytes takes. A kind of merge of its own would not wait for a large merge that is under way; but both
// would read and write at once, and each have parts that the other replaces.

extension Committer {
  /// What opening the files, or reading them since, met with that is damaged and has a copy.
  var notedDamages: [StorageError] {
    state.segments.compactMap(\.segment.source.notedDamage)
  }

  /// Whether a damaged file is being written anew, or will be once the merge of other files is done.
  ///
  /// A file that waits after a failure, or for room, is not waited for.
  var isMending: Bool {
    guard !mends.isEmpty, let task = merging[.files] else { return false }
    return task.mend != nil || (!isRoomShort && mends.contains { $0.isDue(at: options.clock()) })
  }

  /// Records that a file is damaged, of which it is not known that something is lost.
  ///
  /// - Returns: Whether it is recorded, now or before. Nothing is recorded of what is no segment's file.
  @discardableResult
  mutating func recordMend(_ damage: StorageError) -> Bool {
    guard !isClosed, segment(of: damage)?.isUnlisted == false else { return false }
    if let index = mends.firstIndex(where: { $0.damage.path == damage.path }) {
      mends[index].add(damage)
    } else {
      mends.append(Mend(damage))
    }
    return true
  }

  /// The file to be written anew next, of some segments, and its damage; `nil` when there is none, or it has to wait
  /// after a failure or for room.
  mutating func nextMend(
    in segments: ArraySlice<IndexSegment>
  ) -> (segment: IndexSegment, damage: StorageError)? {
    if mends.isEmpty { return nil }
    mends = mends.filter { segment(of: $0.damage) != nil }
    if isRoomShort { return nil }
    let now = options.clock()
    for mend in mends where mend.isDue(at: now) {
      if let segment = segments.first(where: { $0.segment.source.path == mend.damage.path }) {
        return (segment, mend.damage)
      }
    }
    return nil
  }

  /// Records that writing a file anew came to nothing, and does what follows from it.
  mutating func endMending(_ damage: StorageError, because error: any Error) {
    switch error {
    case is CancellationError:
      // It is begun again once merges are.
      break
    case MendRefusal.needless:
      mends.removeAll { $0.damage.path == damage.path }
      segment(of: damage)?.segment.source.forgetNotedDamage()
    case MendRefusal.lost(let error):
      salvage(damage, because: error)
    case let error as StorageError where error.code == .corrupted:
      // What is wrong under a sound checksum will be so the next time.
      salvage(damage, because: error)
    case let error as StorageError where error.asksForReopening:
      // First the pause: what reopening does not mend would be tried again at once, and so on.
      postponeMend(of: damage)
      recover(from: error)
    default:
      postponeMend(of: damage)
      if (error as? StorageError)?.code == .full { isRoomShort = true }
    }
  }

  /// Keeps what can be read of a file that can't be written anew. Its damage stays recorded where that fails.
  private mutating func salvage(_ damage: StorageError, because error: StorageError) {
    let error = StorageError(.corrupted, error.message, path: damage.path, offset: error.offset)
    if !drop(error) { postponeMend(of: damage) }
  }

  /// Has writing a file anew wait for a pause; longer than that of a file that it replaced, which was to be mended.
  mutating func postponeMend(of damage: StorageError, after replaced: Mend? = nil) {
    guard let index = mends.firstIndex(where: { $0.damage.path == damage.path }) else { return }
    if let replaced { mends[index].takePause(of: replaced) }
    mends[index].recordFailure(at: options.clock())
  }

  /// Keeps the files of segments that a merge has replaced and that are damaged, and reports that nothing of them is
  /// lost. Nothing may name them any more.
  ///
  /// Of a file that the merge was not begun for, what a device failed to read may have passed, and the merge has read
  /// it: that is forgotten. A file without items, and any where room is short, goes: it is the room that is wanted.
  mutating func keepDamaged(_ replaced: some Sequence<IndexSegment>, by task: MergeTask) {
    if mends.isEmpty { return }
    var damages: [LossReport.Damage] = []
    for segment in replaced {
      let path = segment.segment.source.path
      guard let entry = segment.entry,
        let place = mends.firstIndex(where: { $0.damage.path == path })
      else { continue }
      let error = mends.remove(at: place).damage
      if task.mend == nil, error.code != .corrupted { continue }
      let isEmpty = segment.view.live.count == 0
      var damage = LossReport.Damage(
        path: error.path ?? files.path(entry.fileName), offset: error.offset ?? 0,
        explanation: isEmpty
          ? "\(error.message) All of its items had been deleted before."
          : "\(error.message) All of its items could still be read, and are kept.",
        lostItemCount: 0)
      // In a directory that was replaced, the file may be another store's.
      if !isEmpty, !isRoomShort, let journal, (try? journal.checkPlace()) != nil {
        damage.setAsidePath = (try? files.setAside(entry)) ?? nil
      }
      damages.append(damage)
    }
    if damages.isEmpty { return }
    files.pruneDamaged()
    published.add(LossReport(extent: .none, damages: damages), of: .named([]))
  }
}
