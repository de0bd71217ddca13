import Synchronization

/// What a command wrote.
final class Written: Sendable {
  private let content = Mutex("")

  var text: String { content.withLock { $0 } }

  func append(_ text: String) { content.withLock { $0 += text } }
}
