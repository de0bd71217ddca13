extension ExchangeMachine {
  /// A message came over the connection to a device.
  ///
  /// What breaks the protocol closes the connection. What may be late (an answer to a pick that took too long, bytes
  /// of a stream that was cancelled) is passed over.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - connection: The connection over which it came; one that is over says nothing any more.
  ///   - now: The time.
  /// - Returns: What to do.
  package mutating func receive(
    _ message: PeerMessage, from connection: ConnectionID, now: UInt64
  ) -> [ExchangeStep] {
    guard let peer = peers[connection] else { return [] }
    peers[connection]?.pinged = nil
    if case .hello(let version, let name) = message {
      guard peer.name == nil, version > 0 else { return violation(connection) }
      peers[connection]?.name = name
      return [.named(connection.device, name)]
    }
    guard peer.name != nil else { return violation(connection) }
    switch message {
    case .hello: return []
    case .offer(let offer): return take(offer, from: connection)
    case .withdraw(let offer): return take(withdrawn: offer, from: connection)
    case .pick(let pick, let offer):
      return take(HandedID(connection: connection, number: pick), offer: offer, now: now)
    case .state, .refuse, .update: return takeAnswer(message, from: connection)
    case .continued(let pick):
      guard let offer = peers[connection]?.handed.continue(pick) else { return [] }
      return [.wasContinued(offer, on: connection.device)]
    case .streamOpen, .streamData, .streamCredit, .streamEnd:
      return receive(ofStream: message, from: connection)
    case .ping: return [.send(.pong, to: connection)]
    case .pong: return []
    case .forget:
      return [.forgotten(connection.device)]
        + close(connection, .ended, "The device forgot this one.")
    }
  }

  mutating func violation(_ connection: ConnectionID) -> [ExchangeStep] {
    close(connection, .malformed, "The other device breaks the protocol.")
  }

  private mutating func take(
    _ offer: PeerMessage.Offer, from connection: ConnectionID
  ) -> [ExchangeStep] {
    var offers = peers[connection]?.offers ?? []
    let before = offers
    // At most one of an app: a new one takes the place of the one before.
    if let index = offers.firstIndex(where: { $0.number == offer.number || $0.app == offer.app }) {
      offers[index] = offer
      let others = offers.enumerated().filter { other in
        other.offset != index
          && (other.element.number == offer.number || other.element.app == offer.app)
      }
      guard others.isEmpty else { return violation(connection) }
    } else {
      guard offers.count < HandoffLimits.offers else { return violation(connection) }
      offers.append(offer)
    }
    peers[connection]?.offers = offers
    return offers == before ? [] : [.offersChanged]
  }

  private mutating func take(withdrawn number: UInt64, from connection: ConnectionID)
    -> [ExchangeStep]
  {
    guard let index = peers[connection]?.offers.firstIndex(where: { $0.number == number }) else {
      return []
    }
    peers[connection]?.offers.remove(at: index)
    return [.offersChanged]
  }

  /// The other device picks something up here.
  private mutating func take(
    _ id: HandedID, offer number: UInt64, now: UInt64
  ) -> [ExchangeStep] {
    guard peers[id.connection]?.handed[id.number] == nil else { return violation(id.connection) }
    let found = isPastLock(now) ? nil : offers.find(number, now: now)
    guard let found else {
      let reason = "What was picked up is no longer offered."
      return [.send(.refuse(pick: id.number, .failed, reason: reason), to: id.connection)]
    }
    let offer =
      switch found {
      case .offered(let offer), .ended(let offer, _): offer
      }
    guard peers[id.connection]?.handed.begin(id.number, offer, now: now) == true else {
      let reason = "Too much is being picked up at once."
      return [.send(.refuse(pick: id.number, .failed, reason: reason), to: id.connection)]
    }
    switch found {
    case .offered: return [.save(id, offer)]
    case .ended(_, let state): return saved(id, .success(state), now: now)
    }
  }

  /// The other device answers a pick, or says more of it later.
  private mutating func takeAnswer(
    _ message: PeerMessage, from connection: ConnectionID
  ) -> [ExchangeStep] {
    switch message {
    case .state(let number, let activity):
      guard let offer = peers[connection]?.picked.hand(number) else { return [] }
      return [
        .deliver(Pick(number: number, connection: connection, offer: offer), activity: activity)
      ]
    case .refuse(let number, let refusal, let reason):
      guard let offer = peers[connection]?.picked.fail(number) else { return [] }
      return [
        .failed(Pick(number: number, connection: connection, offer: offer), refusal, reason: reason)
      ]
    case .update(let number, let activity):
      guard let pick = picked(number), pick.connection == connection else { return [] }
      return [.updated(pick, activity: activity)]
    default: return []
    }
  }
}
