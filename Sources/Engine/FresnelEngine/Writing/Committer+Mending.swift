import FresnelModel
import FresnelSegments
import FresnelStorage

// A file whose blocks can all be read, since what is damaged of it is in memory, or has a copy.

extension Committer {
  /// What opening the files met with that is damaged and has a copy.
  var notedDamages: [StorageError] {
    state.segments.compactMap(\.segment.source.notedDamage)
  }

  /// What came of writing a damaged file anew.
  enum Mending {
    /// It was done.
    case done
    /// Nothing has changed: something can't be read, or no checksum tells what is damaged.
    case impossible
    /// Nothing has changed, and nothing is lost by that: all can be read.
    case postponed
    /// The store was opened again, and may have the old file or the new one.
    case reopened
  }

  /// Writes a segment anew whose file is damaged where that costs nothing: each block can be read. The damaged file is
  /// kept as any other.
  ///
  /// - Parameters:
  ///   - index: The place of the segment.
  ///   - error: What is damaged.
  /// - Returns: What came of it.
  mutating func writeAnew(_ index: Int, because error: StorageError) -> Mending {
    let segment = state.segments[index]
    // What no checksum shows would be damaged in the new file too.
    guard let entry = segment.entry, segment.segment.source.canBeRead else { return .impossible }
    guard files.firstDamage(of: segment) != nil else {
      return error == segment.segment.source.notedDamage ? .postponed : .impossible
    }
    var damage = LossReport.Damage(
      path: error.path ?? files.path(entry.fileName), offset: error.offset ?? 0,
      explanation: "\(error.message) All of its items could still be read, and are kept.",
      lostItemCount: 0)
    do {
      let join = newJoin(.files, [segment])
      let result: SegmentJoin.Result
      do {
        result = try join.run(files, isCancelled: { false })
      } catch {
        files.remove(.segment(join.number))
        throw error
      }
      damage.setAsidePath = try files.setAside(entry)
      do {
        try put(result)
      } catch {
        if (error as? StorageError)?.asksForReopening != true { files.putBack(entry) }
        throw error
      }
    } catch {
      if (error as? StorageError)?.asksForReopening == true {
        recover(from: error)
        return .reopened
      }
      // What is wrong under a sound checksum will be so the next time.
      if (error as? StorageError)?.code == .corrupted { return .impossible }
      failedSalvageTime = options.clock()
      return .postponed
    }
    files.pruneDamaged()
    published.add(LossReport(extent: .none, damages: [damage]), of: .named([]))
    publish()
    return .done
  }
}
