import FresnelStorage
import Synchronization

// How damaged files are read while nobody holds the committer: on the writer's queue, so that commits wait for it and
// searches do not.

extension IndexWriter {
  /// Has the committer do something, and again once the damaged files are set aside that were in its way.
  ///
  /// - Parameter body: What is done. When it fails, it may be done again; whenever damaged files are to be read, it has
  ///   failed.
  /// - Returns: What came of it in the end.
  func salvaging<Outcome: Sendable>(
    _ body: @Sendable (inout Committer) -> Outcome
  ) -> Outcome {
    // What is read below is what this has met with: where that is nothing, it is not done again.
    salvage()
    var retries = committer.withLock { $0.retryCount }
    while retries >= 0 {
      let (outcome, isOver) = committer.withLock { (body(&$0), $0.wantedSalvages.isEmpty) }
      guard !isOver else { return outcome }
      guard salvage() else { break }
      retries -= 1
    }
    // The committer does what follows from a failure that stays.
    return committer.withLock { committer in
      committer.salvaging = .never
      defer { committer.salvaging = .later }
      return body(&committer)
    }
  }

  /// Reads the damaged files that the committer wants to be read, and has it set them aside.
  ///
  /// - Returns: Whether what met with one of them may be tried again.
  @discardableResult
  func salvage() -> Bool {
    var mayTryAgain = false
    while let reading = committer.withLock({ $0.takeWantedSalvage() }) {
      let outcome = reading.read(files, threadCount: options.threadCount)
      if committer.withLock({ $0.finish(reading, outcome) }) { mayTryAgain = true }
    }
    return mayTryAgain
  }
}
