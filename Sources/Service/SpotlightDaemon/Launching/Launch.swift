internal import FresnelLaunching
internal import SpotlightWire
internal import Synchronization

/// Something that a person chose, on its way to an app. It is told once what became of it.
final class Launch: Sendable {
  /// Told what became of it.
  typealias Handler = @Sendable (Result<Launched, LaunchFailure>) -> Void

  /// The number of the launch, which is also that of its delivery.
  let number: UInt64
  /// What was chosen.
  let target: WireTarget
  /// Whose it is; `nil` where a program opens it that is nobody's app here.
  let app: AppIdentity?
  /// What a person calls the app.
  let appName: String
  /// What the app is handed.
  let content: LaunchContent?
  /// What lets the window take the focus.
  let token: String?
  /// The class of the index of an item, if it is known.
  let protection: ProtectionClass?
  /// What had been heard of clients when the ways were decided.
  let moment: UInt64

  private struct State {
    var done: Handler?
    /// What went wrong, if nobody asks for it.
    var problem: LaunchFailure?
  }
  private let state: Mutex<State>

  init(
    _ number: UInt64, _ request: LaunchRequest, _ facts: LaunchFacts, _ plan: LaunchPlan,
    protection: ProtectionClass?, moment: UInt64, _ done: @escaping Handler
  ) {
    self.number = number
    target = request.target
    app = plan.content == nil ? nil : request.target.app
    appName = plan.content == nil ? "" : facts.appName
    content = plan.content
    token = request.activationToken
    self.protection = protection
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

  /// What a client of the app is asked.
  var question: DaemonMessage? {
    switch content {
    case .activity(let activity):
      .continueActivity(
        ContinueActivity(delivery: number, activity: activity, activationToken: token))
    case .urls(let urls):
      .openURLs(OpenURLs(delivery: number, urls: urls, activationToken: token))
    case nil: nil
    }
  }
}
