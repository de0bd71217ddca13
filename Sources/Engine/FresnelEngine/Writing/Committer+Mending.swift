import FresnelModel
import FresnelSegments
import FresnelStorage

// A file whose blocks can all be read, since what is damaged of it is in memory.

extension Committer {
  /// What came of writing a damaged file anew.
  enum Mending {
    /// It was done.
    case done
    /// Nothing has changed.
    case impossible
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
    guard let entry = segment.entry, segment.segment.source.canBeRead,
      !files.damages(of: segment).isEmpty
    else { return .impossible }
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
      return .impossible
    }
    files.pruneDamaged()
    published.add(LossReport(extent: .none, damages: [damage]), of: .named([]))
    publish()
    return .done
  }
}
