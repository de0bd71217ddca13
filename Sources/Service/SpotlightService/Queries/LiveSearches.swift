internal import Synchronization

/// The searches that run again when the stores show something new.
final class LiveSearches: Sendable {
  /// The most of one connection.
  static let limitPerSession = 8

  private let runs = Mutex<[ObjectIdentifier: [SearchRun]]>([:])

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
}
