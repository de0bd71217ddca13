internal import FresnelPlatform
internal import Synchronization

/// What an app's developer is told on the standard error stream, each sentence once, and at most a hundred before the end
/// of the process.
enum DeveloperNotice {
  private static let shown = Mutex<Set<String>>([])
  private static let limit = 100

  /// Writes a sentence, unless it is empty or was written before.
  ///
  /// - Parameters:
  ///   - notice: The sentence.
  ///   - isLast: Whether it says what the process loses by ending, which is told however much was told before.
  static func show(_ notice: String, isLast: Bool = false) {
    let isNew = shown.withLock { shown in
      (isLast || shown.count < limit) && !notice.isEmpty && shown.insert(notice).inserted
    }
    guard isNew else { return }
    // Nobody could act on a failure to say it.
    try? FileDescriptor.standardError.write([UInt8]("CoreSpotlight: \(notice)\n".utf8))
  }
}
