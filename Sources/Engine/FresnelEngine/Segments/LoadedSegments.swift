import FresnelModel
import FresnelSegments
import FresnelStorage

/// The segments of a manifest's list, as far as their files are sound.
struct LoadedSegments: Sendable {
  /// The segments in a state of their own, to which the journal's frames apply.
  var state = IndexState()
  /// The number that the next segment gets.
  var nextNumber: UInt64 = 1
  /// What is wrong with the files of those that are missing here.
  var damages: [LossReport.Damage] = []
  /// What the list says of those segments.
  var damagedEntries: [SegmentList.Entry] = []
  /// The indexes of those of their items that could not be read.
  var lostScopes: Set<IndexScope> = []
  /// Whether items could be read of a damaged file: in-memory segments of these are in the state, in the place of the
  /// segment as it was when the list was written, and the journal does not have them.
  var hasSalvage = false

  /// Of a store that has no segments yet.
  init() {}

  /// Opens the files that a list names, without those of which it is known that they are damaged.
  ///
  /// A file is damaged too when the device fails twice to read it.
  ///
  /// - Throws: ``StorageError`` when a file can't be opened although nothing says that it is damaged, as
  ///   when the key is wrong or too many files are open.
  init(
    _ list: SegmentList, _ files: SegmentFiles, leavingOut known: [StorageError], threadCount: Int
  ) throws(StorageError) {
    nextNumber = list.nextNumber
    var damaged: [(StorageError, SegmentList.Entry)] = []
    for entry in list.segments {
      if let damage = known.first(where: { $0.path == files.path(entry.fileName) }) {
        damaged.append((damage, entry))
        continue
      }
      do throws(StorageError) {
        let (segment, changes) = try files.openPersistently(entry)
        let view = SegmentView(segment, scopes: &state.scopes, changes)
        state.segments.append(
          IndexSegment(
            view,
            file: .init(
              number: entry.number, liveFileNumber: entry.liveFileNumber,
              writtenLiveCount: changes.live.count,
              writtenPatchRevision: changes.patches.revision)))
      } catch {
        guard error.code == .corrupted || error.code == .notFound || error.isDeviceFailure else {
          throw error
        }
        damaged.append((error, entry))
      }
    }
    // In-memory segments come behind all files.
    for (error, entry) in damaged {
      let salvage = try files.salvage(entry, scopes: &state.scopes, threadCount: threadCount)
      state.add(salvage.segments)
      if !salvage.segments.isEmpty { hasSalvage = true }
      damages.append(salvage.damage(error, path: files.path(entry.fileName)))
      damagedEntries.append(entry)
      lostScopes.formUnion(salvage.lostScopes)
    }
  }
}

extension SegmentView {
  /// A view whose scopes are numbered as in a store's table, which learns new ones.
  init(_ segment: Segment, scopes: inout ScopeTable, _ changes: SegmentChanges? = nil) {
    let numbers = segment.scopes.map { scopes.numberInSegment(of: $0.scope) }
    self.init(segment, scopeNumbers: numbers, changes)
  }
}
