internal import FresnelHandoff
internal import FresnelLaunching
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

// What is picked up here from other devices.

extension HandoffService {
  /// Picks something up: the app here goes on with it, or the browser shows its page.
  ///
  /// - Parameters:
  ///   - number: The number of what is available.
  ///   - opening: What lets the window take the focus, and whether there is a terminal.
  ///   - done: Told once, when it is open or why it is not.
  func accept(
    _ number: UInt64, _ opening: HandoffOpening = HandoffOpening(),
    _ done: @escaping @Sendable (Result<Launched, ServiceError>) -> Void
  ) {
    perform { [self] in
      guard !dependencies.isLocked() else {
        return done(
          .failure(
            ServiceError(.classLocked, "The session is locked; nothing is continued in it.")))
      }
      let (found, process) = state.withLock { state in
        (state.available.first { $0.number == number }, state.process)
      }
      guard let found, let process else {
        return done(.failure(ServiceError(handoff: .ended)))
      }
      let app = AppIdentity(identifier: found.activity.app)
      let facts = launches.facts(of: app)
      let isHere =
        facts.manifest != nil || facts.desktop != nil
        || facts.receivers.contains { $0.kinds.contains(.activities) }
      guard isHere || found.activity.hasWebpage else {
        return done(
          .failure(
            ServiceError(
              .unsupported,
              "\(found.activity.appName) is not installed on this device, and what it shows there "
                + "has no web page.")))
      }
      process.ask(.accept(offer: number)) { [self] result in
        perform { [self] in
          switch result {
          case .success(let reply):
            guard case .picked(let pick, let activity) = reply.answer else {
              return done(.failure(ServiceError(handoff: .ended)))
            }
            picked(pick, activity, isHere ? app : nil, opening, done)
          case .failure(let failure): done(.failure(ServiceError(handoff: failure)))
          }
        }
      }
    }
  }

  /// The other device was asked; on the queue.
  private func picked(
    _ pick: UInt64, _ found: AvailableActivity, _ app: AppIdentity?,
    _ opening: HandoffOpening,
    _ done: @escaping @Sendable (Result<Launched, ServiceError>) -> Void
  ) {
    let arriving = ArrivingActivity(from: found.device, type: found.activity.type) {
      [weak self] session, delivery in self?.taken(pick, session, delivery)
    }
    state.withLock { state in
      state.picks.add(pick, from: found.device, type: found.activity.type, arriving)
    }
    let time = dependencies.times.arriving
    loop.after(time, tolerance: time / 50) { [weak arriving] in
      arriving?.settle(
        .failure(
          HandoffFailure(refusal: .timedOut, message: "\(found.device) did not answer in time.")))
    }
    let finish: @Sendable (Result<Launched, ServiceError>) -> Void = { [weak self] result in
      if case .failure = result { self?.give(up: pick) }
      done(result)
    }
    if let app { return launches.hand(arriving, to: app, opening, finish) }
    arriving.whenSettled { [self] outcome in
      switch outcome {
      case .success(let activity):
        guard let webpage = activity.webpage else {
          return finish(.failure(ServiceError(handoff: .ended)))
        }
        launches.launch(
          LaunchRequest(target: .url(webpage, app: nil), activationToken: opening.token)
        ) { [self] result in
          if case .success = result { shown(pick) }
          finish(result)
        }
      case .failure(let failure): finish(.failure(ServiceError(handoff: failure)))
      }
    }
  }

  // MARK: - What becomes of a pick

  /// What was picked up came; on the queue.
  func arrived(_ pick: UInt64, _ bytes: [UInt8]) {
    guard let entry = state.withLock({ $0.picks[pick] }), let arriving = entry.arriving else {
      return order(.drop(pick: pick))
    }
    arriving.settle(Self.activity(bytes, ofType: entry.type, from: entry.device))
  }

  /// Reads what another device sent: anything.
  private static func activity(
    _ bytes: [UInt8], ofType type: String, from device: String
  ) -> ArrivingActivity.Outcome {
    var reader = WireReader(bytes)
    guard let activity = try? reader.value(WireActivity.self), (try? reader.finish()) != nil,
      activity.type == type
    else {
      return .failure(
        HandoffFailure(
          refusal: .failed, message: "\(device) sent something else than it offered."))
    }
    return .success(activity)
  }

  /// The app has taken it.
  private func taken(_ pick: UInt64, _ session: Session?, _ delivery: UInt64) {
    guard let session else { return shown(pick) }
    perform { [self] in
      let isKnown = state.withLock { $0.picks.take(pick, by: session, as: delivery) }
      if isKnown { order(.continued(pick: pick)) }
    }
  }

  /// It is shown by who has no connection, such as the browser: nobody is told more of it.
  private func shown(_ pick: UInt64) {
    perform { [self] in
      order(.continued(pick: pick))
      give(up: pick)
    }
  }

  /// Nothing came of a pick, or nothing more does; on the queue.
  func failed(_ pick: UInt64, _ failure: HandoffFailure) {
    let entry = state.withLock { $0.picks.remove(pick) }
    entry?.arriving?.settle(.failure(failure))
  }

  /// Nobody here wants more of a pick.
  private func give(up pick: UInt64) {
    perform { [self] in
      if state.withLock({ $0.picks.remove(pick) }) != nil { order(.drop(pick: pick)) }
    }
  }

  /// A client is gone, and what it had; on the queue.
  func dropPicks(of session: Session) {
    for pick in state.withLock({ $0.picks.removeAll(of: session) }) { order(.drop(pick: pick)) }
  }

  /// An activity has changed on the device that it comes from; on the queue.
  func updated(_ pick: UInt64, _ bytes: [UInt8]) {
    guard let entry = state.withLock({ $0.picks[pick] }), let client = entry.client,
      case .success(let activity) = Self.activity(bytes, ofType: entry.type, from: entry.device)
    else { return }
    client.tell(.activityUpdated(ActivityUpdate(delivery: entry.delivery, activity: activity)))
  }

  // MARK: - Streams

  /// Opens a stream to the app that an activity came from.
  ///
  /// - Parameters:
  ///   - delivery: The number under which the activity was delivered.
  ///   - session: The client that has it.
  ///   - done: Told the socket once, on any thread; or ``ServiceError/Code/refused`` when the client has no such
  ///     activity of another device, or a failure with the fact `handoff.code` when nobody takes the stream there.
  func openStream(
    _ delivery: UInt64, _ session: Session,
    _ done: @escaping @Sendable (Result<SharedDescriptor, ServiceError>) -> Void
  ) {
    perform { [self] in
      let (pick, process) = state.withLock { state in
        (state.picks.pick(of: session, as: delivery), state.process)
      }
      guard let pick, let process else {
        return done(
          .failure(ServiceError(.refused, "The activity is not one that came from a device.")))
      }
      process.ask(.openStream(pick: pick)) { result in
        switch result {
        case .success(let reply):
          guard case .stream = reply.answer, let socket = reply.descriptor else {
            return done(.failure(ServiceError(handoff: .ended)))
          }
          done(.success(socket))
        case .failure(let failure): done(.failure(ServiceError(handoff: failure)))
        }
      }
    }
  }
}

extension ServiceError {
  /// Why nothing was handed over, as clients and the command line hear it; with the fact `handoff.code`.
  init(handoff failure: HandoffFailure) {
    self.init(handoffCode: failure.refusal.rawValue, failure.message)
  }
}
