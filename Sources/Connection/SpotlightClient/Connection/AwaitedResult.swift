internal import Dispatch
package import SpotlightWire
internal import Synchronization

/// What a thread waits for, and another one brings.
package final class AwaitedResult<Success: Sendable>: Sendable {
  private let result = Mutex<Result<Success, ServiceError>?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  /// Makes one that is not there yet.
  package init() {}

  /// Brings the result; called once.
  @Sendable package func settle(_ result: Result<Success, ServiceError>) {
    self.result.withLock { $0 = result }
    isThere.signal()
  }

  /// Waits until the result is there; called once, and not on a queue or thread that others wait for.
  ///
  /// - Returns: The result.
  /// - Throws: ``ServiceError``, where that is the result.
  package func take() throws(ServiceError) -> Success {
    isThere.wait()
    guard let result = result.withLock({ $0 }) else { throw .connectionEnded }
    return try result.get()
  }
}
