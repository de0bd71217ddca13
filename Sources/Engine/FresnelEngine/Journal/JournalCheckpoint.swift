import FresnelModel
import FresnelSegments
import FresnelStorage

/// Writes what no file of a state holds as the frames of a fresh journal: what is known of each index,
/// then the items of the unlisted segments in the order in which they were put, without those that have expired, and
/// those that wait to be indexed.
struct JournalCheckpoint {
  private let state: IndexState
  private let backlog: Backlog
  private let time: Timestamp
  /// Items go into batches of about this many bytes.
  private static let batchByteCount = 1 << 20
  /// What an item costs in the journal besides its bytes.
  private static let itemOverhead = 8

  init(_ state: IndexState, _ backlog: Backlog, time: Timestamp) {
    self.state = state
    self.backlog = backlog
    self.time = time
  }

  /// About how many bytes the frames have; what has expired counts.
  var byteCount: Int {
    state.segments.reduce(backlog.byteCount) { sum, segment in
      guard segment.isUnlisted, segment.segment.documentCount > 0 else { return sum }
      let documents = UInt64(segment.segment.documentCount)
      let live = UInt64(segment.view.live.count)
      let items = segment.segment.documents.itemByteCount * live / documents
      return sum + Int(items) + segment.view.live.count * Self.itemOverhead
    }
  }

  /// Writes the frames.
  ///
  /// - Returns: The earliest time at which an item in them expires, in seconds since 2001; infinite when
  ///   none does.
  func write(to checkpoint: inout CheckpointWriter) throws -> Double {
    if state.lossCount > 0 { try append(.lossFound(state.lossCount), to: &checkpoint) }
    // A segment that names a dropped index makes it known when it is loaded.
    let named = Set(state.segments.flatMap(\.view.scopeNumbers))
    for (number, scope) in state.scopes.states.enumerated() {
      if scope.isDropped {
        if named.contains(UInt32(number)) {
          try append(.scopeDropped(scope.scope), to: &checkpoint)
        }
        continue
      }
      try append(batch(scope.scope, items: [], clientState: scope.clientState), to: &checkpoint)
      if scope.acknowledgedLosses > 0 {
        try append(.lossAcknowledged(scope.scope, scope.acknowledgedLosses), to: &checkpoint)
      }
    }
    var open = OpenBatch()
    for segment in state.segments where segment.isUnlisted {
      var live = LiveItems(segment.view, time: time)
      while let (number, item) = try live.next() {
        try add(item, of: state.scopes[number].scope, to: &open, &checkpoint)
      }
    }
    for (number, item) in backlog.items {
      try add(item, of: state.scopes[number].scope, to: &open, &checkpoint)
    }
    try close(&open, to: &checkpoint)
    return open.earliestExpiration
  }

  /// Items of one index that follow one another.
  private struct OpenBatch {
    var scope: IndexScope?
    var items: [EncodedItem] = []
    var byteCount = 0
    /// Of the items of all batches so far.
    var earliestExpiration = Double.infinity
  }

  private func add(
    _ item: EncodedItem, of scope: IndexScope, to open: inout OpenBatch,
    _ checkpoint: inout CheckpointWriter
  ) throws(StorageError) {
    if open.scope != scope || open.byteCount >= Self.batchByteCount {
      try close(&open, to: &checkpoint)
      open.scope = scope
    }
    open.items.append(item)
    open.byteCount += item.byteCount
    if let expiration = item.expiration {
      open.earliestExpiration = min(
        open.earliestExpiration, expiration.secondsSinceReferenceDate)
    }
  }

  private func close(
    _ open: inout OpenBatch, to checkpoint: inout CheckpointWriter
  ) throws(StorageError) {
    if let scope = open.scope, !open.items.isEmpty {
      try append(batch(scope, items: open.items, clientState: nil), to: &checkpoint)
    }
    open = OpenBatch(earliestExpiration: open.earliestExpiration)
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
