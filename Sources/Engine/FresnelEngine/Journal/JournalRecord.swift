import FresnelModel

/// What one frame of the journal says.
enum JournalRecord: Sendable {
  /// A batch was applied.
  case batch(BatchRecord)
  /// Opening the store found loss; a count that rises with each such opening.
  case lossFound(UInt64)
  /// The owner of an index was asked to make good the losses up to a count.
  case lossAcknowledged(IndexScope, UInt64)
  /// An index went, with its items and all that was known of it.
  case scopeDropped(IndexScope)
}

/// A batch as the journal holds it.
struct BatchRecord: Sendable {
  enum Operation: Sendable {
    case put([EncodedItem])
    case deleteIdentifiers([String])
    case deleteDomains([String])
    case deleteAll
    case renew([Renewal])
    /// Partial updates of stored items that stay as they are otherwise; each has the item's expiry, or
    /// none if the item has none.
    case patch([EncodedItem])
  }

  var scope: IndexScope
  /// When the batch was applied: whether an update found an item that had not expired must come out
  /// the same at each replay.
  var time: Timestamp
  var operations: [Operation]
  var clientState: [UInt8]?

  /// The renewals and patches: for each the stored item has to be read when the journal is replayed.
  var patchCount: Int {
    operations.reduce(0) { count, operation in
      switch operation {
      case .renew(let renewals): count + renewals.count
      case .patch(let patches): count + patches.count
      default: count
      }
    }
  }

  /// Whether a partial update is among the items. The journal has batches without any, since it says
  /// what they came to; journals written before that have them.
  var containsUpdates: Bool {
    operations.contains { operation in
      guard case .put(let items) = operation else { return false }
      return items.contains { $0.isUpdate }
    }
  }
}

/// A stored item that stays as it is and expires at another time.
struct Renewal: Sendable, Equatable {
  /// The UTF-8 of its unique identifier.
  let identifier: [UInt8]
  /// `nil` when it never expires.
  let expiration: Timestamp?
}
