internal import FresnelLaunching
internal import SpotlightWire
internal import Synchronization

/// Something that a person chose, on its way to an app. It is told once what became of it.
final class Launch: Sendable {
  /// Told what became of it.
  typealias Handler = @Sendable (Result<Launched, LaunchFailure>) -> Void

  /// The number of the launch, which is also that of its delivery.
  let number: UInt64
  /// What was chosen; `nil` for what another device hands over, of which nothing is remembered.
  let target: WireTarget?
  /// What comes from another device; `nil` for what is of this one.
  let arriving: ArrivingActivity?
  /// Whose it is; `nil` where a program opens it that is nobody's app here.
  let app: AppIdentity?
  /// What a person calls the app.
  let appName: String
  /// What the app is handed.
  let content: LaunchContent?
  /// What was typed to find what was chosen; empty for nothing.
  let text: String
  /// What lets the window take the focus.
  let token: String?
  /// The class of the index of an item, if it is known.
  let protection: ProtectionClass?
  /// Notes that an app has taken it.
  let noting: LaunchMemory.Noting
  /// What had been heard of clients when the ways were decided.
  let moment: UInt64

  private struct State {
    var done: Handler?
    /// What went wrong, if nobody asks for it.
    var problem: LaunchFailure?
  }
  private let state: Mutex<State>

  init(
    _ number: UInt64, _ choice: LaunchChoice, _ facts: LaunchFacts, _ plan: LaunchPlan,
    moment: UInt64, _ done: @escaping Handler
  ) {
    self.number = number
    target = choice.target
    arriving = choice.arriving
    app = plan.content == nil ? nil : choice.app
    appName = plan.content == nil ? "" : facts.appName
    content = plan.content
    token = choice.token
    text = choice.text
    protection = choice.protection
    noting = choice.noting
    self.moment = moment
    state = Mutex(State(done: done))
  }

  /// Tells what became of it, unless that was told.
  ///
  /// - Returns: Whether it was told now.
  @discardableResult
  func finish(_ result: Result<Launched, LaunchFailure>) -> Bool {
    let done = state.withLock { state in
      defer { state.done = nil }
      return state.done
    }
    done?(result)
    return done != nil
  }

  /// What went wrong, if nobody asks for it.
  var problem: LaunchFailure {
    get { state.withLock { $0.problem } ?? .noReceiver(appName) }
    set { state.withLock { $0.problem = newValue } }
  }

  /// What a client of the app is asked, but for what has to arrive.
  var question: DaemonMessage? {
    switch content {
    case .activity(let activity): question(of: activity)
    case .urls(let urls):
      .openURLs(OpenURLs(delivery: number, urls: urls, activationToken: token))
    case nil: nil
    }
  }

  /// What a client of the app is asked when an activity is there.
  func question(of activity: WireActivity) -> DaemonMessage {
    .continueActivity(
      ContinueActivity(
        delivery: number, activity: activity, sourceDevice: arriving?.device ?? "",
        activationToken: token))
  }
}

/// What is to be opened, for whom, and where it comes from.
struct LaunchChoice: Sendable {
  /// What was chosen; `nil` for what another device hands over.
  var target: WireTarget?
  /// What comes from another device.
  var arriving: ArrivingActivity?
  /// Whose it is.
  var app: AppIdentity?
  /// What was typed to find it.
  var text = ""
  /// What lets the window take the focus.
  var token: String?
  /// The class of the index of an item, if it is known.
  var protection: ProtectionClass?
  /// Notes that an app has taken it.
  var noting: LaunchMemory.Noting = { _, _ in }
  /// Whether who asks has a terminal in which a program can run.
  var hasTerminal = false
  /// When it was chosen.
  var moment: UInt64

  /// Makes the plan.
  var plan: @Sendable (LaunchFacts) throws(LaunchFailure) -> LaunchPlan
}
