package import SpotlightWire
internal import Synchronization

extension HistoryHandle {
  /// Tells the service which activity is current, now and after each reconnection; `nil` when none is. A service
  /// inside this process has nobody to tell.
  package func tell(current: ActivitySummary?) {
    guard connection.connecting.isRemote else { return }
    facts.withLock { facts in
      facts.presence.current = current
      if current != nil { facts.presence.kinds.insert(.saves) }
    }
    line.withLock { $0.want(current != nil) }
    proceed()
  }

  /// Takes what a person chooses to open in the app, from now on; what was chosen before this process ran comes
  /// at once.
  package func receive(_ target: any DeliveryTarget) {
    facts.withLock { facts in
      facts.deliveries = target
      facts.presence.kinds.formUnion([.activities, .urls])
    }
    proceed()
  }

  /// Says that something delivered is shown.
  package func tell(restored delivery: UInt64, by sign: Restored.Sign) {
    connection.establishedLink?.send(.restored(Restored(delivery: delivery, sign: sign)))
  }

  /// Says what the service is to know and does not. Called on the queue.
  func announce() {
    guard connection.connecting.isRemote else { return }
    guard facts.withLock({ $0.presence.isNeeded }) else { return }
    guard let link = connection.establishedLink else { return connect() }
    let openness = line.withLock { $0.openness }
    for message in facts.withLock({ $0.presence.news(over: link, openness) }) {
      switch message {
      case .receive: link.request(message) { _ in }
      default: link.send(message)
      }
    }
  }

  /// Has a connection made for what is to be said. If there is none to be had, it is said when there is one
  /// for something else.
  private func connect() {
    let isFirst = facts.withLock { facts in
      defer { facts.presence.isConnecting = true }
      return !facts.presence.isConnecting
    }
    guard isFirst else { return }
    connection.withLink { link in
      self.facts.withLock { $0.presence.isConnecting = false }
      if case .success = link { self.proceed() }
    }
  }

  // MARK: - What the service asks

  /// Answers a request of the service, or hears an event; other messages are passed over.
  func received(
    _ envelope: Envelope<DaemonMessage>, _ reply: @escaping @Sendable (ClientMessage) -> Void
  ) {
    let (activities, deliveries) = facts.withLock { ($0.activities, $0.deliveries) }
    let refusal = ClientMessage.failed(
      ServiceError(.unsupported, "The app has nobody who answers this."))
    switch envelope.message {
    case .continueActivity(let request):
      guard let deliveries else { return reply(refusal) }
      deliveries.continueActivity(request) { reply(.continued($0)) }
    case .openURLs(let request):
      guard let deliveries else { return reply(refusal) }
      deliveries.openURLs(request) { reply(.continued($0)) }
    case .saveActivity(let request):
      guard let activities else { return reply(refusal) }
      let time = Duration.milliseconds(Int64(request.deadlineMilliseconds))
      activities.save(request.number, within: time) { activity in
        reply(activity.map { .activitySaved($0) } ?? refusal)
      }
    case .offerStream(let number):
      guard let activities else { return reply(refusal) }
      activities.takeStreams(to: number, over: envelope.descriptors) { isTaken in
        reply(isTaken ? .acknowledged : refusal)
      }
    case .willContinue(let announcement): deliveries?.announce(announcement)
    case .failedToContinue(let failure): deliveries?.noteFailure(failure)
    case .activityUpdated(let update): deliveries?.update(update)
    case .wasContinued(let number): activities?.noteContinued(number)
    default: break
    }
  }
}
