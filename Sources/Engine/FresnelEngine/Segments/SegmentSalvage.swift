import FresnelModel
import FresnelSegments
import FresnelStorage

/// What could still be read of a segment whose file is damaged, as in-memory segments that take its place.
struct SegmentSalvage: Sendable {
  /// The segments; none where nothing could be read.
  let segments: [IndexSegment]
  /// The indexes of the items that could not be read.
  let lostScopes: Set<IndexScope>
  /// How many items could be read, and how many could not; `nil` where that is not known.
  let itemCount: Int
  let lostItemCount: Int?

  /// Items are read into memory, and written to the journal in one step: no more than this of one file. Commits wait
  /// for it; a damaged file of which nothing is lost is written anew beside them instead.
  static let largestByteCount = 64 << 20

  /// Reads what is left.
  ///
  /// - Parameters:
  ///   - segment: The segment.
  ///   - changes: What was deleted and patched.
  ///   - scopes: The store's indexes; they learn those of the segment.
  ///   - threadCount: How many threads build segments.
  /// - Throws: ``StorageError`` when reading fails for a reason that may pass, or a segment cannot be built.
  init(
    _ segment: DamagedSegment, _ changes: SegmentChanges, scopes: inout ScopeTable, threadCount: Int
  ) throws(StorageError) {
    let salvage = try segment.salvage(changes, largestByteCount: Self.largestByteCount)
    let numbers = segment.scopes.map { scopes.numberInSegment(of: $0.scope) }
    let items = salvage.items.enumerated().map { position, entry in
      PendingDocuments.Survivor(
        position: position, scope: numbers[Int(entry.scope)], item: entry.item)
    }
    segments = try SegmentBuild(items, of: scopes, largestSegmentCount: max(1, threadCount) * 2)
      .segments(threadCount: threadCount)
    lostScopes = Set(salvage.lostScopes.map { segment.scopes[Int($0)].scope })
    itemCount = items.count
    lostItemCount = salvage.lostCount
  }

  /// Nothing could be read of a segment with items of some indexes.
  init(losing lostScopes: Set<IndexScope>) {
    segments = []
    self.lostScopes = lostScopes
    itemCount = 0
    lostItemCount = nil
  }

  /// What is to be told of the damage.
  func damage(_ error: StorageError, path: String) -> LossReport.Damage {
    var explanation = error.message
    if let lostItemCount {
      explanation +=
        lostItemCount == 0
        ? " All of its items could still be read, and are kept (\(itemCount))."
        : " \(itemCount) of its \(itemCount + lostItemCount) items could still be read, and are kept."
    }
    return LossReport.Damage(
      path: path, offset: error.offset ?? 0, explanation: explanation, lostItemCount: lostItemCount)
  }
}

extension SegmentFiles {
  /// Reads what is left of a segment that cannot be opened. After a crash its file may have been set aside already.
  ///
  /// Without the file that tells what was deleted nothing is taken over: what was deleted must not come back.
  ///
  /// - Returns: What could be read; nothing where that is not known.
  /// - Throws: ``StorageError`` when reading fails for a reason that may pass, such as too many open files.
  func salvage(
    _ entry: SegmentList.Entry, scopes: inout ScopeTable, threadCount: Int
  ) throws(StorageError) -> SegmentSalvage {
    do throws(StorageError) {
      return try salvageOnce(entry, scopes: &scopes, threadCount: threadCount)
    } catch {
      guard error.isDeviceFailure else { return try nothing(of: entry, because: error) }
    }
    // The device may do better when it is asked again.
    do throws(StorageError) {
      return try salvageOnce(entry, scopes: &scopes, threadCount: threadCount)
    } catch {
      return try nothing(of: entry, because: error)
    }
  }

  private func nothing(
    of entry: SegmentList.Entry, because error: StorageError
  ) throws(StorageError) -> SegmentSalvage {
    guard error.code == .corrupted || error.code == .notFound || error.isDeviceFailure else {
      throw error
    }
    return SegmentSalvage(losing: Set(entry.scopes.map(\.scope)))
  }

  private func salvageOnce(
    _ entry: SegmentList.Entry, scopes: inout ScopeTable, threadCount: Int
  ) throws(StorageError) -> SegmentSalvage {
    let source = try sourceWherever(entry.fileName)
    let segment = try DamagedSegment(source)
    let named = Set(segment.scopes.map { "\($0.scope) \($0.documentCount)" })
    // A file that was set aside may be one of an earlier store in the same directory.
    guard source.byteCount == entry.byteCount,
      segment.documentCount == Int(entry.documentCount),
      named == Set(entry.scopes.map { "\($0.scope) \($0.documentCount)" })
    else { return SegmentSalvage(losing: Set(entry.scopes.map(\.scope))) }
    var changes = SegmentChanges(live: LiveDocuments(count: segment.documentCount))
    if let name = entry.liveFileName {
      let live = try sourceWherever(name)
      changes = try SegmentChanges(
        decoding: Array(try live.pin(0, Int(live.byteCount)).bytes), segment: entry.number,
        documentCount: segment.documentCount)
    }
    guard changes.live.count == Int(entry.liveCount) else {
      return SegmentSalvage(losing: Set(entry.scopes.map(\.scope)))
    }
    return try SegmentSalvage(segment, changes, scopes: &scopes, threadCount: threadCount)
  }

  /// The bytes of a file, also where it was set aside.
  private func sourceWherever(_ name: SegmentFileName) throws(StorageError) -> ByteSource {
    do throws(StorageError) {
      return try ByteSource.open(path(name), storage: storage, cache: cache, key: key)
    } catch {
      guard error.code == .notFound,
        let kept = try DamagedFiles(directory: directory, storage: storage).keptPath(of: path(name))
      else { throw error }
      return try ByteSource.open(kept, storage: storage, cache: cache, key: key)
    }
  }
}
