import FresnelModel
import FresnelSegments
import FresnelStorage

/// Builds an image of items whose indexes are numbered as in a store's table.
struct ImageBuilder: ~Copyable {
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

  /// The image; it says that its terms were made with what the fingerprint tells.
  consuming func finish(
    _ fingerprint: AnalyzerFingerprint = .current
  ) throws(StorageError) -> IndexSegment {
    let storeNumbers = storeNumbers
    let segment = try builder.finishImage(fingerprint)
    let numbers = segment.scopes.map { storeNumbers[$0.scope] ?? 0 }
    return IndexSegment(SegmentView(segment, scopeNumbers: numbers))
  }
}

extension SegmentBuilder {
  /// The segment as an image in memory.
  fileprivate consuming func finishImage(
    _ fingerprint: AnalyzerFingerprint
  ) throws(StorageError) -> Segment {
    guard let source = try finish(to: .memory(), fingerprint: fingerprint) else {
      throw StorageError(.corrupted, "An image was not kept in memory.")
    }
    return try Segment.open(source)
  }
}
