internal import Synchronization

/// Calls a search off, from any thread, while another waits for it.
final class SearchCancellation: Sendable {
  private enum State {
    case open([@Sendable () -> Void])
    case cancelled
  }

  private let state = Mutex(State.open([]))
  private let flag = Atomic(false)

  /// Whether it was called off; costs nothing to ask.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Calls the search off: whoever asked to be told is told, on this thread.
  func cancel() {
    let bodies = state.withLock { state -> [@Sendable () -> Void] in
      defer { state = .cancelled }
      flag.store(true, ordering: .relaxed)
      if case .open(let bodies) = state { return bodies }
      return []
    }
    for body in bodies { body() }
  }

  /// Has a closure called when the search is called off; at once, where it has been.
  func whenCancelled(_ body: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      guard case .open(let bodies) = state else { return false }
      state = .open(bodies + [body])
      return true
    }
    if !isOpen { body() }
  }
}
