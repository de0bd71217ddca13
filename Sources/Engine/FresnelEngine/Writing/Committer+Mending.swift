import FresnelModel
import FresnelSegments
import FresnelStorage

// How a file is written anew of which something is damaged and nothing is lost, for it has a copy or is in memory.
//
// It is a join of one file, so all that holds for joins holds here. It runs beside the writer, and batches are committed
// meanwhile. What they delete and patch is carried over when the new file takes the place of the old one, which takes
// milliseconds. It is called off when the store is closed or compacted, and begun again afterwards. It takes turns with
// the joins of files, of which there is one at a time, and comes before the next of them. A join that is under way may
// have the damaged file as a part: where it succeeds, it has read all that is of use, and so it has mended the file.
//
// What reads and checks have met with waits in `mends`. The join first reads the file whole as it is on the disk. It
// ends there if the damage has passed, as that of a device may; or if something turns out to be lost, and then what is
// left is read as of any damaged file. So it does if what is wrong lies under a sound checksum, which would be so the
// next time. Any other failure, as on a full disk, is tried again after a pause.
//
// The list of segments names the new file before the damaged one is moved to where such files are kept. A crash between
// the two costs the copy for inspection. In the other order it would leave a list that names a file which is gone: of
// that, opening reads no more than `SegmentSalvage.largestByteCount`, so items could be lost that can all be read.
//
// Alternatives. Writing the file under the lock needs none of this; but no commit goes on for the minutes that a file of
// some gigabytes takes. A kind of join of its own would not wait for a large join that is under way; but both would read
// and write at once, and each have parts that the other replaces.

extension Committer {
  /// What opening the files, or reading them since, met with that is damaged and has a copy.
  var notedDamages: [StorageError] {
    state.segments.compactMap(\.segment.source.notedDamage)
  }

  /// Whether a damaged file is being written anew, or will be once the join of other files is done.
  var isMending: Bool { !mends.isEmpty && joining[.files] != nil }

  /// Notes that a file is damaged, of which it is not known that something is lost.
  ///
  /// - Returns: Whether that is news. Nothing is noted of what is no segment's file.
  @discardableResult
  mutating func noteMend(_ damage: StorageError) -> Bool {
    guard !isClosed, segment(of: damage)?.isImage == false,
      !mends.contains(where: { $0.path == damage.path })
    else { return false }
    mends.append(damage)
    return true
  }

  /// Looks at what a read, or a check, has met with: what may have passed is looked at beside the writer.
  mutating func examine(_ error: StorageError) {
    if error.isDeviceFailure { noteMend(error) } else { handleDamage(error) }
  }

  /// The file to be written anew next, of some segments, and its damage; `nil` when there is none, or it has to wait
  /// after a failure or for room.
  mutating func nextMend(
    in segments: ArraySlice<IndexSegment>
  ) -> (segment: IndexSegment, damage: StorageError)? {
    if mends.isEmpty { return nil }
    mends = mends.filter { segment(of: $0) != nil }
    guard !isRoomShort, maySalvage else { return nil }
    for damage in mends {
      if let segment = segments.first(where: { $0.segment.source.path == damage.path }) {
        return (segment, damage)
      }
    }
    return nil
  }

  /// Notes that writing a file anew came to nothing, and does what follows from it.
  mutating func endMending(_ damage: StorageError, because error: any Error) {
    switch error {
    case is CancellationError:
      // It is begun again once joins are.
      break
    case MendRefusal.needless:
      mends.removeAll { $0.path == damage.path }
    case MendRefusal.lost(let error):
      mends.removeAll { $0.path == damage.path }
      drop(StorageError(.corrupted, error.message, path: damage.path, offset: error.offset))
    case let error as StorageError where error.code == .corrupted:
      // What is wrong under a sound checksum will be so the next time.
      mends.removeAll { $0.path == damage.path }
      drop(StorageError(.corrupted, error.message, path: damage.path, offset: error.offset))
    case let error as StorageError where error.asksForReopening:
      recover(from: error)
    default:
      failedSalvageTime = options.clock()
      if (error as? StorageError)?.code == .full { isRoomShort = true }
    }
  }

  /// Keeps the files of replaced segments that are damaged, and tells that nothing of them is lost. Nothing may name
  /// them any more.
  mutating func keepDamaged(_ replaced: some Sequence<IndexSegment>) {
    if mends.isEmpty { return }
    var damages: [LossReport.Damage] = []
    for segment in replaced {
      let path = segment.segment.source.path
      guard let entry = segment.entry, let place = mends.firstIndex(where: { $0.path == path })
      else { continue }
      let error = mends.remove(at: place)
      var damage = LossReport.Damage(
        path: error.path ?? files.path(entry.fileName), offset: error.offset ?? 0,
        explanation: "\(error.message) All of its items could still be read, and are kept.",
        lostItemCount: 0)
      // In a directory that was replaced, the file may be another store's.
      if let journal, (try? journal.checkPlace()) != nil {
        damage.setAsidePath = (try? files.setAside(entry)) ?? nil
      }
      damages.append(damage)
    }
    if damages.isEmpty { return }
    failedSalvageTime = nil
    files.pruneDamaged()
    published.add(LossReport(extent: .none, damages: damages), of: .named([]))
  }
}
