import FresnelModel
import FresnelSegments
import FresnelStorage

/// Builds a segment of items whose indexes are numbered as in a store's table.
struct IndexSegmentBuilder: ~Copyable {
  private var builder = SegmentBuilder()
  /// The builder's number of each of the store's indexes.
  private var builderNumbers: [UInt32: UInt32] = [:]
  private var storeNumbers: [IndexScope: UInt32] = [:]

  init() {}

  /// Adds an item of an index that the table numbers.
  mutating func add(_ item: EncodedItem, scope: UInt32, of scopes: ScopeTable) {
    let number: UInt32
    if let known = builderNumbers[scope] {
      number = known
    } else {
      let name = scopes[scope].scope
      number = builder.number(of: name)
      builderNumbers[scope] = number
      storeNumbers[name] = scope
    }
    builder.add(item, scope: number)
  }

  /// The segment, in memory; it says that its terms were made with what the fingerprint tells.
  consuming func finish(
    _ fingerprint: AnalyzerFingerprint = .current
  ) throws(StorageError) -> IndexSegment {
    let storeNumbers = storeNumbers
    let segment = try builder.finishInMemory(fingerprint)
    return IndexSegment(Self.view(of: segment, storeNumbers))
  }

  /// The segment, in a file that is durable and that no manifest names.
  consuming func finish(
    in files: SegmentFiles, number: UInt64
  ) throws(StorageError) -> IndexSegment {
    let storeNumbers = storeNumbers
    _ = try builder.finish(
      to: try files.sink(number), isTransient: true, itemBlockByteCount: files.itemBlockByteCount)
    let segment = try files.openWritten(number)
    // Nothing is lost yet; but the bytes in memory are sound.
    if let damage = segment.source.notedDamage { throw damage }
    return IndexSegment(Self.view(of: segment, storeNumbers), unlistedNumber: number)
  }

  private static func view(
    of segment: Segment, _ storeNumbers: [IndexScope: UInt32]
  ) -> SegmentView {
    SegmentView(segment, scopeNumbers: segment.scopes.map { storeNumbers[$0.scope] ?? 0 })
  }
}

extension SegmentBuilder {
  /// The segment, in memory.
  fileprivate consuming func finishInMemory(
    _ fingerprint: AnalyzerFingerprint
  ) throws(StorageError) -> Segment {
    guard let source = try finish(to: .memory(), fingerprint: fingerprint) else {
      throw StorageError(.corrupted, "A segment was not kept in memory.")
    }
    return try Segment.open(source)
  }
}
