internal import Foundation

/// Lets the handlers of a query through one at a time, and none once it is closed.
///
/// Closing waits for a handler that runs on another thread, so that none runs after. From inside a
/// handler it does not wait, as it would for itself.
final class HandlerGate: @unchecked Sendable {
  // Sendable: the condition's lock guards every stored property.
  private let condition = NSCondition()
  private var closed = false
  /// The thread that is inside a handler.
  private var visitor: Thread?
  /// The thread that closes or closed the gate.
  private var closer: Thread?
  /// Whether the last handler has returned.
  private var isDone = false

  var isClosed: Bool {
    condition.withLock { closed }
  }

  /// Calls a handler unless the gate is closed.
  ///
  /// - Returns: Whether it was called.
  func pass(_ handler: () -> Void) -> Bool {
    condition.lock()
    if closed {
      condition.unlock()
      return false
    }
    visitor = Thread.current
    condition.unlock()
    handler()
    condition.withLock {
      visitor = nil
      condition.broadcast()
    }
    return true
  }

  /// Closes the gate, calling one last handler if it was open.
  ///
  /// On return no handler runs, save one that this very call was made from.
  func close(_ lastHandler: () -> Void) {
    let current = Thread.current
    condition.lock()
    guard !closed else {
      while !isDone, closer !== current, visitor !== current { condition.wait() }
      return condition.unlock()
    }
    closed = true
    closer = current
    while let visitor, visitor !== current { condition.wait() }
    condition.unlock()
    lastHandler()
    condition.withLock {
      isDone = true
      condition.broadcast()
    }
  }
}
