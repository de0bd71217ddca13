import BusTestSupport
import FresnelHandoff
import FresnelPlatform
import Synchronization
import Testing

@testable import SpotlightDaemon

/// Two paired devices at two addresses of the loopback range.
private final class TwoDevices: Sendable {
  let running: RunningLoop
  let desk: DeviceNetwork
  let travel: DeviceNetwork
  let books: (desk: DeviceBook, travel: DeviceBook)

  var deskID: DeviceID { DeviceID(publicKey: books.desk.own.publicKey) }
  var travelID: DeviceID { DeviceID(publicKey: books.travel.own.publicKey) }

  init() throws {
    running = try RunningLoop()
    var (one, other) = (DeviceBook(own: .random()), DeviceBook(own: .random()))
    let pairKey = SecretBytes.random(byteCount: 32)
    try one.add(Device(publicKey: other.own.publicKey, pairKey: pairKey, name: "Reise"))
    try other.add(Device(publicKey: one.own.publicKey, pairKey: pairKey, name: "Tisch"))
    books = (one, other)
    let steps = Keeper()
    desk = DeviceNetwork(book: one, name: "Tisch", on: running.loop) { steps.desk($0) }
    travel = DeviceNetwork(book: other, name: "Reise", on: running.loop) { steps.travel($0) }
    try desk.listen(at: NetworkAddress("127.0.0.2", port: 0))
    try travel.listen(at: NetworkAddress("127.0.0.3", port: 0))
    keeper = steps
  }

  /// What each was told.
  final class Keeper: Sendable {
    private let steps = Mutex<(desk: [ExchangeStep], travel: [ExchangeStep])>(([], []))
    func desk(_ step: ExchangeStep) { steps.withLock { $0.desk.append(step) } }
    func travel(_ step: ExchangeStep) { steps.withLock { $0.travel.append(step) } }
    var ofDesk: [ExchangeStep] { steps.withLock(\.desk) }
    var ofTravel: [ExchangeStep] { steps.withLock(\.travel) }
  }
  let keeper: Keeper

  /// Runs something on the loop's thread.
  func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      running.loop.perform { continuation.resume(with: Result { try body() }) }
    }
  }

  /// Waits for something to be so, for ten minutes at most.
  func wait(until isDone: @escaping @Sendable () -> Bool) async throws {
    let start = MonotonicClock.nanoseconds
    while !isDone() {
      try #require(
        MonotonicClock.elapsed(from: start, to: MonotonicClock.nanoseconds) < 600_000_000_000)
      await withCheckedContinuation { continuation in
        running.loop.after(.milliseconds(2)) { continuation.resume() }
      }
    }
  }

  /// Where a device listens.
  func address(of network: DeviceNetwork) throws -> NetworkAddress {
    try #require(network.address)
  }

  func connect(at address: NetworkAddress? = nil) async throws {
    let (travel, id) = (travel, deskID)
    let address = try address ?? self.address(of: desk)
    try await run { try travel.call(id, at: address) }
    try await wait { [desk, travel] in desk.connected.count == 1 && travel.connected.count == 1 }
  }

  /// Offers something on the desk that the other one sees.
  func offer(title: String = "Einkauf") async throws {
    let desk = desk
    try await run {
      var failure: HandoffError?
      desk.exchange { machine, now in
        do throws(HandoffError) {
          try machine.offer(TwoDevices.notes(title), now: now)
        } catch {
          failure = error
        }
        return []
      }
      if let failure { throw failure }
    }
    try await wait { [travel] in travel.available.first?.offer.title == title }
  }

  static func notes(_ title: String) -> PeerMessage.Offer {
    PeerMessage.Offer(
      number: 1, app: "org.example.Notes", appName: "Notes", type: "org.example.edit", title: title,
      hasStreams: true)
  }

  /// Picks up on the one what the other offers, and has it saved there.
  func handOver(_ activity: [UInt8]) async throws {
    let (desk, travel, keeper) = (desk, travel, keeper)
    let pick = try await run {
      var pick: UInt64?
      travel.exchange { machine, now in
        guard let id = machine.available.first?.id,
          let accepted = try? machine.accept(id, now: now)
        else { return [] }
        pick = accepted.pick.number
        return accepted.steps
      }
      return pick
    }
    let number = try #require(pick)
    try await wait { keeper.ofDesk.contains { if case .save = $0 { true } else { false } } }
    try await run {
      for case .save(let id, _) in keeper.ofDesk {
        desk.exchange { machine, now in machine.saved(id, .success(activity), now: now) }
      }
    }
    try await wait {
      keeper.ofTravel.contains {
        if case .deliver(_, let bytes) = $0 { bytes == activity } else { false }
      }
    }
    try await run { travel.exchange { machine, _ in machine.continued(number) } }
    try await wait { keeper.ofDesk.contains { if case .wasContinued = $0 { true } else { false } } }
  }

  func end() async throws {
    let (desk, travel) = (desk, travel)
    try await run {
      desk.stop()
      travel.stop()
    }
    running.stop()
  }
}

