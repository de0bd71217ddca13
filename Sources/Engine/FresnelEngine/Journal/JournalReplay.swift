import FresnelModel
import FresnelStorage

/// Rebuilds the state that a journal describes.
///
/// Another thread analyses the items that were read while the next ones are read.
struct JournalReplay {
  private var application: BatchApplication
  private var analysis: ReplayAnalysis?
  private let threadCount: Int
  /// Whether items stay in the buffers that the journal is read into. Compaction sees to it that at
  /// least half of a large journal is of use, so a whole journal's buffers hold at most twice what
  /// is needed. A look at what was added reads a buffer for little, and copies that.
  private var sharesBuffers: Bool

  /// Begins with what is known of the journal's beginning; `nil` when it is read from its start.
  init(goingOnFrom state: IndexState? = nil, threadCount: Int) {
    application = BatchApplication(state ?? IndexState())
    sharesBuffers = state == nil
    self.threadCount = threadCount
    restartAnalysis()
  }

  private mutating func restartAnalysis() {
    analysis = threadCount > 1 ? ReplayAnalysis() : nil
  }

  /// Applies what the journal delivers.
  mutating func receive(_ event: JournalEvent) throws {
    switch event {
    case .start:
      application = BatchApplication(IndexState())
      sharesBuffers = true
      restartAnalysis()
    case .frame(let frame):
      let record = try JournalRecord(
        kind: frame.kind, records: frame.records, sharingBuffer: sharesBuffers)
      do throws(ModelError) {
        try application.apply(record)
      } catch {
        throw StoreError(.unreadable, "A batch of the journal does not apply: \(error.message)")
      }
      analysis?.handOver(application.pending)
    }
  }

  /// The state reached.
  consuming func finish() -> IndexState {
    guard let analysis else { return application.finish(threadCount: threadCount) }
    let segments = analysis.finish(application.pending, threadCount: threadCount)
    return application.finish(replacingPendingBy: segments)
  }
}

extension StoreError {
  /// What a failure of the journal means to the store.
  init(opening error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let error as StorageError where error.code == .busy: self.init(.locked, error.message)
    case let error as StorageError where error.code == .closed: self.init(.closed, error.message)
    case let error as StorageError: self.init(.unreadable, error.message)
    default: self.init(.unreadable, "The store cannot be read: \(error)")
    }
  }

  /// The same, of writing.
  init(writing error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let error as StorageError: self.init(.writeFailed, error.message)
    default: self.init(.writeFailed, "The batch could not be made durable: \(error)")
    }
  }
}
