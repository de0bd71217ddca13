import Testing

@testable import FresnelHandoff

/// Two devices with a connection that delivers at once and in order.
struct Exchange {
  static let deviceA = DeviceID(publicKey: [UInt8](repeating: 1, count: 32))
  static let deviceB = DeviceID(publicKey: [UInt8](repeating: 2, count: 32))

  var a = ExchangeMachine(name: "Tisch")
  var b = ExchangeMachine(name: "Reise")
  /// What each calls the connection to the other.
  var toA = ConnectionID(device: deviceA, number: 0)
  var toB = ConnectionID(device: deviceB, number: 0)
  var now: UInt64 = 1_000_000
  /// All messages, by sender.
  var messages: [(from: DeviceID, message: PeerMessage)] = []
  /// What is left to the programs around the machines.
  var stepsOfA: [ExchangeStep] = []
  var stepsOfB: [ExchangeStep] = []

  init(isConnected: Bool = true) {
    if isConnected { connect() }
  }

  mutating func connect() {
    let ofA = a.connected(Self.deviceB, isCaller: true, now: now)
    let ofB = b.connected(Self.deviceA, isCaller: false, now: now)
    (toB, toA) = (ofA.connection, ofB.connection)
    doB(ofB.steps)
    doA(ofA.steps)
  }

  mutating func doA(_ steps: [ExchangeStep]) {
    for step in steps {
      if case .send(let message, to: toB) = step {
        messages.append((Self.deviceA, message))
        a.sent(to: toB, now: now)
        doB(b.receive(message, from: toA, now: now))
      } else {
        stepsOfA.append(step)
      }
    }
  }

  mutating func doB(_ steps: [ExchangeStep]) {
    for step in steps {
      if case .send(let message, to: toA) = step {
        messages.append((Self.deviceB, message))
        b.sent(to: toA, now: now)
        doA(a.receive(message, from: toB, now: now))
      } else {
        stepsOfB.append(step)
      }
    }
  }

  /// Lets time pass, in the steps that the machines ask for.
  mutating func pass(_ milliseconds: UInt64) {
    let end = now + milliseconds
    while let next = [a.deadline, b.deadline].compactMap({ $0 }).min(), next <= end {
      now = max(now, next)
      doA(a.time(now))
      doB(b.time(now))
      // A deadline that stays in the past would keep the processor busy for ever.
      guard [a.deadline, b.deadline].allSatisfy({ ($0 ?? .max) > now }) else {
        Issue.record("a deadline stays behind")
        return
      }
    }
    now = end
  }

  /// Has A offer something that B sees.
  @discardableResult
  mutating func offer(
    _ number: UInt64 = 1, app: String = "org.example.Notes", hasStreams: Bool = true
  ) throws(HandoffError) -> OfferID {
    try a.offer(Self.notes(number, app: app, hasStreams: hasStreams), now: now)
    pass(OfferTable.settling)
    return OfferID(connection: toA, number: number)
  }

  static func notes(
    _ number: UInt64, app: String = "org.example.Notes", hasStreams: Bool = true
  ) -> PeerMessage.Offer {
    PeerMessage.Offer(
      number: number, app: app, appName: "Notes", type: "org.example.edit", title: "Einkauf",
      hasStreams: hasStreams)
  }

  /// B picks an offer up.
  mutating func accept(_ id: OfferID) throws(HandoffError) -> Pick {
    let (pick, steps) = try b.accept(id, now: now)
    doB(steps)
    return pick
  }

  /// What A's app is asked to save, if it is.
  var saving: HandedID? {
    for case .save(let id, _) in stepsOfA { return id }
    return nil
  }

  /// B picks up what A offers, and its app takes it.
  mutating func handOver(hasStreams: Bool = true) throws -> Pick {
    let pick = try accept(offer(hasStreams: hasStreams))
    let id = try #require(saving)
    doA(a.saved(id, .success([1, 2, 3]), now: now))
    doB(b.continued(pick.number))
    return pick
  }

  /// Why what B picked up came to nothing.
  var failures: [Refusal] {
    stepsOfB.compactMap { if case .failed(_, let refusal, _) = $0 { refusal } else { nil } }
  }
}

extension PeerMessage {
  func isRefusal(of number: UInt64, _ refusal: Refusal) -> Bool {
    if case .refuse(number, refusal, _) = self { true } else { false }
  }
}
