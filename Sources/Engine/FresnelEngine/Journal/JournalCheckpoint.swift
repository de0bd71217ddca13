import FresnelModel
import FresnelSegments
import FresnelStorage

/// Writes what no file of a state holds as the frames of a fresh journal: what is known of each index,
/// then the items of the images in the order in which they were put, without those that have expired.
struct JournalCheckpoint {
  private let state: IndexState
  private let time: Timestamp
  /// Items go into batches of about this many bytes.
  private static let batchByteCount = 1 << 20
  /// What an item costs in the journal besides its bytes.
  private static let itemOverhead = 8

  init(_ state: IndexState, time: Timestamp) {
    self.state = state
    self.time = time
  }

  /// About how many bytes the frames have; what has expired counts.
  var byteCount: Int {
    state.segments.reduce(0) { sum, segment in
      guard segment.isImage, segment.segment.documentCount > 0 else { return sum }
      let documents = UInt64(segment.segment.documentCount)
      let live = UInt64(segment.view.live.count)
      let items = segment.segment.documents.itemByteCount * live / documents
      return sum + Int(items) + segment.view.live.count * Self.itemOverhead
    }
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
    for segment in state.segments where segment.isImage {
      var live = LiveItems(segment.view, time: time)
      while let (number, item) = try live.next() {
        let itemScope = state.scopes[number].scope
        if let scope, scope != itemScope || byteCount >= Self.batchByteCount {
          try append(batch(scope, items: items, clientState: nil), to: &checkpoint)
          items = []
          byteCount = 0
        }
        scope = itemScope
        items.append(item)
        byteCount += item.byteCount
      }
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
