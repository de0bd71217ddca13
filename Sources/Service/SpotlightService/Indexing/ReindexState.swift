internal import Synchronization

/// Whether an app was asked, in this process, to index everything again.
struct ReindexState: ~Copyable, Sendable {
  private let isAsked = Mutex(false)

  /// Notes that the app is being asked.
  ///
  /// - Returns: `false` when it was asked before.
  func beginIfIdle() -> Bool {
    isAsked.withLock { asked in
      guard !asked else { return false }
      asked = true
      return true
    }
  }

  /// Takes the note back, as nobody was there to be asked.
  func cancel() {
    isAsked.withLock { $0 = false }
  }
}
