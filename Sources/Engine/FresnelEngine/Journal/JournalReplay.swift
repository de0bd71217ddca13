import FresnelModel
import FresnelSegments
import FresnelStorage

/// Rebuilds the state that a manifest and its journal describe: the segments of the list, changed by the
/// journal's frames.
struct JournalReplay {
  private var application: BatchApplication
  private var loaded = LoadedSegments()
  private let files: SegmentFiles
  /// The damage of segments that are left out.
  private let damages: [StorageError]
  private let threadCount: Int
  /// Whether items stay in the buffers that the journal is read into. Compaction sees to it that at
  /// least half of a large journal is of use, so a whole journal's buffers hold at most twice what
  /// is needed. A look at what was added reads a buffer for little, and copies that.
  private var sharesBuffers: Bool
  /// Whether the journal was read from its start.
  private(set) var isFromStart: Bool
  /// Where the journal was read from its start.
  private(set) var start: JournalStart?

  /// Begins with what is known of the journal's beginning; `nil` when it is read from its start.
  init(
    goingOnFrom state: IndexState? = nil, _ files: SegmentFiles,
    leavingOut damages: [StorageError] = [], threadCount: Int
  ) {
    application = BatchApplication(state ?? IndexState())
    sharesBuffers = state == nil
    isFromStart = state == nil
    self.files = files
    self.damages = damages
    self.threadCount = threadCount
  }

  /// Applies what the journal delivers.
  mutating func receive(_ event: JournalEvent) throws {
    switch event {
    case .start(let start):
      self.start = start
      loaded = try LoadedSegments(
        try SegmentList(decoding: start.content), files, leavingOut: damages,
        threadCount: threadCount)
      application = BatchApplication(loaded.state)
      sharesBuffers = true
      isFromStart = true
    case .frame(let frame):
      let record = try JournalRecord(
        kind: frame.kind, records: frame.records, sharingBuffer: sharesBuffers)
      do {
        try application.apply(record)
      } catch let error as ModelError {
        throw StoreError(.unreadable, "A batch of the journal does not apply: \(error.message)")
      }
    }
  }

  /// The failure of a replay, where it says that a segment is damaged: without that segment the
  /// journal may be replayed.
  func segmentDamage(_ error: any Error) -> StorageError? {
    guard let error = error as? StorageError, let path = error.path,
      application.state.segments.contains(where: { $0.segment.source.path == path }),
      files.confirmsDamage(error)
    else { return nil }
    return error
  }

  /// What a replay ends with.
  struct Outcome {
    var state: IndexState
    /// The segments that it began with.
    let loaded: LoadedSegments
    /// As that of ``BatchApplication``.
    let earliestExpiration: Double
  }

  /// The state reached.
  consuming func finish() throws(StorageError) -> Outcome {
    let (loaded, earliestExpiration) = (loaded, application.earliestExpiration)
    return Outcome(
      state: try application.finish(threadCount: threadCount), loaded: loaded,
      earliestExpiration: earliestExpiration)
  }
}

extension StoreError {
  /// What a failure of the journal means to the store.
  init(opening error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let error as StorageError where error.code == .busy: self.init(.locked, error.message)
    case let error as StorageError where error.code == .closed: self.init(.closed, error.message)
    case let error as StorageError where error.code == .wrongKey:
      self.init(.wrongKey, error.message)
    case let error as StorageError:
      self.init(.unreadable, error.explanation, isDiskFull: error.code == .full)
    default: self.init(.unreadable, "The store cannot be read: \(error)")
    }
  }

  /// The same, of writing.
  init(writing error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let error as StorageError where error.code == .replaced:
      self.init(.directoryReplaced, error.message)
    case let error as StorageError:
      self.init(.writeFailed, error.message, isDiskFull: error.code == .full)
    default: self.init(.writeFailed, "The batch could not be made durable: \(error)")
    }
  }
}
