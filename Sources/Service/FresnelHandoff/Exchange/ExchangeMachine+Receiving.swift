extension ExchangeMachine {
  /// A message came over the connection to a device.
  ///
  /// What breaks the protocol closes the connection. What may be late (an answer to a pick that took too long, bytes
  /// of a stream that was cancelled) is passed over.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - device: The device that sealed it.
  ///   - now: The time.
  /// - Returns: What to do.
  package mutating func receive(
    _ message: PeerMessage, from device: DeviceID, now: UInt64
  ) -> [ExchangeStep] {
    guard let peer = peers[device] else { return [] }
    peers[device]?.pinged = nil
    if case .hello(let version, let name) = message {
      guard peer.name == nil, version > 0 else { return violation(device) }
      peers[device]?.name = name
      return []
    }
    guard peer.name != nil else { return violation(device) }
    switch message {
    case .hello: return []
    case .offer(let offer): return take(offer, from: device)
    case .withdraw(let offer): return take(withdrawn: offer, from: device)
    case .pick(let pick, let offer):
      return take(HandedID(device: device, number: pick), offer: offer, now: now)
    case .state, .refuse, .update: return takeAnswer(message, from: device)
    case .continued(let pick):
      guard let offer = peers[device]?.handed.continue(pick) else { return [] }
      return [.wasContinued(offer, on: device)]
    case .streamOpen, .streamData, .streamCredit, .streamEnd:
      return receive(ofStream: message, from: device)
    case .ping: return [.send(.pong, to: device)]
    case .pong: return []
    case .forget: return [.forgotten(device)] + close(device, .ended, "The device forgot this one.")
    }
  }

  mutating func violation(_ device: DeviceID) -> [ExchangeStep] {
    close(device, .malformed, "The other device breaks the protocol.")
  }

  private mutating func take(
    _ offer: PeerMessage.Offer, from device: DeviceID
  ) -> [ExchangeStep] {
    var offers = peers[device]?.offers ?? []
    let before = offers
    // At most one of an app: a new one takes the place of the one before.
    if let index = offers.firstIndex(where: { $0.number == offer.number || $0.app == offer.app }) {
      offers[index] = offer
      let others = offers.enumerated().filter { other in
        other.offset != index
          && (other.element.number == offer.number || other.element.app == offer.app)
      }
      guard others.isEmpty else { return violation(device) }
    } else {
      guard offers.count < HandoffLimits.offers else { return violation(device) }
      offers.append(offer)
    }
    peers[device]?.offers = offers
    return offers == before ? [] : [.offersChanged]
  }

  private mutating func take(withdrawn number: UInt64, from device: DeviceID) -> [ExchangeStep] {
    guard let index = peers[device]?.offers.firstIndex(where: { $0.number == number }) else {
      return []
    }
    peers[device]?.offers.remove(at: index)
    return [.offersChanged]
  }

  /// The other device picks something up here.
  private mutating func take(
    _ id: HandedID, offer number: UInt64, now: UInt64
  ) -> [ExchangeStep] {
    guard peers[id.device]?.handed.has(id.number) == false else { return violation(id.device) }
    let found = isPastLock(now) ? nil : offers.find(number, now: now)
    guard let found else {
      let reason = "What was picked up is no longer offered."
      return [.send(.refuse(pick: id.number, .failed, reason: reason), to: id.device)]
    }
    let offer =
      switch found {
      case .offered(let offer), .ended(let offer, _): offer
      }
    guard peers[id.device]?.handed.begin(id.number, offer, now: now) == true else {
      let reason = "Too much is being picked up at once."
      return [.send(.refuse(pick: id.number, .failed, reason: reason), to: id.device)]
    }
    switch found {
    case .offered: return [.save(id, offer)]
    case .ended(_, let state): return saved(id, .success(state), now: now)
    }
  }

  /// The other device answers a pick, or says more of it later.
  private mutating func takeAnswer(
    _ message: PeerMessage, from device: DeviceID
  ) -> [ExchangeStep] {
    switch message {
    case .state(let number, let activity):
      guard let pick = picks.deliver(number, from: device) else { return [] }
      return [.deliver(pick, activity: activity)]
    case .refuse(let number, let refusal, let reason):
      guard let pick = picks.fail(number, from: device) else { return [] }
      return [.failed(pick, refusal, reason: reason)]
    case .update(let number, let activity):
      guard let pick = picks.delivered(number, from: device) else { return [] }
      return [.updated(pick, activity: activity)]
    default: return []
    }
  }
}
