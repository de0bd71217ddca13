@testable import FresnelHandoff

/// A paired device that says anything, and what a person, apps and the clock do meanwhile.
///
/// An input is a list of events: a byte that says which, one for its kind, and up to 16 bytes more. It is read as far
/// as it goes.
enum ExchangeTarget: FuzzTarget {
  private static let device = DeviceID(publicKey: [UInt8](repeating: 2, count: 32))

  static func seeds() throws -> [[UInt8]] {
    // An offer, accepted, its state, taken; a stream with bytes both ways, and both of its ends.
    let other: [UInt8] = [
      0, 2, 1, 5, 1, 0, 5, 1, 2, 3, 4, 3, 0, 10, 1, 4, 5, 1, 0, 11, 1, 1, 6, 0, 12, 1, 0,
    ]
    // Something of this device, picked up, saved, taken, with a stream; then it ends, is picked up late, and
    // the session is locked.
    let own: [UInt8] = [
      8, 1, 9, 3, 0, 4, 1, 1, 10, 1, 0, 7, 1, 0, 9, 2, 1, 0, 10, 2, 8, 5, 1, 11, 1, 7, 9, 3, 0, 4,
      2, 1, 9, 250, 12, 1, 9, 255, 13,
    ]
    return [[0] + other, [0] + own, [1] + other, [0] + other + own]
  }

  static func examine(_ input: [UInt8]) {
    var run = Run(input)
    while run.step() {}
  }

  private struct Run {
    var machine = ExchangeMachine(name: "Tisch")
    var connection = ConnectionID(device: ExchangeTarget.device, number: 0)
    var now: UInt64 = 1_000
    var saving: [HandedID] = []
    var picks: [Pick] = []
    var streams: [StreamID] = []
    /// Bytes of each stream that came and were not read.
    var unread: [StreamID: Int] = [:]
    var rest: ArraySlice<UInt8>

    init(_ input: [UInt8]) {
      rest = input[...]
      connect()
    }

    mutating func next() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func connect() {
      let (connection, steps) = machine.connected(
        ExchangeTarget.device, isCaller: next() & 1 == 0, now: now)
      self.connection = connection
      take(steps)
      take(machine.receive(.hello(version: 1, name: "B"), from: connection, now: now))
    }

    /// Does one thing; `false` at the end of the input.
    mutating func step() -> Bool {
      guard !rest.isEmpty else { return false }
      switch next() {
      case 0: hear()
      case 1:
        if let id = machine.available.first?.id,
          let (pick, steps) = try? machine.accept(id, now: now)
        {
          picks.append(pick)
          take(steps)
        }
      case 2: if let pick = picks.last { take(machine.continued(pick.number)) }
      case 3:
        if let pick = picks.last, let (id, steps) = try? machine.openStream(ofPick: pick.number) {
          streams.append(id)
          take(steps)
        }
      case 4:
        if let id = streams.last {
          take(machine.write([UInt8](repeating: 1, count: Int(next()) << 8)[...], to: id).steps)
        }
      case 5: read()
      case 6: if let id = streams.last { take(machine.end(id)) }
      case 7: if let id = streams.popLast() { take(machine.cancel(id)) }
      case 8:
        let number = UInt64(next())
        try? machine.offer(ExchangeTarget.offer(number, app: "own\(number & 1)"), now: now)
      case 9:
        now += UInt64(next()) * 100
        take(machine.time(now))
        expect((machine.deadline ?? .max) > now, "A deadline stays behind.")
      case 10:
        if let id = saving.popLast() {
          take(machine.saved(id, .success([next()]), now: now))
        }
      case 11: machine.withdraw(app: "own\(next() & 1)", state: [next()], now: now)
      case 12: machine.setLocked(next() & 1 == 1, now: now)
      case 13: take(machine.disconnected(connection))
      default: take(machine.update(offer: UInt64(next()), activity: [1]))
      }
      if machine.connections.isEmpty { connect() }
      check()
      return true
    }

    /// The other device says something.
    mutating func hear() {
      let (kind, number) = (next(), UInt64(next()))
      let message: PeerMessage =
        switch kind {
        case 2: .offer(ExchangeTarget.offer(number, app: "app\(next())"))
        case 3: .withdraw(offer: number)
        case 4: .pick(pick: number, offer: UInt64(next()))
        case 5: .state(pick: number, activity: [1])
        case 6: .refuse(pick: number, .failed, reason: "")
        case 7: .continued(pick: number)
        case 8: .update(pick: number, activity: [2])
        case 9: .streamOpen(stream: UInt32(number), pick: UInt64(next()))
        case 10:
          .streamData(
            stream: UInt32(number), bytes: .init(repeating: 3, count: 1 + Int(next()) * 64))
        case 11: .streamCredit(stream: UInt32(number), byteCount: 1 + UInt32(next()) * 256)
        case 12: .streamEnd(stream: UInt32(number), isCancelled: next() & 1 == 1)
        case 13: .ping
        case 14: .pong
        case 15: .forget
        default: .hello(version: UInt16(number), name: "B")
        }
      take(machine.receive(message, from: connection, now: now))
    }

    mutating func read() {
      guard let (id, count) = unread.min(by: { $0.key.number < $1.key.number }) else { return }
      let part = min(count, Int(next()) << 8)
      unread[id] = part == count ? nil : count - part
      take(machine.read(id, byteCount: part))
    }

    mutating func take(_ steps: [ExchangeStep]) {
      for step in steps {
        switch step {
        case .save(let id, _): saving.append(id)
        case .streamOpened(let id, _): streams.append(id)
        case .streamBytes(let id, let bytes): unread[id, default: 0] += bytes.count
        case .streamCancelled(let id):
          streams.removeAll { $0 == id }
          unread[id] = nil
        case .send(let message, let to):
          machine.sent(to: to, now: now)
          expect((try? message.encoded()) != nil, "A message is said that is none.")
        default: break
        }
      }
    }

    func check() {
      expect(machine.available.count <= HandoffLimits.offers, "There are too many offers.")
      for peer in machine.peers.values {
        expect(peer.handed.entries.count <= HandoffLimits.picks, "Too much is handed over.")
        expect(peer.picked.entries.count <= HandoffLimits.picks, "Too much is picked up.")
        expect(peer.streams.streams.count <= HandoffLimits.streams, "There are too many streams.")
      }
      expect(unread.values.allSatisfy { $0 <= 65_536 }, "More waits than the credit.")
    }
  }

  private static func offer(_ number: UInt64, app: String) -> PeerMessage.Offer {
    PeerMessage.Offer(
      number: number, app: app, appName: "", type: "t", title: "", hasStreams: true)
  }
}
