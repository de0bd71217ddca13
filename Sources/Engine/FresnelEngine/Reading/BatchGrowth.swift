import FresnelModel

/// By how much a batch makes its index grow, compared with what a snapshot shows of it.
///
/// Items that are put again count by what they are more than those stored. An identifier that stands in the batch
/// several times counts once, as only its last item stays. What the batch deletes item by item or by domain is not
/// taken off.
package struct BatchGrowth: Sendable {
  /// The items that come; negative where there are fewer than before.
  package private(set) var itemCount = 0
  /// The bytes of items that come; negative where there are fewer than before.
  package private(set) var byteCount = 0
  /// The bytes without those that items save which are shorter than what they replace. Batches that are under way at
  /// once never add more than the sum of theirs.
  package private(set) var largestByteCount = 0

  /// What is put under an identifier.
  private struct Put {
    var byteCount = 0
    /// Whether it takes the place of what is stored; a partial update adds to that.
    var replaces = false
  }

  /// Finds out by how much a batch makes its index grow.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - snapshot: Shows what is stored; `nil` where that is known to be nothing.
  /// - Complexity: One probe in each segment for each identifier.
  package init(of batch: Batch, in snapshot: Snapshot?) {
    var puts: [String: Put] = [:]
    // Whether nothing is left of what is stored when the items come.
    var isEmptied = false
    for operation in batch.operations {
      switch operation {
      case .put(let items):
        // The store refuses a batch with an item that cannot be read.
        for item in items { Self.add(try? EncodedItem(opening: item), to: &puts) }
      case .putEncoded(let items):
        for item in items { Self.add(item, to: &puts) }
      case .deleteAll:
        isEmptied = true
        puts = [:]
      case .deleteIdentifiers, .deleteDomains: break
      }
    }
    if isEmptied, let size = snapshot?.scopes().first(where: { $0.scope == batch.scope }) {
      (itemCount, byteCount) = (-size.itemCount, -size.itemByteCount)
    }
    for (identifier, put) in puts {
      let stored =
        isEmptied ? nil : snapshot?.item(scope: batch.scope, identifier: identifier)?.byteCount
      if stored == nil { itemCount += 1 }
      let growth = put.byteCount - (put.replaces ? stored ?? 0 : 0)
      byteCount += growth
      largestByteCount += max(0, growth)
    }
  }

  private static func add(_ item: EncodedItem?, to puts: inout [String: Put]) {
    guard let item else { return }
    if item.isUpdate {
      puts[item.uniqueIdentifier, default: Put()].byteCount += item.byteCount
    } else {
      puts[item.uniqueIdentifier] = Put(byteCount: item.byteCount, replaces: true)
    }
  }
}
