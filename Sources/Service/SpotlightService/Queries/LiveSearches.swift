internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// The searches that run again when the stores show something new, or when an item that one of them shows
/// expires.
///
/// There is one timer, for the next such moment of all of them, and none where nothing that is shown expires.
final class LiveSearches: Sendable {
  /// The most of one connection.
  static let limitPerSession = 8

  private let runs = Mutex<[ObjectIdentifier: [SearchRun]]>([:])
  private let alarm: Mutex<Alarm?> = Mutex(nil)
  private let clock: @Sendable () -> Timestamp
  private let setAlarm: CoreOptions.AlarmSetting

  private struct Alarm {
    let time: Timestamp
    let callOff: @Sendable () -> Void
  }

  init(_ options: CoreOptions) {
    clock = options.clock
    setAlarm = options.setAlarm
  }

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
    expirationsChanged()
  }

  func removeAll(of session: Session) {
    _ = runs.withLock { $0.removeValue(forKey: ObjectIdentifier(session)) }
    expirationsChanged()
  }

  /// How many there are.
  var count: Int { runs.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  private var all: [SearchRun] { runs.withLock { $0.values.flatMap(\.self) } }

  /// Runs all again, as soon as each may.
  func runAll() {
    for run in all { run.storesChanged() }
  }

  /// Runs those again in which an app looks for its own items, as soon as each may.
  func runOwn(of app: AppIdentity) {
    for run in all where run.ownApp == app.identifier { run.storesChanged() }
  }

  /// Runs those again that look beyond an app's own items, as soon as each may.
  func runBeyondOwn() {
    for run in all where run.ownApp == nil { run.storesChanged() }
  }

  // MARK: - Expiry

  /// Some search shows other items than before, or none any more.
  func expirationsChanged() {
    alarm.withLock { alarm in
      let next = all.compactMap(\.nextExpiration).min()
      guard next != alarm?.time else { return }
      alarm?.callOff()
      alarm = next.map { time in
        let seconds = time.secondsSinceReferenceDate - clock().secondsSinceReferenceDate
        let callOff = setAlarm(max(seconds, Self.shortestWait)) { [weak self] in self?.ring() }
        return Alarm(time: time, callOff: callOff)
      }
    }
  }

  /// A timer that comes a little early is set again, but not at once.
  private static let shortestWait = 0.001

  private func ring() {
    alarm.withLock { alarm in
      // Set again below; the clock may have been set back.
      alarm?.callOff()
      alarm = nil
    }
    let now = clock()
    for run in all { run.timePassed(now) }
    expirationsChanged()
  }
}
