import FresnelTestSupport
import Testing

@testable import FresnelHandoff

@Suite("ExchangeMachine")
struct ExchangeMachineTests {
  @Test("What is current on one device is seen on the other after 200 ms, and goes when it ends")
  func offering() throws {
    var exchange = Exchange()
    try exchange.a.offer(Exchange.notes(1), now: exchange.now)
    exchange.pass(199)
    #expect(exchange.b.available.isEmpty)
    exchange.pass(1)
    let seen = try #require(exchange.b.available.first)
    #expect(seen.deviceName == "Tisch" && seen.offer == Exchange.notes(1))
    #expect(exchange.stepsOfB == [.named(Exchange.deviceA, "Tisch"), .offersChanged])
    exchange.a.withdraw(app: "org.example.Notes", now: exchange.now)
    exchange.pass(200)
    #expect(exchange.b.available.isEmpty && exchange.stepsOfB.count == 3)
  }

  @Test("Changes within 200 ms are told once, and one that is undone not at all")
  func settling() throws {
    var exchange = Exchange()
    exchange.messages = []
    for number in 1...20 as ClosedRange<UInt64> {
      try exchange.a.offer(Exchange.notes(number), now: exchange.now)
      exchange.pass(5)
    }
    exchange.pass(200)
    #expect(exchange.messages.map(\.message) == [.offer(Exchange.notes(20))])
    exchange.a.withdraw(app: "org.example.Notes", now: exchange.now)
    try exchange.a.offer(Exchange.notes(20), now: exchange.now)
    exchange.pass(1_000)
    #expect(exchange.messages.count == 1)
    try exchange.a.offer(Exchange.notes(21), now: exchange.now)
    exchange.pass(200)
    #expect(
      exchange.messages.dropFirst().map(\.message)
        == [.withdraw(offer: 20), .offer(Exchange.notes(21))])
  }

  @Test("A device that connects later is told what is current")
  func connectingLater() throws {
    var exchange = Exchange(isConnected: false)
    try exchange.offer()
    exchange.connect()
    #expect(exchange.b.available.map(\.id.number) == [1])
    exchange.doB(exchange.b.disconnected(exchange.toA))
    #expect(exchange.b.available.isEmpty)
  }

  @Test("Picked up, an activity is saved, handed over, taken, and told to be taken once")
  func handOver() throws {
    var exchange = Exchange()
    let pick = try exchange.handOver()
    #expect(pick.offer == Exchange.notes(1))
    #expect(exchange.stepsOfB.contains(.deliver(pick, activity: [1, 2, 3])))
    let told = ExchangeStep.wasContinued(Exchange.notes(1), on: Exchange.deviceB)
    #expect(exchange.stepsOfA.last == told)
    exchange.doB(exchange.b.continued(pick.number))
    exchange.doA(exchange.a.receive(.continued(pick: pick.number), from: exchange.toB, now: 0))
    #expect(exchange.stepsOfA.count { $0 == told } == 1)
    exchange.doA(exchange.a.update(offer: 1, activity: [4]))
    #expect(exchange.stepsOfB.last == .updated(pick, activity: [4]))
  }

  @Test("Too large, refused, unknown and ended each end in their own error")
  func refusals() throws {
    for (result, expected) in [
      (.success([UInt8](repeating: 0, count: 16_385)), .tooLarge),
      (.failure(HandoffError(.tooLarge, "")), .tooLarge),
      (.failure(HandoffError(.ended, String(repeating: "x", count: 5_000))), .failed),
      (.failure(HandoffError(.timedOut, "")), .timedOut), (.success([]), .failed),
    ] as [(Result<[UInt8], HandoffError>, Refusal)] {
      var exchange = Exchange()
      _ = try exchange.accept(exchange.offer())
      let id = try #require(exchange.saving)
      exchange.doA(exchange.a.saved(id, result, now: exchange.now))
      #expect(exchange.failures == [expected])
      // Nobody waits for it any more.
      #expect(exchange.a.saved(id, .success([1]), now: exchange.now).isEmpty)
    }
    var exchange = Exchange()
    #expect(
      thrown { () throws(HandoffError) in
        _ = try exchange.b.accept(OfferID(connection: exchange.toA, number: 9), now: 0)
      } == .ended)
    exchange.doA(exchange.a.receive(.pick(pick: 5, offer: 9), from: exchange.toB, now: 0))
    #expect(exchange.messages.last?.message.isRefusal(of: 5, .failed) == true)
  }

  @Test("An offer that ended serves for five seconds with what was saved last")
  func afterlife() throws {
    for (delay, isServed) in [(0, true), (4_900, true), (5_200, false)] as [(UInt64, Bool)] {
      var exchange = Exchange()
      let id = try exchange.offer()
      exchange.a.withdraw(app: "org.example.Notes", state: [9], now: exchange.now)
      // The other device has not heard of it yet.
      exchange.doA(exchange.a.time(exchange.now + 200).filter { _ in false })
      exchange.now += 200 + delay
      _ = try exchange.accept(id)
      let delivered = exchange.stepsOfB.contains {
        if case .deliver(_, activity: [9]) = $0 { true } else { false }
      }
      #expect(delivered == isServed && exchange.failures == (isServed ? [] : [.failed]), "\(delay)")
    }
  }

  @Test("What an app saved for a later activity is not handed over for the one before")
  func otherState() throws {
    var exchange = Exchange()
    let id = try exchange.offer()
    // The other device knows of the first only when the second ends.
    try exchange.a.offer(Exchange.notes(2), now: exchange.now)
    exchange.a.withdraw(app: "org.example.Notes", state: [9], now: exchange.now)
    _ = try exchange.accept(id)
    #expect(exchange.failures == [.failed])
    exchange.pass(1_000)
    exchange.doA(
      exchange.a.receive(.pick(pick: 7, offer: 1), from: exchange.toB, now: exchange.now))
    #expect(exchange.messages.last?.message.isRefusal(of: 7, .failed) == true)
  }

  @Test("An app that does not save in two seconds is not waited for; what it saved before serves")
  func slowApp() throws {
    var exchange = Exchange()
    let id = try exchange.offer()
    _ = try exchange.accept(id)
    exchange.pass(1_999)
    #expect(exchange.failures.isEmpty)
    exchange.pass(1)
    #expect(exchange.failures == [.timedOut])
    exchange.stepsOfA = []
    _ = try exchange.accept(id)
    exchange.doA(exchange.a.saved(try #require(exchange.saving), .success([7]), now: exchange.now))
    exchange.stepsOfB = []
    _ = try exchange.accept(id)
    exchange.pass(2_000)
    #expect(exchange.failures.isEmpty)
    #expect(exchange.stepsOfB.contains { if case .deliver = $0 { true } else { false } })
  }

  @Test("A device that says nothing for ten seconds is not waited for; what comes later is dropped")
  func silence() throws {
    var exchange = Exchange()
    let id = try exchange.offer()
    let (pick, _) = try exchange.b.accept(id, now: exchange.now)
    #expect(exchange.b.deadline == exchange.now + 10_000)
    exchange.doB(exchange.b.time(exchange.now + 10_000))
    #expect(exchange.failures == [.timedOut])
    let late = exchange.b.receive(
      .state(pick: pick.number, activity: [1]), from: exchange.toA, now: exchange.now)
    #expect(late.isEmpty)
  }

  @Test("A lost connection fails what is being picked up, cancels streams and takes offers away")
  func loss() throws {
    var exchange = Exchange()
    let pick = try exchange.handOver()
    let (stream, steps) = try exchange.b.openStream(ofPick: pick.number)
    exchange.doB(steps)
    _ = try exchange.accept(OfferID(connection: exchange.toA, number: 1))
    exchange.stepsOfB = []
    exchange.doB(exchange.b.disconnected(exchange.toA))
    #expect(exchange.failures == [.connectionUnavailable])
    #expect(exchange.stepsOfB.contains(.streamCancelled(stream)))
    #expect(exchange.stepsOfB.last == .offersChanged)
    #expect(exchange.b.deadline == nil && exchange.b.connections.isEmpty)
    #expect(exchange.b.receive(.ping, from: exchange.toA, now: 0).isEmpty)
  }

  @Test("What is left of a connection finds nothing of the next one")
  func connectingAnew() throws {
    var exchange = Exchange()
    let offer = try exchange.offer()
    _ = try exchange.accept(offer)
    let saving = try #require(exchange.saving)
    let pick = try exchange.accept(offer)
    exchange.doA(
      exchange.a.saved(
        HandedID(connection: exchange.toB, number: pick.number), .success([1]), now: exchange.now))
    let (stream, steps) = try exchange.b.openStream(ofPick: pick.number)
    exchange.doB(steps)
    let former = exchange.toB
    let streamOfA = StreamID(connection: former, number: stream.number)
    exchange.doA(
      exchange.a.receive(.streamData(stream: stream.number, bytes: [1, 2]), from: former, now: 0))
    exchange.stepsOfA = []
    exchange.connect()
    // A device that connects anew ends the connection before, and all that was under way over it.
    #expect(exchange.stepsOfA.contains(.streamCancelled(streamOfA)))
    #expect(
      exchange.stepsOfA.contains {
        if case .close(former, let error) = $0 { error.code == .disconnected } else { false }
      })
    // The other device began anew, and its numbers do.
    exchange.doA(
      exchange.a.receive(.pick(pick: 1, offer: 1), from: exchange.toB, now: exchange.now))
    exchange.messages = []
    #expect(exchange.a.saved(saving, .success([7]), now: exchange.now).isEmpty)
    #expect(exchange.a.read(streamOfA, byteCount: 2).isEmpty)
    #expect(exchange.a.write([1], to: streamOfA).byteCount == 0)
    #expect(exchange.a.receive(.ping, from: former, now: exchange.now).isEmpty)
    #expect(exchange.a.disconnected(former).isEmpty)
    #expect(!exchange.a.connections.isEmpty && exchange.messages.isEmpty)
    #expect(
      thrown { () throws(HandoffError) in _ = try exchange.b.accept(offer, now: exchange.now) }
        == .ended)
  }

  @Test("While locked nothing is picked up here; there it goes on for ten minutes")
  func locking() throws {
    var exchange = Exchange()
    let id = try exchange.offer()
    exchange.b.setLocked(true, now: exchange.now)
    #expect(
      thrown { () throws(HandoffError) in _ = try exchange.b.accept(id, now: exchange.now) }
        == .locked)
    exchange.b.setLocked(false, now: exchange.now)
    exchange.a.setLocked(true, now: exchange.now)
    exchange.pass(599_000)
    _ = try exchange.accept(id)
    #expect(exchange.saving != nil)
    exchange.pass(1_000)
    #expect(exchange.b.available.isEmpty)
    exchange.a.setLocked(false, now: exchange.now)
    try exchange.offer(2)
    #expect(exchange.b.available.map(\.id.number) == [2])
  }

  @Test(
    "Nothing passes while nothing is offered; else a device is asked, and given up if it is gone")
  func idle() throws {
    var exchange = Exchange()
    exchange.messages = []
    exchange.pass(3_600_000)
    #expect(exchange.messages.isEmpty && exchange.a.deadline == nil)
    try exchange.offer()
    exchange.messages = []
    exchange.pass(60_000)
    #expect(exchange.messages.contains { $0.message == .ping })
    #expect(exchange.messages.count <= 16)
    #expect(!exchange.a.connections.isEmpty && !exchange.b.connections.isEmpty)
    // From here on B hears nothing.
    var (now, steps) = (exchange.now, [ExchangeStep]())
    while let next = exchange.b.deadline, steps.isEmpty || now < exchange.now + 50_000 {
      now = max(now, next)
      steps += exchange.b.time(now)
    }
    #expect(
      steps.contains {
        if case .close(_, let error) = $0 { error.code == .disconnected } else { false }
      })
    #expect(now <= exchange.now + 40_000)
  }

  @Test("A device that is forgotten is told, and forgets this one")
  func forgetting() throws {
    var exchange = Exchange()
    try exchange.offer()
    exchange.doA(exchange.a.forget(Exchange.deviceB))
    #expect(exchange.stepsOfB.contains(.forgotten(Exchange.deviceA)))
    #expect(exchange.a.connections.isEmpty && exchange.b.connections.isEmpty)
    #expect(exchange.b.available.isEmpty)
  }

  @Test("A stream carries bytes both ways, one end after the other, and is gone when both ended")
  func streams() throws {
    var exchange = Exchange()
    let pick = try exchange.handOver()
    let (stream, steps) = try exchange.b.openStream(ofPick: pick.number)
    exchange.doB(steps)
    let other = StreamID(connection: exchange.toB, number: stream.number)
    #expect(exchange.stepsOfA.last == .streamOpened(other, pick.offer))
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    var (sent, received) = (0, [UInt8]())
    while received.count < bytes.count {
      let (count, steps) = exchange.b.write(bytes[sent...], to: stream)
      exchange.stepsOfA = []
      exchange.doB(steps)
      sent += count
      for case .streamBytes(other, let part) in exchange.stepsOfA {
        received += part
        exchange.doA(exchange.a.read(other, byteCount: part.count))
      }
      guard count > 0 else { Issue.record("the stream is stuck"); return }
    }
    #expect(received == bytes)
    exchange.doB(exchange.b.end(stream))
    #expect(exchange.stepsOfA.last == .streamEnded(other))
    #expect(exchange.b.write([1], to: stream).byteCount == 0)
    let (count, answer) = exchange.a.write([5], to: other)
    exchange.doA(answer)
    #expect(count == 1 && exchange.stepsOfB.last == .streamBytes(stream, [5]))
    exchange.doA(exchange.a.end(other))
    #expect(exchange.stepsOfB.last == .streamEnded(stream))
    #expect(exchange.a.peers[exchange.toB]?.streams.streams.isEmpty == true)
    #expect(exchange.b.peers[exchange.toA]?.streams.streams.isEmpty == true)
  }

  @Test("A reader that stops stops the writer at 64 KiB, and a cancelled stream ends on both sides")
  func backPressure() throws {
    var exchange = Exchange()
    let pick = try exchange.handOver()
    let (stream, steps) = try exchange.b.openStream(ofPick: pick.number)
    exchange.doB(steps)
    let (count, data) = exchange.b.write([UInt8](repeating: 1, count: 1 << 20)[...], to: stream)
    exchange.doB(data)
    #expect(count == 65_536)
    let other = StreamID(connection: exchange.toB, number: stream.number)
    exchange.stepsOfB = []
    exchange.doA(exchange.a.read(other, byteCount: 16_384))
    #expect(exchange.stepsOfB == [.streamWritable(stream)])
    exchange.doA(exchange.a.cancel(other))
    #expect(exchange.stepsOfB.last == .streamCancelled(stream))
    // What was under way is passed over.
    #expect(
      exchange.a.receive(.streamData(stream: stream.number, bytes: [1]), from: exchange.toB, now: 0)
        .isEmpty)
    #expect(exchange.b.cancel(stream).isEmpty)
  }

  @Test("Four streams are the most, and an app that opens none has none")
  func streamLimits() throws {
    var exchange = Exchange()
    let pick = try exchange.handOver()
    for _ in 0..<4 { exchange.doB(try exchange.b.openStream(ofPick: pick.number).steps) }
    #expect(
      thrown { () throws(HandoffError) in _ = try exchange.b.openStream(ofPick: pick.number) }
        == .busy)
    var plain = Exchange()
    let other = try plain.handOver(hasStreams: false)
    #expect(
      thrown { () throws(HandoffError) in _ = try plain.b.openStream(ofPick: other.number) }
        == .ended)
    plain.doA(plain.a.receive(.streamOpen(stream: 2, pick: 1), from: plain.toB, now: 0))
    #expect(plain.messages.last?.message == .streamEnd(stream: 2, isCancelled: true))
  }

  @Test("What breaks the protocol closes the connection, and nothing of the device stays")
  func violations() throws {
    let hello = PeerMessage.hello(version: 1, name: "x")
    let apps = (0...16).map { number -> PeerMessage in
      .offer(Exchange.notes(UInt64(number), app: "app\(number)"))
    }
    for messages: [PeerMessage] in [
      [.ping], [hello, hello], [.hello(version: 0, name: "")], [hello] + apps,
      [hello, .streamOpen(stream: 1, pick: 1)], [hello, .streamOpen(stream: 0, pick: 1)],
      [hello, .streamOpen(stream: 4, pick: 1), .streamOpen(stream: 4, pick: 1)],
    ] {
      var machine = ExchangeMachine(name: "A")
      let (connection, _) = machine.connected(Exchange.deviceB, isCaller: true, now: 0)
      var steps: [ExchangeStep] = []
      for message in messages { steps += machine.receive(message, from: connection, now: 0) }
      let isClosed = steps.contains {
        if case .close(_, let error) = $0 { error.code == .malformed } else { false }
      }
      #expect(isClosed && machine.connections.isEmpty && machine.available.isEmpty, "\(messages)")
    }
  }

  @Test("Whatever a device says, no more is kept than the limits allow", arguments: 0..<6)
  func bounds(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var machine = ExchangeMachine(name: "A")
    var connection = ConnectionID(device: Exchange.deviceB, number: 0)
    var now: UInt64 = 0
    for app in 0..<16 {
      try machine.offer(
        Exchange.notes(UInt64(app), app: "own\(app)", hasStreams: app % 2 == 0), now: now)
    }
    for _ in 0..<1_500 {
      if machine.connections.isEmpty {
        let isCaller = generator.once(in: 2)
        connection = machine.connected(Exchange.deviceB, isCaller: isCaller, now: now).connection
        _ = machine.receive(.hello(version: 1, name: "B"), from: connection, now: now)
      }
      let message = generator.message()
      // A second hello or forgetting would only begin anew each time.
      if case .hello = message { continue }
      let steps = machine.receive(message, from: connection, now: now)
      for case .save(let id, _) in steps where generator.once(in: 2) {
        _ = machine.saved(id, .success([1]), now: now)
      }
      if let offer = machine.available.first, generator.once(in: 3) {
        _ = try? machine.accept(offer.id, now: now)
      }
      now += UInt64(generator.below(400))
      _ = machine.time(now)
      #expect((machine.deadline ?? .max) > now, "seed \(seed)")
      #expect(machine.available.count <= HandoffLimits.offers)
      #expect((machine.peers[connection]?.picked.entries.count ?? 0) <= HandoffLimits.picks)
      #expect((machine.peers[connection]?.handed.entries.count ?? 0) <= HandoffLimits.picks)
      #expect((machine.peers[connection]?.streams.streams.count ?? 0) <= HandoffLimits.streams)
    }
    #expect(
      thrown { () throws(HandoffError) in
        try machine.offer(Exchange.notes(99, app: "one more"), now: now)
      } == .tooLarge)
  }
}
