internal import SpotlightWire

/// What a batch has gathered so far.
struct PendingBatch {
  /// The changes, in the order in which they were made.
  var operations: [WireOperation] = []
  /// What each call waits for.
  var completions: [IndexHandle.Completion] = []
  /// The first change that cannot be stored. It fails the batch: were it left out, the client state
  /// would claim more than the index holds.
  var fault: ServiceError?
}
