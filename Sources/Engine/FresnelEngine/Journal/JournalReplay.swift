import FresnelModel
import FresnelStorage

/// Rebuilds the state that a journal describes.
struct JournalReplay {
  private(set) var application: BatchApplication
  /// The frames applied so far.
  private(set) var frameCount = 0

  init(_ state: IndexState = IndexState()) {
    application = BatchApplication(state)
  }

  /// Applies what the journal delivers.
  mutating func receive(_ event: JournalEvent) throws {
    switch event {
    case .restart:
      application = BatchApplication(IndexState())
      frameCount = 0
    case .frame(let frame):
      let record = try JournalRecord(
        kind: frame.kind, records: frame.records.lazy.map { $0.bytes })
      do throws(ModelError) {
        try application.apply(record)
      } catch {
        throw StoreError(.unreadable, "A batch of the journal does not apply: \(error.message)")
      }
      frameCount += 1
    }
  }

  /// The state reached.
  consuming func finish(threadCount: Int) -> IndexState {
    application.finish(threadCount: threadCount)
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
