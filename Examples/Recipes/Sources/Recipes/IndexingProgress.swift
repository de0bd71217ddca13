import Dispatch
import Synchronization

/// Counts the favourites that are made ready for the index, and tells of every thousand.
final class IndexingProgress: Sendable {
  private let count = Atomic(0)
  /// Is told how many there were.
  @MainActor var report: (Int) -> Void = { _ in }

  /// Begins at none, and tells nobody.
  @MainActor init() {}

  /// One more; on any thread.
  func step() {
    let count = count.add(1, ordering: .relaxed).newValue
    guard count % 1_000 == 0 else { return }
    DispatchQueue.main.async { MainActor.assumeIsolated { self.report(count) } }
  }
}