private func withDevices(_ body: (TwoDevices) async throws -> Void) async throws {
  let devices = try TwoDevices()
  let result: Result<Void, any Error>
  do { result = .success(try await body(devices)) } catch { result = .failure(error) }
  try await devices.end()
  try result.get()
}

@Suite("DeviceNetwork")
struct DeviceNetworkTests {
  @Test("What is current on one device is seen, picked up and taken on the other over the network")
  func handOver() async throws {
    try await withDevices { devices in
      try await devices.connect()
      try await devices.offer()
      #expect(devices.travel.available.first?.deviceName == "Tisch")
      try await devices.handOver([UInt8](repeating: 7, count: 16_384))
      let desk = devices.desk
      try await devices.run {
        desk.exchange { machine, now in
          machine.withdraw(app: "org.example.Notes", now: now)
          return []
        }
      }
      try await devices.wait { [travel = devices.travel] in travel.available.isEmpty }
    }
  }

  @Test("Who listens in between sees no name, title or app, and lengths in steps of 256 bytes")
  func listening() async throws {
    try await withDevices { devices in
      let relay = try RecordingRelay(
        at: "127.0.0.4", to: devices.address(of: devices.desk), on: devices.running.loop)
      try await devices.connect(at: relay.address)
      try await devices.offer()
      try await devices.handOver(Array("Milch und Brot".utf8))
      let recording = relay.recording
      for (bytes, head) in [(recording.fromCaller, 80), (recording.fromCalled, 48)] {
        for text in ["Einkauf", "Notes", "org.example", "Tisch", "Reise", "Milch"] {
          let part = Array(text.utf8)
          #expect(!bytes.indices.contains { bytes[$0...].starts(with: part) }, "\(text)")
        }
        var rest = bytes.dropFirst(head)
        var count = 0
        while rest.count >= 2 {
          let length = Int(rest.first!) | Int(rest.dropFirst().first!) << 8
          #expect(length % 256 == 16)
          rest = rest.dropFirst(2 + length)
          count += 1
        }
        #expect(rest.isEmpty && count >= 3)
      }
    }
  }

  @Test("A byte that is changed on its way ends the connection, and nothing else is changed")
  func changing() async throws {
    for (index, isFromCaller) in [(0, false), (1, false), (2, false), (273, false), (100, true)] {
      try await withDevices { devices in
        let relay = try RecordingRelay(
          at: "127.0.0.4", to: devices.address(of: devices.desk), on: devices.running.loop)
        try await devices.connect(at: relay.address)
        // Both have said hello.
        try await devices.wait {
          relay.recording.fromCaller.count >= 354 && relay.recording.fromCalled.count >= 322
        }
        relay.flip(index, isFromCaller: isFromCaller)
        let (desk, travel) = (devices.desk, devices.travel)
        let sender = isFromCaller ? travel : desk
        try await devices.run {
          sender.exchange { machine, now in
            try? machine.offer(TwoDevices.notes("Einkauf"), now: now)
            return []
          }
        }
        // A length that is longer now waits for more, which the next frames are.
        if index <= 1 {
          try await devices.run {
            for number in 2...16 as ClosedRange<UInt64> {
              sender.exchange { machine, now in
                var offer = TwoDevices.notes("")
                (offer.number, offer.app) = (number, "app\(number)")
                try? machine.offer(offer, now: now)
                return []
              }
            }
          }
        }
        try await devices.wait { desk.connected.isEmpty && travel.connected.isEmpty }
        #expect(desk.available.isEmpty && travel.available.isEmpty)
      }
    }
  }

  @Test("A recorded call that is repeated gets no connection and ends none, also by who began anew")
  func repeating() async throws {
    try await withDevices { devices in
      let relay = try RecordingRelay(
        at: "127.0.0.4", to: devices.address(of: devices.desk), on: devices.running.loop)
      try await devices.connect(at: relay.address)
      try await devices.offer()
      let recorded = relay.recording.fromCaller
      let anew = DeviceNetwork(
        book: devices.books.desk, name: "Tisch", on: devices.running.loop
      ) { _ in }
      try anew.listen(at: NetworkAddress("127.0.0.5", port: 0))
      for address in [try devices.address(of: devices.desk), try devices.address(of: anew)] {
        let socket = try NetworkSocket.connect(to: address)
        try await devices.wait { (try? socket.peerAddress()) != nil }
        let sent = try recorded.prefix(80).withUnsafeBytes { try socket.send($0) }
        #expect(sent == 80)
        if address == anew.address {
          try await devices.wait { Self.received(socket) == .bytes }
          let rest = Array(recorded.dropFirst(80))
          _ = try rest.withUnsafeBytes { try socket.send($0) }
        }
        try await devices.wait { Self.received(socket) == .end }
      }
      #expect(anew.connected.isEmpty && devices.desk.connected.count == 1)
      #expect(devices.travel.connected.count == 1 && devices.travel.available.count == 1)
      try await devices.run { anew.stop() }
    }
  }

