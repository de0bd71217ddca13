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

  // MARK: - Records of the journal

  /// Applies a record that the journal holds, whole or, when it throws, not at all.
  ///
  /// - Throws: ``ModelError`` when an item is damaged, or a partial update, as older journals have
  ///   them, makes one too large.
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
    // Only partial updates and damage can fail; a copy to go back to costs nothing until something
    // changes.
    let backup = batch.containsUpdates ? self : nil
    do throws(ModelError) {
      let scope = state.scopes.addedNumber(of: batch.scope)
      for operation in batch.operations {
        switch operation {
        case .put(let items):
          for item in items { try put(item, scope: scope, now: batch.time) }
        case .renew(let renewals):
          for renewal in renewals { try renew(renewal, scope: scope) }
        default: apply(deletion: operation, scope: scope)
        }
      }
      if let clientState = batch.clientState { state.scopes[scope].clientState = clientState }
    } catch {
      if let backup { self = backup }
      throw error
    }
  }

  private mutating func apply(deletion operation: BatchRecord.Operation, scope: UInt32) {
    switch operation {
    case .deleteIdentifiers(let identifiers):
      for identifier in identifiers {
        delete(.init(scope: scope, identifier: Array(identifier.utf8)[...]))
      }
    case .deleteDomains(let domains): deleteDomains(domains, scope: scope)
    case .deleteAll: deleteAll(scope: scope)
    case .put, .renew: break
    }
  }

  private mutating func put(
    _ item: EncodedItem, scope: UInt32, now: Timestamp
  ) throws(ModelError) {
    let key = PendingDocuments.DocumentKey(scope: scope, identifier: item.uniqueIdentifierBytes)
    let found = state.find(key)
    let whole = try item.isUpdate ? Self.merge(item, into: stored(key, found), now: now) : item
    replace(found, by: whole, scope: scope)
  }

  // MARK: - Batches to be journaled

  /// Applies what a program asks for, whole or, when it throws, not at all.
  ///
  /// - Parameters:
  ///   - record: The change.
  ///   - largestByteCount: The most that the items of a batch may take once partial updates are merged.
  /// - Returns: The change as the journal is to hold it, see ``ResolvedOperations``; `nil` when there
  ///   is none, because everything is stored like that already.
  /// - Throws: ``ModelError`` when partial updates make an item or the batch too large, or a stored
  ///   item is damaged.
  mutating func resolve(
    _ record: JournalRecord, largestByteCount: Int
  ) throws(ModelError) -> JournalRecord? {
    guard case .batch(let batch) = record else {
      try apply(record)
      return record
    }
    let backup = batch.containsUpdates ? self : nil
    do throws(ModelError) {
      let isKnown = state.scopes.number(of: batch.scope) != nil
      let scope = state.scopes.addedNumber(of: batch.scope)
      var resolved = ResolvedOperations()
      for operation in batch.operations {
        if case .put(let items) = operation {
          for item in items { try resolve(item, scope: scope, now: batch.time, &resolved) }
        } else {
          apply(deletion: operation, scope: scope)
          resolved.append(operation)
        }
      }
      guard resolved.itemByteCount <= largestByteCount else {
        throw ModelError(
          code: .tooLarge,
          message:
            "The partial updates of the batch make items of \(resolved.itemByteCount) bytes; "
            + "the limit is \(largestByteCount). Divide it.")
      }
      var result = batch
      result.operations = resolved.finish()
      if let clientState = batch.clientState {
        if state.scopes[scope].clientState == clientState { result.clientState = nil }
        state.scopes[scope].clientState = clientState
      }
      if isKnown, result.operations.isEmpty, result.clientState == nil { return nil }
      return .batch(result)
    } catch {
      if let backup { self = backup }
      throw error
    }
  }

  private mutating func resolve(
    _ item: EncodedItem, scope: UInt32, now: Timestamp, _ resolved: inout ResolvedOperations
  ) throws(ModelError) {
    let key = PendingDocuments.DocumentKey(scope: scope, identifier: item.uniqueIdentifierBytes)
    let found = state.find(key)
    let stored = stored(key, found)
    let whole = try item.isUpdate ? Self.merge(item, into: stored, now: now) : item
    if let stored, whole.isEqual(toRenewalOf: stored) {
      if whole.expiration == stored.expiration { return }
      if Self.isVisible(stored, now) {
        replace(found, by: whole, scope: scope)
        resolved.append(
          Renewal(identifier: Array(key.identifier), expiration: whole.expiration))
        return
      }
    }
    replace(found, by: whole, scope: scope)
    resolved.append(put: whole)
  }

  // MARK: - Items

  private static func isVisible(_ item: EncodedItem, _ now: Timestamp) -> Bool {
    (item.expiration ?? .distantFuture) > now
  }

  /// The whole item that a partial update makes of the stored one, if that has not expired.
  private static func merge(
    _ update: EncodedItem, into stored: EncodedItem?, now: Timestamp
  ) throws(ModelError) -> EncodedItem {
    if let stored, isVisible(stored, now) {
      return try EncodedItem(opening: try stored.merged(with: update))
    }
    return try EncodedItem(opening: try update.wholeItem())
  }

  /// Renews a stored item; one that is gone, as damage may have it, stays so.
  private mutating func renew(_ renewal: Renewal, scope: UInt32) throws(ModelError) {
    let key = PendingDocuments.DocumentKey(scope: scope, identifier: renewal.identifier[...])
    let found = state.find(key)
    guard let stored = stored(key, found) else { return }
    let renewed = try EncodedItem(opening: stored.renewed(until: renewal.expiration))
    replace(found, by: renewed, scope: scope)
  }

  private func stored(
    _ key: PendingDocuments.DocumentKey, _ found: (segment: Int, document: Int)?
  ) -> EncodedItem? {
    if let found { return state.segments[found.segment].segment.documents.items[found.document] }
    return pending.item(key)
  }

  /// Puts an item in the place of the document that has its identifier in the segments, or of the
  /// pending item that has it.
  private mutating func replace(
    _ found: (segment: Int, document: Int)?, by item: EncodedItem, scope: UInt32
  ) {
    if let found { state.segments[found.segment].remove(found.document) }
    pending.put(item, key: .init(scope: scope, identifier: item.uniqueIdentifierBytes))
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
