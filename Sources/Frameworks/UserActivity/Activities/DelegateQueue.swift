internal import Dispatch
internal import Foundation
internal import Synchronization

/// Where delegates of activities are called.
struct DelegateQueue: Sendable {
  /// Runs a body there, later.
  var run: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// Whether the caller is there.
  var isHere: @Sendable () -> Bool

  /// The queue that the app chose: the main queue unless it set another.
  static let chosen = DelegateQueue(
    run: { body in queue.async(execute: body) },
    isHere: {
      let queue = Self.queue
      if queue === DispatchQueue.main, Thread.isMainThread { return true }
      return DispatchQueue.getSpecific(key: key) == ObjectIdentifier(queue)
    })

  /// The queue that the app chose.
  static var queue: DispatchQueue {
    get { current.withLock { $0 } }
    set {
      // A queue is kept for as long as it is in use, so its identity is not given to another meanwhile.
      newValue.setSpecific(key: key, value: ObjectIdentifier(newValue))
      current.withLock { $0 = newValue }
    }
  }

  private static let current = Mutex(DispatchQueue.main)
  private static let key = DispatchSpecificKey<ObjectIdentifier>()
}
