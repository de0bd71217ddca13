internal import Dispatch
internal import FresnelApps
internal import FresnelLaunching
internal import SpotlightWire
internal import Synchronization

extension LaunchService {
  /// Hands an app an activity that another device sends. The app is found or started while it is on its way.
  ///
  /// - Parameters:
  ///   - arriving: The activity.
  ///   - app: The app.
  ///   - opening: What lets the window take the focus, and whether there is a terminal.
  ///   - done: Told once, as ``launch(_:_:)`` does.
  func hand(
    _ arriving: ArrivingActivity, to app: AppIdentity, _ opening: HandoffOpening,
    _ done: @escaping @Sendable (Result<Launched, ServiceError>) -> Void
  ) {
    let choice = dependencies.clock()
    let finish: Launch.Handler = { [dependencies] result in
      if case .failure(let failure) = result {
        dependencies.log(
          DaemonEvent(
            .launchFailed, "What a person picked up from another device could not be opened.",
            app: app, facts: ["CAUSE": failure.cause.rawValue]))
      }
      done(result.mapError(\.serviceError))
    }
    queue.async { [self] in
      let facts = dependencies.facts(.continuedSearch(app: app.identifier))
      let chosen = LaunchChoice(arriving, for: app, opening, at: choice)
      guard facts.manifest?.continuesOverBus == true else { return begin(chosen, finish) }
      // Such an app gets it with the call that starts it.
      arriving.whenSettled { [self] outcome in
        switch outcome {
        case .success(let activity):
          var chosen = chosen
          chosen.plan = { (facts) throws(LaunchFailure) in
            try LaunchPlan.make(handedOver: activity, facts)
          }
          queue.async { [self, chosen] in begin(chosen, finish) }
        case .failure(let failure): finish(.failure(.notHandedOver(failure.message)))
        }
      }
    }
  }

  /// What is known of an app that could be handed something. Takes the time that reading files takes.
  func facts(of app: AppIdentity) -> LaunchFacts {
    var facts = dependencies.facts(.continuedSearch(app: app.identifier))
    facts.receivers = state.withLock { $0.receivers.receivers(of: app) }
    return facts
  }
}

extension LaunchChoice {
  /// Of what a person picked up from another device.
  fileprivate init(
    _ arriving: ArrivingActivity, for app: AppIdentity, _ opening: HandoffOpening,
    at moment: UInt64
  ) {
    let type = arriving.type
    self.init(
      arriving: arriving, app: app, token: opening.token, hasTerminal: opening.hasTerminal,
      moment: moment
    ) { (facts) throws(LaunchFailure) in
      try LaunchPlan.make(handedOver: WireActivity(type: type), facts)
    }
  }
}
