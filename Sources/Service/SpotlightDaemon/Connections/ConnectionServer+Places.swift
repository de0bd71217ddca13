internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

// Who may stay, and who makes room; ``ConnectionSlots`` decides. All on the loop's thread.

extension ConnectionServer {
  /// Ends the connections whose clients are gone, where there is no room for one more: on a busy machine many may be
  /// that the loop has not come to yet. For programs that are not the person's own, once in a millisecond: thousands
  /// that connect again and again would otherwise have all connections looked at each time.
  func makeRoom(isOwn: Bool) {
    let now = MonotonicClock.nanoseconds
    let looks = state.withLock { state in
      guard state.slots.isFull(isOwn: isOwn) else { return false }
      let elapsed = MonotonicClock.elapsed(from: state.lastLookForGone, to: now)
      guard isOwn || elapsed >= 1_000_000 else { return false }
      state.lastLookForGone = now
      return true
    }
    if looks { endGone() }
  }

  /// Ends them, at the cost of one system call where there are none.
  private func endGone() {
    let connections = state.withLock { Array($0.connections.values) }
    for index in UnixSocket.closed(among: connections.map(\.socket))
    where connections[index].isGone {
      connections[index].finish()
    }
  }

  /// Counts a connection as one of an app's; a refusal when that has too many.
  func admit(_ connection: Connection, as peer: Peer) -> Refusal? {
    var isAdmitted = open(connection, as: peer)
    if !isAdmitted {
      endGone()
      isAdmitted = open(connection, as: peer)
    }
    guard !isAdmitted else { return nil }
    return Refusal(
      .tooManyConnections,
      "\(peer.app.identifier) has \(limits.connectionsPerIdentity) connections already.")
  }

  private func open(_ connection: Connection, as peer: Peer) -> Bool {
    let (isAdmitted, next) = state.withLock {
      $0.slots.open(
        connection.number, as: peer.app, isRegistered: peer.trust != .unregistered,
        isSurface: peer.seesSystem)
    }
    begin(next)
    return isAdmitted
  }

  /// Ends the connection that makes room for one that was just made; a refusal when that found none.
  func settle(_ arrival: ConnectionSlots.Arrival) -> Refusal? {
    switch arrival {
    case .greet(let ended), .wait(let ended):
      if let ended { giveUp(ended) }
      return nil
    case .refuse:
      return Refusal(.tooManyConnections, "There are \(limits.connections) connections already.")
    }
  }

  /// Ends a connection that another one needs the place of; its client may connect again.
  func giveUp(_ number: UInt64) {
    connection(number)?.refuse(
      Refusal(.tooManyConnections, "Others need the connection; the client may connect again."))
  }

  /// Has a connection that was taken for one of the person's own programs keep to what others may have.
  ///
  /// - Returns: Whether it may stay.
  func makeOther(_ connection: Connection) -> Bool {
    connection.setUrgent(false)
    makeRoom(isOwn: false)
    let (mayStay, ended, next) = state.withLock { state in
      let connections = state.connections
      return state.slots.makeOther(
        connection.number, isBusy: { connections[$0]?.isBusy == true })
    }
    if let ended { giveUp(ended) }
    begin(next)
    if !mayStay, let refusal = settle(.refuse) { connection.refuse(refusal) }
    return mayStay
  }
}
