import BusTestSupport
import FresnelHandoff
import FresnelPlatform
import FresnelProtection
import FresnelTestSupport
import Synchronization
import Testing

@testable import SpotlightDaemon

/// Two devices in one process, at two addresses of the loopback range.
private func withHubs(
  _ change: @escaping (inout DeviceHub.Dependencies) -> Void = { _ in },
  _ body: (PlayedMain, PlayedMain) async throws -> Void
) async throws {
  let running = try RunningLoop()
  let desk = try PlayedMain.hub("Tisch", at: "127.0.0.2", on: running.loop, change)
  let travel = try PlayedMain.hub("Reise", at: "127.0.0.3", on: running.loop, change)
  let result: Result<Void, any Error>
  do { result = .success(try await body(desk, travel)) } catch { result = .failure(error) }
  try await desk.stop()
  try await travel.stop()
  running.stop()
  try result.get()
}

@Suite("Devices that are paired by a code", .timeLimit(.minutes(30)))
struct DevicePairingTests {
  @Test("A code that is shown on one and typed on the other makes each known to the other")
  func pairing() async throws {
    try await withHubs { desk, travel in
      #expect(try await desk.devices().isEmpty)
      try await PlayedMain.pair(desk, travel)
      let ofDesk = try await desk.devices()
      let ofTravel = try await travel.devices()
      #expect(ofDesk.map(\.name) == ["Reise"] && ofTravel.map(\.name) == ["Tisch"])
      #expect(ofDesk.first?.addresses.map(\.host) == ["127.0.0.3"])
      #expect(ofTravel.first?.addresses.map(\.host) == ["127.0.0.2"])
      #expect(ofDesk.first?.lastSeen ?? 0 > 0)
      #expect(desk.told.contains { $0.news == .devicesChanged })
    }
  }

  @Test("A wrong code says so, and after three the code is good no longer")
  func wrongCode() async throws {
    try await withHubs { desk, travel in
      let (code, address) = try await desk.showCode()
      let wrong = code == "000000" ? "000001" : "000000"
      let waiting = desk.begin(.awaitPairing)
      for _ in 0..<3 {
        let message = PlayedMain.message(try await travel.ask(.typeCode(wrong, address)))
        #expect(message == "The other device shows another code.")
      }
      let ended = PlayedMain.message(try await desk.answer(waiting).answer)
      #expect(ended == "The code was tried too often; show another one.")
      #expect(PlayedMain.message(try await travel.ask(.typeCode(code, address))) != nil)
      #expect(try await desk.devices().isEmpty)
      // Another one is as good as the first.
      try await PlayedMain.pair(desk, travel)
    }
  }

