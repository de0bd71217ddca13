import FresnelModel

/// Collects what the operations of a batch come to: whole items where the batch had partial updates,
/// and nothing for items that are stored already.
///
/// Replayed on any later state of the store it gives the state that the batch led to. Partial updates
/// are left in only where they patch a document or an item that this journal has: what comes after
/// them can only be other patches, which are replayed too, or a whole item in its place.
struct ResolvedOperations {
  private var operations: [BatchRecord.Operation] = []
  /// Puts, renewals or patches that follow one another and become one operation; only one of the three
  /// is not empty.
  private var items: [EncodedItem] = []
  private var renewals: [Renewal] = []
  private var patches: [EncodedItem] = []
  /// The encoded bytes of all items and patches.
  private(set) var itemByteCount = 0

  mutating func append(put item: EncodedItem) {
    if items.isEmpty { flush() }
    items.append(item)
    itemByteCount += item.byteCount
  }

  mutating func append(_ renewal: Renewal) {
    if renewals.isEmpty { flush() }
    renewals.append(renewal)
  }

  mutating func append(patch: EncodedItem) {
    if patches.isEmpty { flush() }
    patches.append(patch)
    itemByteCount += patch.byteCount
  }

  mutating func append(_ operation: BatchRecord.Operation) {
    flush()
    operations.append(operation)
  }

  private mutating func flush() {
    if !items.isEmpty { operations.append(.put(items)) }
    if !renewals.isEmpty { operations.append(.renew(renewals)) }
    if !patches.isEmpty { operations.append(.patch(patches)) }
    items = []
    renewals = []
    patches = []
  }

  /// The operations in order.
  consuming func finish() -> [BatchRecord.Operation] {
    flush()
    return operations
  }
}
