/// What paired devices tell each other once they are connected: offers, activities that are picked up, streams.
///
/// It has neither a socket nor a clock: it is given messages, requests and times, which are milliseconds of a clock
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
  /// At most one of a device.
  var peers: [ConnectionID: ExchangePeer] = [:]
  var offers = OfferTable()
  private var lastConnection: UInt64 = 0
  private var lastPick: UInt64 = 0
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
    peers.sorted { $0.key < $1.key }.flatMap { connection, peer in
      peer.offers.map { (OfferID(connection: connection, number: $0.number), peer.name ?? "", $0) }
    }
  }

  /// The connections that there are, one of a device.
  package var connections: [ConnectionID] { peers.keys.sorted() }

  // MARK: - Connections

  /// A connection was made, and the device is the one that it should be.
  ///
  /// - Parameters:
  ///   - device: The other device. If it was connected, that connection is over.
  ///   - isCaller: Whether this device called.
  ///   - now: The time.
  /// - Returns: The connection's name, and what to do.
  package mutating func connected(
    _ device: DeviceID, isCaller: Bool, now: UInt64
  ) -> (connection: ConnectionID, steps: [ExchangeStep]) {
    var steps: [ExchangeStep] = []
    for former in connections where former.device == device {
      steps += close(former, .disconnected, "The device has connected anew.")
    }
    lastConnection += 1
    let connection = ConnectionID(device: device, number: lastConnection)
    peers[connection] = ExchangePeer(isCaller: isCaller, now: now)
    steps.append(.send(.hello(version: Self.version, name: name), to: connection))
    steps += offers.told.map { .send(.offer($0), to: connection) }
    return (connection, steps)
  }

  /// A connection was lost, or closed by this device.
  package mutating func disconnected(_ connection: ConnectionID) -> [ExchangeStep] {
    guard let peer = peers.removeValue(forKey: connection) else { return [] }
    var steps = peer.picked.entries.filter(\.isWaiting).map { entry in
      let pick = Pick(number: entry.number, connection: connection, offer: entry.offer)
      return ExchangeStep.failed(pick, .connectionUnavailable, reason: "The connection was lost.")
    }
    steps += peer.streams.streams.keys.sorted().map {
      .streamCancelled(StreamID(connection: connection, number: $0))
    }
    if !peer.offers.isEmpty { steps.append(.offersChanged) }
    return steps
  }

  /// The person no longer wants the device: it is told so, if it is connected.
  package mutating func forget(_ device: DeviceID) -> [ExchangeStep] {
    guard let connection = connections.first(where: { $0.device == device }) else { return [] }
    return [.send(.forget, to: connection)]
      + close(connection, .ended, "The device was forgotten.")
  }

  mutating func close(
    _ connection: ConnectionID, _ code: HandoffError.Code, _ message: String
  ) -> [ExchangeStep] {
    guard peers[connection] != nil else { return [] }
    return disconnected(connection) + [.close(connection, HandoffError(code, message))]
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
      guard let offer = peers[id.connection]?.handed.hand(id.number) else { return [] }
      offers.keep(state: activity, of: offer.number)
      return [.send(.state(pick: id.number, activity: activity), to: id.connection)]
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
    guard peers[id.connection]?.handed.fail(id.number) != nil else { return [] }
    var reason = reason
    while reason.utf8.count > HandoffLimits.reason { reason.removeLast() }
    return [.send(.refuse(pick: id.number, refusal, reason: reason), to: id.connection)]
  }

  /// An activity changed after another device took it.
  ///
  /// - Parameters:
  ///   - offer: The number under which it was offered.
  ///   - activity: Its bytes; more than 16 KiB are not sent.
  /// - Returns: What to do.
  package func update(offer: UInt64, activity: [UInt8]) -> [ExchangeStep] {
    guard (1...HandoffLimits.activity).contains(activity.count) else { return [] }
    return peers.sorted { $0.key < $1.key }.flatMap { connection, peer in
      peer.handed.entries.filter { $0.offer.number == offer && $0.stage == .continued }.map {
        .send(.update(pick: $0.number, activity: activity), to: connection)
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
    guard let offer = peers[id.connection]?.offers.first(where: { $0.number == id.number }) else {
      throw HandoffError(.ended, "The other device no longer offers this.")
    }
    guard peers[id.connection]?.picked.begin(lastPick + 1, offer, now: now) == true else {
      throw HandoffError(.busy, "Too much is being picked up from the device; try again.")
    }
    lastPick += 1
    return (
      Pick(number: lastPick, connection: id.connection, offer: offer),
      [.send(.pick(pick: lastPick, offer: offer.number), to: id.connection)]
    )
  }

  /// The app here has taken an activity that was delivered; the other device is told, once.
  ///
  /// - Parameter number: The pick.
  /// - Returns: What to do.
  package mutating func continued(_ number: UInt64) -> [ExchangeStep] {
    guard let pick = picked(number), peers[pick.connection]?.picked.continue(number) != nil else {
      return []
    }
    return [.send(.continued(pick: number), to: pick.connection)]
  }

  /// The app here has not taken an activity, or has ended: it is told nothing more of it.
  ///
  /// - Parameter number: The pick.
  package mutating func drop(_ number: UInt64) {
    for connection in connections { peers[connection]?.picked.drop(number) }
  }

  /// Nobody here knows of what was picked up any more.
  package mutating func dropPicks() {
    for connection in connections {
      peers[connection]?.picked = HandOverTable(patience: ExchangePeer.pickPatience)
    }
  }

  /// A pick whose activity came.
  func picked(_ number: UInt64) -> Pick? {
    for (connection, peer) in peers {
      guard let entry = peer.picked[number], !entry.isWaiting else { continue }
      return Pick(number: number, connection: connection, offer: entry.offer)
    }
    return nil
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
    let isOffering = !offers.isEmpty
    let ofPeers = peers.values.compactMap { $0.deadline(isOffering: isOffering) }
    return ([offers.deadline, lock].compactMap { $0 } + ofPeers).min()
  }

  /// Time went by.
  package mutating func time(_ now: UInt64) -> [ExchangeStep] {
    var steps: [ExchangeStep] = []
    let changes = isPastLock(now) ? offers.withdrawAll(now) : offers.settle(now)
    for change in changes { steps += tell(change) }
    for connection in connections {
      steps += failLate(connection, now)
      steps += saveLate(connection, now)
      steps += ping(connection, now)
    }
    return steps
  }

  /// Counts what was sent over a connection, which stands for asking whether the device is there. To be called for
  /// every frame.
  package mutating func sent(to connection: ConnectionID, now: UInt64) {
    peers[connection]?.lastSent = now
  }

  private func tell(_ change: OfferTable.Change) -> [ExchangeStep] {
    connections.flatMap { connection in
      (change.withdrawn.map { [ExchangeStep.send(.withdraw(offer: $0), to: connection)] } ?? [])
        + (change.offered.map { [ExchangeStep.send(.offer($0), to: connection)] } ?? [])
    }
  }

  /// A device that is too slow is not waited for.
  private mutating func failLate(_ connection: ConnectionID, _ now: UInt64) -> [ExchangeStep] {
    (peers[connection]?.picked.late(now) ?? []).map { late in
      peers[connection]?.picked.drop(late.number)
      return .failed(
        Pick(number: late.number, connection: connection, offer: late.offer), .timedOut,
        reason: "The other device did not send the activity in time.")
    }
  }

  /// What was saved earlier serves where an app is too slow.
  private mutating func saveLate(_ connection: ConnectionID, _ now: UInt64) -> [ExchangeStep] {
    (peers[connection]?.handed.late(now) ?? []).flatMap { late in
      let error = HandoffError(.timedOut, "The app did not save its activity in time.")
      let state = offers.state(of: late.offer.number)
      return saved(
        HandedID(connection: connection, number: late.number),
        state.map { .success($0) } ?? .failure(error), now: now)
    }
  }

  private mutating func ping(_ connection: ConnectionID, _ now: UInt64) -> [ExchangeStep] {
    guard let peer = peers[connection], peer.isBusy || !offers.isEmpty else { return [] }
    if let pinged = peer.pinged {
      guard now >= pinged &+ ExchangePeer.pingInterval else { return [] }
      return close(connection, .disconnected, "The other device does not answer any more.")
    }
    guard now >= peer.lastSent &+ ExchangePeer.pingInterval else { return [] }
    peers[connection]?.pinged = now
    peers[connection]?.lastSent = now
    return [.send(.ping, to: connection)]
  }
}
