import FresnelModel

/// Collects what the operations of a batch come to: whole items where the batch had partial updates,
/// and nothing for items that are stored already.
///
/// Replayed on any later state of the store it gives the state that the batch led to, which partial
/// updates would not: those would merge into what came after them.
struct ResolvedOperations {
  private var operations: [BatchRecord.Operation] = []
  /// Puts or renewals that follow one another and become one operation; one of the two is empty.
  private var items: [EncodedItem] = []
  private var renewals: [Renewal] = []
  /// The encoded bytes of all items.
  private(set) var itemByteCount = 0

  mutating func append(put item: EncodedItem) {
    if !renewals.isEmpty { flush() }
    items.append(item)
    itemByteCount += item.byteCount
  }

  mutating func append(_ renewal: Renewal) {
    if !items.isEmpty { flush() }
    renewals.append(renewal)
  }

  mutating func append(_ operation: BatchRecord.Operation) {
    flush()
    operations.append(operation)
  }

  private mutating func flush() {
    if !items.isEmpty { operations.append(.put(items)) }
    if !renewals.isEmpty { operations.append(.renew(renewals)) }
    items = []
    renewals = []
  }

  /// The operations in order.
  consuming func finish() -> [BatchRecord.Operation] {
    flush()
    return operations
  }
}
