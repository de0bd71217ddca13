import Dispatch
import Synchronization

/// Threads that compute for as long as something is measured.
///
/// They stand for the other programs of a busy machine. They belong to the driver, each phase of each engine is a
/// process of its own, and the scheduler gives every thread an equal share; so they take from all engines
/// alike.
final class BusyThreads: Sendable {
  private let isStopped = Atomic(false)

  /// Starts so many threads.
  init(count: Int) {
    for number in 0..<count {
      DispatchQueue(label: "fresnel.bench.busy.\(number)").async { [self] in
        while !isStopped.load(ordering: .relaxed) {}
      }
    }
  }

  /// Ends the threads.
  func stop() { isStopped.store(true, ordering: .relaxed) }
}
