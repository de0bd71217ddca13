import FresnelSegments
import FresnelStorage

/// A damaged file that is to be read, and what of it is needed for that: it is read while nobody holds the committer.
///
/// Up to `SegmentSalvage.largestByteCount` are read, from a device that may fail. Reads, and whoever asks how far the
/// store has come, take the committer's lock and would wait for it. Commits wait all the same, since they and this have
/// the writer's queue in common: so nothing is deleted from the segment and no index is added meanwhile.
struct SalvageReading: Sendable {
  /// What a read met with.
  let error: StorageError
  private let segment: IndexSegment
  private let scopes: ScopeTable

  /// What came of the reading.
  enum Outcome: Sendable {
    /// Something can't be read; the rest is there.
    case lost(StorageError, SegmentSalvage)
    /// All can be read: what is damaged has a copy.
    case readable(StorageError)
    /// Nothing is damaged, as the device can read again.
    case sound
    /// It could not be found out, and may be a little later.
    case failed
  }

  /// Describes the reading of a segment.
  ///
  /// - Parameters:
  ///   - segment: The segment, without what was deleted of it.
  ///   - scopes: The store's indexes; they know those of the segment.
  ///   - error: What a read met with.
  init(_ segment: IndexSegment, of scopes: ScopeTable, because error: StorageError) {
    self.segment = segment
    self.scopes = scopes
    self.error = error
  }

  /// Whether a segment is still the one that is read, with the same deletions and patches.
  func isOf(_ other: IndexSegment) -> Bool {
    other.segment === segment.segment
      && other.view.changes.live.count == segment.view.changes.live.count
      && other.view.changes.patches.revision == segment.view.changes.patches.revision
  }

  /// Reads what is left. What a device could not read is first read again, with the whole file.
  ///
  /// - Complexity: O(*n*) in the bytes of the file.
  func read(_ files: SegmentFiles, threadCount: Int) -> Outcome {
    do throws(StorageError) {
      var damage = error
      if error.code != .corrupted {
        switch try files.condition(of: segment) {
        case .lost: damage = error.asCorruption
        case .readable(let copied): return .readable(copied)
        case .sound, nil: return .sound
        }
      }
      var scopes = scopes
      return .lost(
        damage,
        try SegmentSalvage(
          DamagedSegment(segment.segment), segment.view.changes, scopes: &scopes,
          threadCount: threadCount))
    } catch {
      return .failed
    }
  }
}

extension StorageError {
  /// The same, of what a device will not be able to read any more.
  var asCorruption: StorageError {
    StorageError(.corrupted, message, path: path, offset: offset, cause: cause)
  }
}
