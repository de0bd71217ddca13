import Synchronization

@testable import SpotlightWire

/// Collects the activities that a pipeline saved.
final class AnswerLog: Sendable {
  private let collected = Mutex<[WireActivity?]>([])

  var titles: [String?] { collected.withLock { $0.map { $0?.title } } }

  @Sendable func note(_ activity: WireActivity?) {
    collected.withLock { $0.append(activity) }
  }
}
