internal import Dispatch

/// Runs an actor on a queue of its own, whose threads may wait for the disk; those that Swift's tasks share
/// may not.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Makes a queue with a name.
  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
