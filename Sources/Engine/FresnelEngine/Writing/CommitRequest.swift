import FresnelModel

/// A change that waits to be committed.
struct CommitRequest: Sendable {
  /// What to apply; an error found before it got here; or `nil` to acknowledge the losses so far.
  let change: Result<JournalRecord, StoreError>?
  let scope: IndexScope
  let expectedClientState: ExpectedClientState
  let completion: @Sendable (StoreError?) -> Void
}

extension BatchRecord {
  /// A frame of the journal holds a little more.
  private static let largestByteCount = 1 << 29

  /// Checks a batch from outside.
  ///
  /// - Throws: ``StoreError`` with ``StoreError/Code/invalidItem``.
  init(_ batch: Batch, time: Timestamp) throws(StoreError) {
    var operations: [Operation] = []
    var itemIndex = 0
    var byteCount = 0
    for operation in batch.operations {
      switch operation {
      case .put(let encodings):
        var items: [EncodedItem] = []
        items.reserveCapacity(encodings.count)
        for bytes in encodings {
          do throws(ModelError) {
            items.append(try EncodedItem(validating: bytes))
          } catch {
            throw StoreError(.invalidItem, error.message, itemIndex: itemIndex)
          }
          itemIndex += 1
          byteCount += bytes.count + 8
        }
        operations.append(.put(items))
      case .deleteIdentifiers(let identifiers):
        operations.append(.deleteIdentifiers(identifiers))
        byteCount += identifiers.reduce(0) { $0 + $1.utf8.count + 4 }
      case .deleteDomains(let domains):
        operations.append(.deleteDomains(domains))
        byteCount += domains.reduce(0) { $0 + $1.utf8.count + 4 }
      case .deleteAll: operations.append(.deleteAll)
      }
    }
    guard byteCount <= Self.largestByteCount else {
      throw StoreError(
        .invalidItem,
        "The batch has \(byteCount) bytes; the limit is \(Self.largestByteCount). Divide it.")
    }
    self.init(
      scope: batch.scope, time: time, operations: operations, clientState: batch.clientState)
  }
}
