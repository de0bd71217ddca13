import FresnelModel

/// A change that waits to be committed.
struct CommitRequest: Sendable {
  /// What to apply, or an error found before it got here.
  let change: Result<JournalRecord, StoreError>
  let scope: IndexScope
  let expectedClientState: ExpectedClientState
  var keepsStoredItems = false
  var priority = Batch.Priority.foreground
  var lossAcknowledgement = LossAcknowledgement.none
  let completion: @Sendable (StoreError?) -> Void

  /// About how many bytes its items take.
  var byteCount: Int {
    guard case .success(.batch(let batch)) = change else { return 0 }
    return batch.itemByteCount
  }

  /// Whether it gives back room in the end: deletions may use what is kept for them.
  var onlyDeletes: Bool {
    switch change {
    case .success(.batch(let batch)): batch.onlyDeletes
    case .success(.scopeDropped): true
    case .success(.lossFound), .success(.lossAcknowledged), .failure: false
    }
  }
}

extension BatchRecord {
  /// Whether it has nothing but deletions.
  fileprivate var onlyDeletes: Bool {
    !operations.isEmpty
      && operations.allSatisfy { operation in
        switch operation {
        case .deleteIdentifiers, .deleteDomains, .deleteAll: true
        case .put, .renew, .patch: false
        }
      }
  }
}

extension BatchRecord {
  /// The encoded bytes of its items.
  var itemByteCount: Int {
    operations.reduce(0) { sum, operation in
      guard case .put(let items) = operation else { return sum }
      return items.reduce(sum) { $0 + $1.byteCount }
    }
  }

  /// More than what the head of a batch has besides its texts and operations.
  private static let headByteCount = 64
  /// More than what an operation has besides its items or texts.
  private static let operationByteCount = 8

  /// Checks a batch from outside.
  ///
  /// - Throws: ``StoreError`` with ``StoreError/Code/invalidItem``.
  init(_ batch: Batch, time: Timestamp, largestByteCount: Int) throws(StoreError) {
    var operations: [Operation] = []
    var itemIndex = 0
    var byteCount =
      Self.headByteCount + batch.scope.app.utf8.count + batch.scope.index.utf8.count
      + (batch.clientState?.count ?? 0) + batch.operations.count * Self.operationByteCount
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
      case .putEncoded(let items):
        for item in items {
          do throws(ModelError) {
            try item.validate()
          } catch {
            throw StoreError(.invalidItem, error.message, itemIndex: itemIndex)
          }
          itemIndex += 1
          byteCount += item.byteCount + 8
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
    guard byteCount <= largestByteCount else {
      throw StoreError(
        .invalidItem,
        "The batch has \(byteCount) bytes; the limit is \(largestByteCount). Divide it.")
    }
    self.init(
      scope: batch.scope, time: time, operations: operations, clientState: batch.clientState)
  }
}
