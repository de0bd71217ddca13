/// What paired devices tell each other once they are connected: offers, activities that are picked up, streams.
///
/// It has neither a socket nor a clock: it is given messages, wishes and times, which are milliseconds of a clock
/// that only goes forward, and says what to do. After every call ``deadline`` says when ``time(_:)`` is to be
/// called. An activity is bytes here. One method at a time; no thread is meant.
///
/// Whatever other devices say, it keeps no more of it than `HandoffLimits` allow for each of them.
package struct ExchangeMachine: Sendable {
  /// The version of the protocol that this device speaks.
  package static let version: UInt16 = 1
  /// For how long activities are offered and handed over while the session is locked, in milliseconds.
  package static let lockedPatience: UInt64 = 600_000

  let name: String
  var peers: [DeviceID: ExchangePeer] = [:]
  var offers = OfferTable()
  var picks = PickTable()
  var lockedSince: UInt64?

  /// Makes the machine of a device that is connected with none.
  ///
  /// - Parameter name: The device's name for people; what is beyond 64 bytes of it is cut off.
  package init(name: String) {
    var name = name
    while name.utf8.count > HandoffLimits.deviceName { name.removeLast() }
    self.name = name
  }

  /// What can be picked up here: the device's name, and what it offers.
  package var available: [(id: OfferID, deviceName: String, offer: PeerMessage.Offer)] {
    peers.sorted { $0.key < $1.key }.flatMap { device, peer in
      peer.offers.map { (OfferID(device: device, number: $0.number), peer.name ?? "", $0) }
    }
  }

  /// The devices with which there is a connection.
  package var connected: [DeviceID] { peers.keys.sorted() }

  // MARK: - Connections

  /// A connection was made, and the device is the one that it should be.
  ///
  /// - Parameters:
  ///   - device: The other device. If it was connected, that connection is over.
  ///   - isCaller: Whether this device called.
  ///   - now: The time.
  /// - Returns: What to do.
  package mutating func connected(
    _ device: DeviceID, isCaller: Bool, now: UInt64
  ) -> [ExchangeStep] {
    var steps = disconnected(device)
    peers[device] = ExchangePeer(isCaller: isCaller, now: now)
    steps.append(.send(.hello(version: Self.version, name: name), to: device))
    steps += offers.told.map { .send(.offer($0), to: device) }
    return steps
  }

  /// A connection was lost, or closed by this device.
  package mutating func disconnected(_ device: DeviceID) -> [ExchangeStep] {
    guard let peer = peers.removeValue(forKey: device) else { return [] }
    var steps = picks.fail(allOf: device).map { pick in
      ExchangeStep.failed(pick, .connectionUnavailable, reason: "The connection was lost.")
    }
    steps += peer.streams.streams.keys.sorted().map {
      .streamCancelled(StreamID(device: device, number: $0))
    }
    if !peer.offers.isEmpty { steps.append(.offersChanged) }
    return steps
  }

  /// The person no longer wants the device: it is told so, if it is connected.
  package mutating func forget(_ device: DeviceID) -> [ExchangeStep] {
    guard peers[device] != nil else { return [] }
    return [.send(.forget, to: device)] + close(device, .ended, "The device was forgotten.")
  }

  mutating func close(
    _ device: DeviceID, _ code: HandoffError.Code, _ message: String
  ) -> [ExchangeStep] {
    disconnected(device) + [.close(device, HandoffError(code, message))]
  }

  // MARK: - What this device offers

  /// Something is current in an app and may be handed over; told 200 ms later, if it still is.
  ///
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/tooLarge``; nothing is changed.
  package mutating func offer(
    _ offer: PeerMessage.Offer, now: UInt64
  ) throws(HandoffError) {
    try offers.offer(offer, now: now)
  }

  /// Nothing is current in an app any more.
  ///
  /// - Parameters:
  ///   - app: The app's identifier.
  ///   - state: The activity as it was saved last, which serves for five seconds more; none leaves what was
  ///     saved for an earlier pick.
  ///   - now: The time.
  package mutating func withdraw(app: String, state: [UInt8]? = nil, now: UInt64) {
    let fitting = state.flatMap { (1...HandoffLimits.activity).contains($0.count) ? $0 : nil }
    offers.withdraw(app: app, state: fitting, now: now)
  }

  /// The app has saved an activity that another device picks up, or there is none.
  ///
  /// - Parameters:
  ///   - id: What was to be saved.
  ///   - result: The activity's bytes, or why there are none. More than 16 KiB are too large.
  ///   - now: The time.
  /// - Returns: What to do.
  package mutating func saved(
    _ id: HandedID, _ result: Result<[UInt8], HandoffError>, now: UInt64
  ) -> [ExchangeStep] {
    switch result {
    case .success(let activity) where activity.count > HandoffLimits.activity:
      return refuse(id, .tooLarge, "The activity is larger than may be handed over.")
    case .success(let activity) where activity.isEmpty:
      return refuse(id, .failed, "The app has saved no activity.")
    case .success(let activity):
      guard let offer = peers[id.device]?.handed.hand(id.number) else { return [] }
      offers.keep(state: activity, of: offer.number)
      return [.send(.state(pick: id.number, activity: activity), to: id.device)]
    case .failure(let error):
      return refuse(id, error.refusal, error.message)
    }
  }

  func isPastLock(_ now: UInt64) -> Bool {
    lockedSince.map { now >= $0 &+ Self.lockedPatience } ?? false
  }

  private mutating func refuse(
    _ id: HandedID, _ refusal: Refusal, _ reason: String
  ) -> [ExchangeStep] {
    guard peers[id.device]?.handed.refuse(id.number) == true else { return [] }
    var reason = reason
    while reason.utf8.count > HandoffLimits.reason { reason.removeLast() }
    return [.send(.refuse(pick: id.number, refusal, reason: reason), to: id.device)]
  }

  /// An activity changed after another device took it.
  ///
  /// - Parameters:
  ///   - offer: The number under which it was offered.
  ///   - activity: Its bytes; more than 16 KiB are not sent.
  /// - Returns: What to do.
  package func update(offer: UInt64, activity: [UInt8]) -> [ExchangeStep] {
    guard (1...HandoffLimits.activity).contains(activity.count) else { return [] }
    return peers.sorted { $0.key < $1.key }.flatMap { device, peer in
      peer.handed.continued(offer: offer).map {
        .send(.update(pick: $0, activity: activity), to: device)
      }
    }
  }

  // MARK: - What is picked up here

  /// The person picks up an offer of another device.
  ///
  /// - Returns: The pick, and what to do. The app is to be found or started now; it is told that an activity of
  ///   the offer's type is to come.
  /// - Throws: ``HandoffError``: ``HandoffError/Code/locked``, ``HandoffError/Code/ended`` when there is no such
  ///   offer any more, ``HandoffError/Code/busy`` when too many are being picked up.
  package mutating func accept(
    _ id: OfferID, now: UInt64
  ) throws(HandoffError) -> (pick: Pick, steps: [ExchangeStep]) {
    guard lockedSince == nil else {
      throw HandoffError(.locked, "The session is locked; unlock it to continue here.")
    }
    guard let offer = peers[id.device]?.offers.first(where: { $0.number == id.number }) else {
      throw HandoffError(.ended, "The other device no longer offers this.")
    }
    guard let pick = picks.begin(offer, of: id.device, now: now) else {
      throw HandoffError(.busy, "Too much is being picked up from the device; try again.")
    }
    return (pick, [.send(.pick(pick: pick.number, offer: offer.number), to: id.device)])
  }

  /// The app here has taken an activity that was delivered; the other device is told, once.
  package mutating func continued(_ pick: UInt64) -> [ExchangeStep] {
    guard let pick = picks.continue(pick) else { return [] }
    return [.send(.continued(pick: pick.number), to: pick.device)]
  }

  /// The app here has not taken an activity, or has ended: it is told nothing more of it.
  package mutating func drop(_ pick: UInt64) {
    picks.drop(pick)
  }

  // MARK: - Time and the lock

  /// The session was locked or unlocked. What was withdrawn because it was locked for ten minutes has to be
  /// offered anew.
  package mutating func setLocked(_ isLocked: Bool, now: UInt64) {
    lockedSince = isLocked ? lockedSince ?? now : nil
  }

  /// When ``time(_:)`` is to be called; `nil` when nothing is to be done before something happens.
  package var deadline: UInt64? {
    let lock = offers.isEmpty ? nil : lockedSince.map { $0 &+ Self.lockedPatience }
    let ofPeers = peers.compactMap { $1.deadline(isBusy: isBusy($0, $1)) }
    return ([offers.deadline, picks.deadline, lock].compactMap { $0 } + ofPeers).min()
  }

  /// Time went by.
  package mutating func time(_ now: UInt64) -> [ExchangeStep] {
    var steps: [ExchangeStep] = []
    let changes = isPastLock(now) ? offers.withdrawAll(now) : offers.settle(now)
    for change in changes { steps += tell(change) }
    steps += picks.expire(now).map {
      .failed($0, .timedOut, reason: "The other device did not send the activity in time.")
    }
    for device in connected {
      steps += saveLate(device, now)
      steps += ping(device, now)
    }
    return steps
  }

  /// Counts what was sent to a device, which stands for asking whether it is there. To be called for every frame.
  package mutating func sent(to device: DeviceID, now: UInt64) {
    peers[device]?.lastSent = now
  }

  private func tell(_ change: OfferTable.Change) -> [ExchangeStep] {
    connected.flatMap { device in
      (change.withdrawn.map { [ExchangeStep.send(.withdraw(offer: $0), to: device)] } ?? [])
        + (change.offered.map { [ExchangeStep.send(.offer($0), to: device)] } ?? [])
    }
  }

  /// What was saved earlier serves where an app is too slow.
  private mutating func saveLate(_ device: DeviceID, _ now: UInt64) -> [ExchangeStep] {
    var steps: [ExchangeStep] = []
    for late in peers[device]?.handed.late(now) ?? [] {
      let id = HandedID(device: device, number: late.number)
      let error = HandoffError(.timedOut, "The app did not save its activity in time.")
      let state = offers.state(of: late.offer)
      steps += saved(id, state.map { .success($0) } ?? .failure(error), now: now)
    }
    return steps
  }

  private func isBusy(_ device: DeviceID, _ peer: ExchangePeer) -> Bool {
    peer.isBusy || !offers.isEmpty || picks.isWaiting(for: device)
  }

  private mutating func ping(_ device: DeviceID, _ now: UInt64) -> [ExchangeStep] {
    guard let peer = peers[device], isBusy(device, peer) else { return [] }
    if let pinged = peer.pinged {
      guard now >= pinged &+ ExchangePeer.pingInterval else { return [] }
      return close(device, .disconnected, "The other device does not answer any more.")
    }
    guard now >= peer.lastSent &+ ExchangePeer.pingInterval else { return [] }
    peers[device]?.pinged = now
    peers[device]?.lastSent = now
    return [.send(.ping, to: device)]
  }
}
