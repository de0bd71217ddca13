import FresnelModel
import FresnelSegments
import FresnelStorage

/// Goes through the items of a segment that are neither deleted nor expired, in the order in which they
/// were put.
struct LiveItems: ~Copyable {
  private let view: SegmentView
  private let now: Double
  private var items: ItemReader
  private var scopes: ScopeReader
  private var order: PutOrder

  /// The place in the put order of the item read last.
  private(set) var place = 0

  /// Starts with the item at a place in the put order.
  init(_ view: SegmentView, time: Timestamp, from place: Int = 0) {
    self.view = view
    now = time.secondsSinceReferenceDate
    items = ItemReader(view)
    scopes = ScopeReader(view.segment.documents)
    order = PutOrder(view.segment, from: place)
  }

  /// The next item and the store's number of its index; `nil` at the end.
  mutating func next() throws(StorageError) -> (scope: UInt32, item: EncodedItem)? {
    while let document = try order.next() {
      guard view.live[Int(document)] else { continue }
      place = order.place - 1
      let item = try items.item(document)
      if let expiration = item.expiration, expiration.secondsSinceReferenceDate <= now { continue }
      return (view.scopeNumbers[Int(try scopes.scope(document))], item)
    }
    return nil
  }
}

extension SegmentView {
  /// Calls a closure for each index with the number and the encoded bytes of its items that are
  /// neither deleted nor expired.
  func forEachScopeSum(
    at time: Timestamp, _ body: (_ scope: UInt32, _ itemCount: Int, _ itemByteCount: Int) -> Void
  ) throws(StorageError) {
    let now = time.secondsSinceReferenceDate
    if live.count == segment.documentCount, patches.isEmpty, earliestExpiration > now {
      for (number, scope) in zip(scopeNumbers, segment.scopes) {
        body(number, Int(scope.documentCount), Int(scope.itemByteCount))
      }
      return
    }
    for document in 0..<UInt32(segment.documentCount) where live[Int(document)] {
      let facts = try facts(document)
      if facts.expiration > now { body(scopeNumbers[Int(facts.scope)], 1, facts.itemByteCount) }
    }
  }
}
