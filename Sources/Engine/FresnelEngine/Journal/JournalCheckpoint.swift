import FresnelModel
import FresnelSegments
import FresnelStorage

/// Writes a state as the frames of a fresh journal: what is known of each index, then its items in
/// order, without those that have expired.
struct JournalCheckpoint {
  private let state: IndexState
  private let time: Timestamp
  private let snapshot: Snapshot
  /// Items go into batches of about this many bytes.
  private static let batchByteCount = 1 << 20
  /// What an item costs in the journal besides its bytes.
  private static let itemOverhead = 8

  init(_ state: IndexState, time: Timestamp) {
    self.state = state
    self.time = time
    snapshot = Snapshot(state, time: time)
  }

  /// About how many bytes the frames have.
  var byteCount: Int {
    var sum = 0
    let now = time.secondsSinceReferenceDate
    for view in state.segments {
      sum += view.liveByteCount + view.live.count * Self.itemOverhead
      let columns = view.segment.documents
      guard columns.earliestExpiration <= now else { continue }
      view.live.forEach { document in
        if columns.expirations[document] <= now {
          sum -= columns.items[document].byteCount + Self.itemOverhead
        }
        return true
      }
    }
    return sum
  }

  func write(to checkpoint: inout CheckpointWriter) throws {
    if state.lossCount > 0 { try append(.lossFound(state.lossCount), to: &checkpoint) }
    for scope in state.scopes.states {
      try append(batch(scope.scope, items: [], clientState: scope.clientState), to: &checkpoint)
      if scope.acknowledgedLosses > 0 {
        try append(.lossAcknowledged(scope.scope, scope.acknowledgedLosses), to: &checkpoint)
      }
    }
    var scope: IndexScope?
    var items: [EncodedItem] = []
    var byteCount = 0
    try snapshot.forEachItem { itemScope, item in
      if let scope, scope != itemScope || byteCount >= Self.batchByteCount {
        try append(batch(scope, items: items, clientState: nil), to: &checkpoint)
        items = []
        byteCount = 0
      }
      scope = itemScope
      items.append(item)
      byteCount += item.byteCount
      return true
    }
    if let scope, !items.isEmpty {
      try append(batch(scope, items: items, clientState: nil), to: &checkpoint)
    }
  }

  private func batch(
    _ scope: IndexScope, items: [EncodedItem], clientState: [UInt8]?
  ) -> JournalRecord {
    .batch(
      BatchRecord(
        scope: scope, time: time, operations: items.isEmpty ? [] : [.put(items)],
        clientState: clientState))
  }

  private func append(
    _ record: JournalRecord, to checkpoint: inout CheckpointWriter
  ) throws(StorageError) {
    try checkpoint.append(record.frameKind) { frame in
      frame.append(record.head())
      for item in record.items { frame.append(item.bytes) }
    }
  }
}
