internal import FresnelPlatform
internal import Synchronization

/// Has the changes to the history of each app made one after the other: the next begins when the one before is
/// durable. So who reads, changes and writes an entry needs not know what is under way.
final class HistoryLane: Sendable {
  /// Makes a change, and says when it is durable or has failed.
  typealias Change = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

  private struct App {
    /// Those that wait, and the one that is being made at the beginning.
    var turns: [Turn] = []
    var isBusy = false
    /// When activities came in the last minute.
    var arrivals: [UInt64] = []
  }

  private struct Turn: Sendable {
    /// `nil` when it is another change.
    var donation: Donation?
    /// `nil` when it is another change.
    var choice: WaitingChoice?
    let change: Change
  }
  private let apps = Mutex<[String: App]>([:])
  private let clock: @Sendable () -> UInt64

  /// The most activities that an app may hand over in a minute.
  static let donationsPerMinute = 30
  private static let minute: UInt64 = 60_000_000_000

  /// Makes a lane.
  ///
  /// - Parameter clock: Nanoseconds of a clock that only goes forward.
  init(clock: @escaping @Sendable () -> UInt64) {
    self.clock = clock
  }

  /// Has an activity taken in when its turn comes.
  ///
  /// An app that hands over too many has them joined to one of the same state that waits already.
  ///
  /// - Returns: Whether it is, or is joined; `false` when there are too many.
  func add(_ donation: Donation, _ change: @escaping Change) -> Bool {
    let now = clock()
    let isTaken = apps.withLock { apps in
      var app = apps[donation.app] ?? App()
      defer { apps[donation.app] = app }
      app.arrivals.removeAll { MonotonicClock.elapsed(from: $0, to: now) >= Self.minute }
      guard app.arrivals.count < Self.donationsPerMinute else {
        let waiting = app.turns.dropFirst(app.isBusy ? 1 : 0).last {
          $0.donation?.key == donation.key
        }
        waiting?.donation?.replace(by: donation)
        return waiting != nil
      }
      app.arrivals.append(now)
      app.turns.append(Turn(donation: donation, change: change))
      return true
    }
    if isTaken { begin(donation.app) }
    return isTaken
  }

  /// Has a choice taken in, or another change made, when its turn comes.
  func add(_ choice: WaitingChoice? = nil, of app: String, _ change: @escaping Change) {
    apps.withLock { $0[app, default: App()].turns.append(Turn(choice: choice, change: change)) }
    begin(app)
  }

  /// States of an app are deleted: activities of them that came before are not kept. Called where they are taken
  /// in, on the intake queue of the history.
  func noteDeletion(of app: String, where isDeleted: (Donation) -> Bool) {
    let donations = apps.withLock { $0[app]?.turns.compactMap(\.donation) ?? [] }
    for donation in donations where isDeleted(donation) { donation.noteDeletion() }
  }

  /// The choices of an app that wait, and the one that is being taken in.
  func choices(of app: String) -> [WaitingChoice] {
    apps.withLock { $0[app]?.turns.compactMap(\.choice) ?? [] }
  }

  /// What some choices stand for is gone: those that came before are not kept. Called on the intake queue of the
  /// history.
  ///
  /// - Parameters:
  ///   - keys: The keys of the choices.
  ///   - app: The app.
  func noteGone(_ keys: [String], of app: String) {
    let choices = choices(of: app)
    if choices.isEmpty { return }
    let keys = Set(keys)
    for choice in choices where keys.contains(choice.key) { choice.noteGone() }
  }

  /// The apps that something waits of.
  var waitingApps: [String] { apps.withLock { $0.filter { !$0.value.turns.isEmpty }.map(\.key) } }

  private func begin(_ app: String) {
    let change = apps.withLock { apps -> Change? in
      guard apps[app]?.isBusy == false, let turn = apps[app]?.turns.first else { return nil }
      apps[app]?.isBusy = true
      return turn.change
    }
    change? { [self] in
      apps.withLock { apps in
        apps[app]?.turns.removeFirst()
        apps[app]?.isBusy = false
        // An app that hands nothing over any more is forgotten, apart from how much it did.
        if let entry = apps[app], entry.turns.isEmpty, entry.arrivals.isEmpty { apps[app] = nil }
      }
      begin(app)
    }
  }
}
