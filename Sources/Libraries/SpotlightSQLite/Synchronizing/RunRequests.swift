/// Joins requests that come while a run goes on into one more run. It has no lock and no effects.
struct RunRequests<Waiter> {
  private var isRunning = false
  private var waiters: [Waiter] = []

  /// Adds a request, which the next run answers that begins.
  ///
  /// - Returns: Whether the caller has to start the runs.
  mutating func add(_ waiter: Waiter) -> Bool {
    waiters.append(waiter)
    if isRunning { return false }
    isRunning = true
    return true
  }

  /// Begins a run.
  ///
  /// - Returns: Those whom it answers; `nil` when there is nobody, and the runs are over.
  mutating func begin() -> [Waiter]? {
    guard !waiters.isEmpty else {
      isRunning = false
      return nil
    }
    defer { waiters = [] }
    return waiters
  }
}