  @Test("Two devices that call each other at once, or again, end with one connection")
  func crossing() async throws {
    try await withDevices { devices in
      let (desk, travel) = (devices.desk, devices.travel)
      let (deskID, travelID) = (devices.deskID, devices.travelID)
      let places = (
        desk: try devices.address(of: desk), travel: try devices.address(of: travel)
      )
      for _ in 0..<3 {
        try await devices.run {
          try desk.call(travelID, at: places.travel)
          try travel.call(deskID, at: places.desk)
        }
      }
      try await devices.wait { desk.connected.count == 1 && travel.connected.count == 1 }
      try await devices.offer()
      #expect(desk.connected == [travelID] && travel.connected == [deskID])
    }
  }

  @Test(
    "Of callers who say nothing or nonsense four of an address are let in, and none is answered")
  func strangers() async throws {
    try await withDevices { devices in
      let address = try devices.address(of: devices.desk)
      let from = NetworkAddress("127.0.0.9", port: 0)
      var sockets: [NetworkSocket] = []
      for _ in 0..<6 { sockets.append(try NetworkSocket.connect(to: address, from: from)) }
      let all = sockets
      try await devices.wait { all.count { Self.received($0) == .end } == 2 }
      // A paired device is let in meanwhile.
      try await devices.connect()
      let nonsense = [UInt8](repeating: 5, count: 80)
      for socket in all { _ = try? nonsense.withUnsafeBytes { try socket.send($0) } }
      try await devices.wait { all.allSatisfy { Self.received($0) == .end } }
      #expect(devices.desk.connected.count == 1)
    }
  }

  @Test("A device that is forgotten is no longer connected, and no longer answered")
  func forgetting() async throws {
    try await withDevices { devices in
      try await devices.connect()
      let (desk, travel, travelID, deskID) = (
        devices.desk, devices.travel, devices.travelID, devices.deskID
      )
      var book = devices.books.desk
      book.forget(travelID)
      let rest = book
      try await devices.run {
        desk.exchange { machine, _ in machine.forget(travelID) }
        desk.setBook(rest)
      }
      let keeper = devices.keeper
      try await devices.wait {
        keeper.ofTravel.contains(.forgotten(deskID)) && travel.connected.isEmpty
      }
      let place = try devices.address(of: desk)
      try await devices.run { try travel.call(deskID, at: place) }
      await devices.running.settle()
      #expect(desk.connected.isEmpty)
    }
  }

  @Test("A device that is in the book no more is connected no longer, whoever forgot it")
  func leavingTheBook() async throws {
    try await withDevices { devices in
      try await devices.connect()
      let (desk, travel) = (devices.desk, devices.travel)
      var book = devices.books.desk
      book.forget(devices.travelID)
      let rest = book
      try await devices.run { desk.setBook(rest) }
      try await devices.wait { desk.connected.isEmpty && travel.connected.isEmpty }
    }
  }

  @Test("A call that was answered comes to nothing when its device is forgotten meanwhile")
  func forgottenCaller() async throws {
    try await withDevices { devices in
      let (desk, books) = (devices.desk, devices.books)
      let own = try #require(books.travel.device(devices.deskID))
      let call = try OutgoingCall(
        to: own, own: books.travel.own,
        milliseconds: UInt64(WallClock.secondsSince1970 * 1_000))
      let socket = try NetworkSocket.connect(
        to: try devices.address(of: desk), from: NetworkAddress("127.0.0.3", port: 0))
      let first = call.first
      let channel = Mutex<DeviceChannel?>(DeviceChannel(call, to: devices.deskID))
      try await devices.wait {
        first.withUnsafeBytes { bytes in (try? socket.send(bytes)) == first.count }
      }
      try await devices.wait {
        guard case .bytes(let bytes) = Self.bytes(socket) else { return false }
        return channel.withLock { channel in
          ((try? channel?.receive(bytes)) ?? nil)?.isEmpty == false
        }
      }
      var book = books.desk
      book.forget(devices.travelID)
      let rest = book
      try await devices.run { desk.setBook(rest) }
      let hello = try #require(
        channel.withLock { try? $0?.seal(.hello(version: 1, name: "Reise")) ?? nil })
      _ = hello.withUnsafeBytes { try? socket.send($0) }
      try await devices.wait { if case .end = Self.bytes(socket) { true } else { false } }
      #expect(desk.connected.isEmpty)
    }
  }

  private enum Bytes { case nothing, bytes([UInt8]), end }

  private static func bytes(_ socket: NetworkSocket) -> Bytes {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    switch try? buffer.withUnsafeMutableBytes({ try socket.receive(into: $0) }) {
    case .bytes(let count): return .bytes(Array(buffer[..<count]))
    case .wouldBlock: return .nothing
    case .end, nil: return .end
    }
  }

  private enum Received { case nothing, bytes, end }

  private static func received(_ socket: NetworkSocket) -> Received {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    switch try? buffer.withUnsafeMutableBytes({ try socket.receive(into: $0) }) {
    case .bytes: return .bytes
    case .wouldBlock: return .nothing
    case .end, nil: return .end
    }
  }
}
