internal import Dispatch
internal import Synchronization

/// The searches that run again when the stores show something new.
final class LiveSearches: Sendable {
  /// The most of one connection.
  static let limitPerSession = 8

  private let runs = Mutex<[ObjectIdentifier: [SearchRun]]>([:])
  /// When one that takes long is tried again.
  private static let laterDelay = 1.0

  /// Takes a search in.
  ///
  /// - Returns: `false` when its connection has too many.
  func add(_ run: SearchRun, of session: Session) -> Bool {
    runs.withLock { runs in
      let key = ObjectIdentifier(session)
      guard runs[key, default: []].count < Self.limitPerSession else { return false }
      runs[key, default: []].append(run)
      return true
    }
  }

  func remove(_ run: SearchRun, of session: Session) {
    runs.withLock { runs in
      let key = ObjectIdentifier(session)
      runs[key]?.removeAll { $0 === run }
      if runs[key]?.isEmpty == true { runs[key] = nil }
    }
  }

  func removeAll(of session: Session) {
    _ = runs.withLock { $0.removeValue(forKey: ObjectIdentifier(session)) }
  }

  /// How many there are.
  var count: Int { runs.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// Runs all again, as soon as each may.
  func runAll() {
    for run in runs.withLock({ $0.values.flatMap(\.self) }) { run.storesChanged() }
  }

  /// Looks at one again after a while.
  func runLater(_ run: SearchRun) {
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.laterDelay) { [weak run] in
      run?.storesChanged()
    }
  }
}
