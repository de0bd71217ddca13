import FresnelModel
import FresnelSegments

/// A state with changes applied to it that no segment holds yet.
///
/// Committing, replaying and refreshing all apply records here, so that memory always equals what
/// the journal says.
struct BatchApplication {
  private(set) var state: IndexState
  private(set) var pending = PendingDocuments()

  init(_ state: IndexState) {
    self.state = state
  }

  /// Applies a record whole, or not at all when it throws.
  ///
  /// - Throws: ``ModelError`` when a partial update makes an item too large or an item is damaged.
  mutating func apply(_ record: JournalRecord) throws(ModelError) {
    switch record {
    case .batch(let batch): try apply(batch)
    case .lossFound(let count): state.lossCount = count
    case .lossAcknowledged(let scope, let count):
      let number = state.scopes.addedNumber(of: scope)
      state.scopes[number].acknowledgedLosses = count
    }
  }

  private mutating func apply(_ batch: BatchRecord) throws(ModelError) {
    // Only partial updates can fail; a copy to go back to costs nothing until something changes.
    let backup = batch.containsUpdates ? self : nil
    do throws(ModelError) {
      let scope = state.scopes.addedNumber(of: batch.scope)
      for operation in batch.operations {
        switch operation {
        case .put(let items):
          for item in items { try put(item, scope: scope, now: batch.time) }
        case .deleteIdentifiers(let identifiers):
          for identifier in identifiers {
            delete(.init(scope: scope, identifier: Array(identifier.utf8)[...]))
          }
        case .deleteDomains(let domains): deleteDomains(domains, scope: scope)
        case .deleteAll: deleteAll(scope: scope)
        }
      }
      if let clientState = batch.clientState { state.scopes[scope].clientState = clientState }
    } catch {
      if let backup { self = backup }
      throw error
    }
  }

  private mutating func put(
    _ item: EncodedItem, scope: UInt32, now: Timestamp
  ) throws(ModelError) {
    let key = PendingDocuments.DocumentKey(scope: scope, identifier: item.uniqueIdentifierBytes)
    var item = item
    if item.isUpdate {
      if let stored = stored(key), (stored.expiration ?? .distantFuture) > now {
        item = try EncodedItem(opening: try stored.merged(with: item))
      } else {
        item = try EncodedItem(opening: try item.wholeItem())
      }
    }
    deleteInSegments(key)
    pending.put(item, key: .init(scope: scope, identifier: item.uniqueIdentifierBytes))
  }

  private func stored(_ key: PendingDocuments.DocumentKey) -> EncodedItem? {
    if let item = pending.item(key) { return item }
    return state.find(key).map { state.segments[$0.segment].segment.documents.items[$0.document] }
  }

  private mutating func delete(_ key: PendingDocuments.DocumentKey) {
    pending.remove(key)
    deleteInSegments(key)
  }

  private mutating func deleteInSegments(_ key: PendingDocuments.DocumentKey) {
    guard let found = state.find(key) else { return }
    state.segments[found.segment].remove(found.document)
  }

  private mutating func deleteDomains(_ domains: [String], scope: UInt32) {
    pending.removeDomains(domains, in: scope)
    let ancestors = domains.map { Array($0.utf8) }
    for index in state.segments.indices {
      let columns = state.segments[index].segment.documents
      let isDeleted = columns.domains.enumerated().map { number, domain in
        number > 0 && ancestors.contains { Domain.isEqualOrBelow(domain, $0) }
      }
      guard isDeleted.contains(true) else { continue }
      deleteDocuments(inSegment: index) { document in
        columns.scopes[document] == scope && isDeleted[Int(columns.domainNumbers[document])]
      }
    }
  }

  private mutating func deleteAll(scope: UInt32) {
    pending.removeAll(in: scope)
    for index in state.segments.indices {
      let columns = state.segments[index].segment.documents
      deleteDocuments(inSegment: index) { columns.scopes[$0] == scope }
    }
  }

  private mutating func deleteDocuments(inSegment index: Int, where isDeleted: (Int) -> Bool) {
    for document in 0..<state.segments[index].segment.documentCount where isDeleted(document) {
      state.segments[index].remove(document)
    }
  }

  /// The state with the pending items in segments of their own, as many as threads may work on.
  consuming func finish(threadCount: Int) -> IndexState {
    let items = pending.survivors()
    let shares = SegmentBuilder.shares(of: items, threadCount: threadCount)
    let segments = SegmentBuilder.build(items, shares: shares)
    return finish(replacingPendingBy: segments.map(SegmentView.init))
  }

  /// The state with segments that were made of the pending items.
  consuming func finish(replacingPendingBy segments: [SegmentView]) -> IndexState {
    var state = state
    state.segments += segments
    state.segments.removeAll { $0.live.count == 0 }
    return state
  }
}

extension IndexState {
  /// The live document of a key: its segment's position and its number there.
  func find(_ key: PendingDocuments.DocumentKey) -> (segment: Int, document: Int)? {
    key.identifier.withUnsafeBufferPointer { identifier in
      for index in segments.indices.reversed() {
        let segment = segments[index].segment
        if let document = segment.identifiers.document(
          scope: key.scope, identifier: identifier, in: segment.documents),
          segments[index].live[document]
        {
          return (index, document)
        }
      }
      return nil
    }
  }
}
