import FresnelModel
import FresnelSegments
import FresnelStorage

/// Goes through the items of a segment that are neither deleted nor expired, in the order in which they
/// were put.
///
/// Items lie in compressed blocks in the order of their documents, which is another one: read as they were put, nearly
/// each item has its block decompressed anew. So items may be read ahead, each block of them once, and kept until it is
/// their turn.
struct LiveItems: ~Copyable {
  /// How much is read ahead.
  struct Reach {
    /// The most items.
    var itemCount: Int
    /// The most bytes of items; a single one may be longer.
    var byteCount = 16 << 20

    /// Nothing: for who may stop at any item and begin there again.
    static let none = Reach(itemCount: 1)
    /// As much as memory allows: for who wants all items.
    static let far = Reach(itemCount: .max)
  }

  /// An item whose turn comes.
  private struct Pending {
    let place: Int
    let document: UInt32
    let scope: UInt32
    var item: EncodedItem?
  }

  private let view: SegmentView
  private let now: Double
  private let reach: Reach
  private var items: ItemReader
  private var order: PutOrder
  private var pending: [Pending] = []
  private var nextPending = 0
  /// How many items are read ahead at once: few at first, as many who ask for items want but some.
  private var batchCount = 16
  /// What is wrong behind the items that are pending.
  private var failure: StorageError?

  /// The place in the put order of the item read last.
  private(set) var place = 0

  /// How many blocks were read so far.
  var blockCount: Int { items.blockCount }

  /// Starts with the item at a place in the put order.
  init(_ view: SegmentView, time: Timestamp, from place: Int = 0, reach: Reach = .none) {
    self.view = view
    self.reach = reach
    now = time.secondsSinceReferenceDate
    items = ItemReader(view)
    order = PutOrder(view.segment, from: place)
  }

  /// The next item and the store's number of its index; `nil` at the end.
  mutating func next() throws(StorageError) -> (scope: UInt32, item: EncodedItem)? {
    if nextPending == pending.count { readAhead() }
    guard nextPending < pending.count else {
      if let failure { throw failure }
      return nil
    }
    let found = pending[nextPending]
    pending[nextPending].item = nil
    nextPending += 1
    place = found.place
    // One that could not be read ahead is damaged, or stands behind one that is in its block.
    let item = if let item = found.item { item } else { try items.item(found.document) }
    return (found.scope, item)
  }

  /// Reads the next items in the order of their documents. What is damaged is reported when its turn comes.
  private mutating func readAhead() {
    pending.removeAll(keepingCapacity: true)
    nextPending = 0
    guard failure == nil else { return }
    collect()
    batchCount = min(batchCount, 1 << 20) * 8
    guard pending.count > 1 else { return }
    for index in pending.indices.sorted(by: { pending[$0].document < pending[$1].document }) {
      do throws(StorageError) {
        pending[index].item = try items.item(pending[index].document)
      } catch {
        // The rest is read when its turn comes, up to what is damaged.
        return
      }
    }
  }

  /// Finds out which items come next.
  private mutating func collect() {
    var byteCount = 0
    do throws(StorageError) {
      while pending.count < min(batchCount, reach.itemCount), byteCount < reach.byteCount,
        let document = try order.next()
      {
        guard view.live[Int(document)] else { continue }
        let facts = try view.facts(document)
        if facts.expiration <= now { continue }
        byteCount += facts.itemByteCount
        pending.append(
          Pending(
            place: order.place - 1, document: document,
            scope: view.scopeNumbers[Int(facts.scope)]))
      }
    } catch {
      failure = error
    }
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