  @Test("What is no code is told at once, and so is an address where none is shown")
  func nonsense() async throws {
    try await withHubs { desk, travel in
      let nobody = try #require(DeviceAddress("127.0.0.2:1"))
      #expect(
        PlayedMain.message(try await travel.ask(.typeCode("12345", nobody)))
          == "A code has 6 digits.")
      let refused = PlayedMain.message(try await travel.ask(.typeCode("123456", nobody)))
      #expect(refused?.contains("refused") == true, "\(refused ?? "")")
      let name = try #require(DeviceAddress("no-such-host.invalid:1"))
      #expect(
        PlayedMain.message(try await travel.ask(.typeCode("123456", name)))
          == "The name no-such-host.invalid is not known.")
      // Without Avahi nobody is found.
      let unfound = PlayedMain.message(try await travel.ask(.typeCode("123456", nil)))
      #expect(unfound?.contains("give the address") == true)
      #expect(PlayedMain.message(try await desk.ask(.awaitPairing)) == "No code is shown.")
    }
  }

  @Test("A code ends after its time, and when nobody waits for it any more")
  func ending() async throws {
    try await withHubs {
      $0.codeLifetime = 300
    } _: { desk, travel in
      let (code, address) = try await desk.showCode()
      let message = PlayedMain.message(try await desk.ask(.awaitPairing))
      #expect(message == "The code is no longer good; show another one.")
      #expect(PlayedMain.message(try await travel.ask(.typeCode(code, address))) != nil)
    }
    try await withHubs { desk, travel in
      let (code, address) = try await desk.showCode()
      let waiting = desk.begin(.awaitPairing)
      desk.order(.cancel(waiting))
      #expect(PlayedMain.message(try await desk.ask(.awaitPairing)) == "No code is shown.")
      #expect(PlayedMain.message(try await travel.ask(.typeCode(code, address))) != nil)
      #expect(!desk.told.contains { if case .answer(waiting, _) = $0.news { true } else { false } })
    }
  }

  @Test("Callers who say nothing or nonsense hold up a pairing, but do not end the code")
  func strangers() async throws {
    try await withHubs { desk, travel in
      let (code, shown) = try await desk.showCode()
      let address = try #require(NetworkAddress(shown.host, port: shown.port))
      let waiting = desk.begin(.awaitPairing)
      // Less than a share, with which a run would count.
      let garbage = [UInt8](repeating: 7, count: 40)
      var sockets: [NetworkSocket] = []
      for index in 0..<12 {
        let from = NetworkAddress("127.0.0.\(10 + index % 3)", port: 0)
        let socket = try NetworkSocket.connect(to: address, from: from)
        sockets.append(socket)
        if index % 2 == 0 {
          try await desk.wait { (try? socket.peerAddress()) != nil }
          _ = try? garbage.withUnsafeBytes { try socket.send($0) }
        }
      }
      for socket in sockets { socket.shutdown() }
      guard case .paired("Tisch") = try await travel.ask(.typeCode(code, shown)),
        case .paired("Reise") = try await desk.answer(waiting).answer
      else {
        Issue.record("not paired")
        return
      }
      try await PlayedMain.connected(desk, travel)
    }
  }

  @Test("Where the devices cannot be read every question is answered with why, until they can be")
  func unreadable() async throws {
    let running = try RunningLoop()
    let storage = FaultyStorage()
    let keys = PlayedKeys(.secretService)
    let main = try PlayedMain.hub("Tisch", at: "127.0.0.2", on: running.loop) { dependencies in
      dependencies.store = DeviceStore(
        DeviceFile(in: "/state", storage: storage), sources: [keys])
    }
    _ = try await main.showCode()
    try await main.stop()
    keys.fail(.dismissed)
    let again = try PlayedMain.hub("Tisch", at: "127.0.0.2", on: running.loop) { dependencies in
      dependencies.store = DeviceStore(
        DeviceFile(in: "/state", storage: storage), sources: [keys])
    }
    for question: HandoffQuestion in [.devices, .showCode, .accept(offer: 1), .openStream(pick: 1)]
    {
      let message = PlayedMain.message(try await again.ask(question))
      #expect(message == "The key of the file of devices can't be had. It fails.", "\(question)")
    }
    keys.fail(nil)
    #expect(try await again.devices().isEmpty)
    try await again.stop()
    running.stop()
  }

  @Test("A device that is forgotten is gone on both sides")
  func forgetting() async throws {
    try await withHubs { desk, travel in
      try await PlayedMain.pair(desk, travel)
      travel.order(.offer(PlayedMain.notes()))
      try await desk.wait { !desk.available.isEmpty }
      let device = try #require(try await desk.devices().first)
      #expect(try await desk.ask(.forget(device.id)) == .done)
      #expect(try await desk.devices().isEmpty)
      try await desk.wait { desk.available.isEmpty }
      let count = travel.told.count
      while try await !travel.devices().isEmpty {
        try await travel.wait { travel.told.count > count }
      }
      #expect(
        PlayedMain.message(try await desk.ask(.forget(device.id))) == "No such device is paired.")
      // And can be paired again.
      try await PlayedMain.pair(travel, desk)
      try await desk.wait { !desk.available.isEmpty }
    }
  }

  @Test("What is being changed as the process is told to end is answered before it ends")
  func changingAtTheEnd() async throws {
    try await withHubs { desk, travel in
      try await PlayedMain.pair(desk, travel)
      let device = try #require(try await desk.devices().first)
      try await travel.stop()
      while try await desk.devices().contains(where: \.isConnected) { try await desk.rest() }
      // Behind this, also the time is written at which the other was connected last.
      #expect(try await desk.ask(.setAddresses(device.id, [])) == .done)
      let question = desk.begin(.forget(device.id))
      try await desk.stop()
      let answers = desk.toldBeforeEnd.compactMap { told in
        if case .answer(question, let answer) = told.news { answer } else { nil }
      }
      #expect(answers == [.done])
    }
  }

  @Test("Addresses that a person gives are kept, up to eight")
  func addresses() async throws {
    try await withHubs { desk, travel in
      try await PlayedMain.pair(desk, travel)
      let device = try #require(try await desk.devices().first)
      let address = try #require(DeviceAddress("192.0.2.7:28470"))
      #expect(try await desk.ask(.setAddresses(device.id, [address])) == .done)
      #expect(try await desk.devices().first?.addresses == [address])
      let many = Array(repeating: address, count: 9)
      #expect(PlayedMain.message(try await desk.ask(.setAddresses(device.id, many))) != nil)
      #expect(try await desk.devices().first?.addresses == [address])
    }
  }
}
