internal import SpotlightWire
internal import Synchronization

extension PromiseService {
  /// Tells the first of several results.
  final class Once: Sendable {
    private let done: Mutex<ContentHandler?>

    init(_ done: @escaping ContentHandler) {
      self.done = Mutex(done)
    }

    func tell(_ result: Result<Content, ServiceError>) {
      done.withLock { done in
        defer { done = nil }
        return done
      }?(result)
    }
  }
}
