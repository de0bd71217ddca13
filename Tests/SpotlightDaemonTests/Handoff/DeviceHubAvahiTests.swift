import BusTestSupport
import FresnelHandoff
import FresnelPlatform
import FresnelProtection
import FresnelTestSupport
import Synchronization
import Testing

@testable import SpotlightDaemon

@Suite("Devices that find each other by Avahi", .timeLimit(.minutes(30)))
struct DeviceHubAvahiTests {
  private static let pairing = "_fresnel-pair._tcp"
  private static let devices = "_fresnel._tcp"

  /// Lets one Avahi know what another one announces.
  private static func carry(
    _ type: String, from one: PlayedAvahi, at host: String, to other: PlayedAvahi
  ) throws {
    let service = try #require(one.announced.first { $0.type == type })
    let text = service.text.map { String(decoding: $0, as: UTF8.self) }
    let place = PlayedAvahi.place(
      service.name, host: host, port: UInt16(service.port), text: text)
    other.state.withLock { $0.places[service.name] = place }
    try other.tell("ItemNew", service.name, type: type)
  }

  @Test("Without an address the device is found that shows the code, and a paired one is called")
  func finding() async throws {
    let running = try RunningLoop()
    let (atDesk, atTravel) = (
      try PlayedAvahi(on: running.loop), try PlayedAvahi(on: running.loop)
    )
    let storage = FaultyStorage()
    let keys = PlayedKeys(.localKeyFile)
    let desk = try PlayedMain.hub("Tisch", at: "127.0.0.2", on: running.loop) { dependencies in
      dependencies.bus = atDesk.peer.client
    }
    func makeTravel() throws -> PlayedMain {
      try PlayedMain.hub("Reise", at: "127.0.0.3", on: running.loop) { dependencies in
        dependencies.bus = atTravel.peer.client
        dependencies.store = DeviceStore(
          DeviceFile(in: "/state", storage: storage), sources: [keys])
        dependencies.searchTime = .seconds(30)
      }
    }
    var travel = try makeTravel()
    let (code, _) = try await desk.showCode()
    try await desk.wait { atDesk.announced.map(\.type) == [Self.pairing] }
    let typed = travel.begin(.typeCode(code, nil))
    try await travel.wait { atTravel.state.withLock { $0.browsers } == 1 }
    try Self.carry(Self.pairing, from: atDesk, at: "127.0.0.2", to: atTravel)
    #expect(try await travel.answer(typed).answer == .paired("Tisch"))
    try await PlayedMain.connected(desk, travel)
    // The code is gone, and both are there for those who know them.
    try await desk.wait { atDesk.announced.map(\.type) == [Self.devices] }
    try await desk.wait { atTravel.announced.map(\.type) == [Self.devices] }

    // Nobody knows an address any more.
    for main in [desk, travel] {
      let id = try #require(try await main.devices().first?.id)
      #expect(try await main.ask(.setAddresses(id, [])) == .done)
    }
    try await travel.stop()
    try await desk.wait { atTravel.announced.isEmpty }
    travel = try makeTravel()
    #expect(try await travel.devices().map(\.isConnected) == [false])
    try await travel.wait { atTravel.announced.map(\.type) == [Self.devices] }
    try Self.carry(Self.devices, from: atDesk, at: "127.0.0.2", to: atTravel)
    try await PlayedMain.connected(desk, travel)

    // Forgotten, neither has anything to announce.
    let id = try #require(try await desk.devices().first?.id)
    #expect(try await desk.ask(.forget(id)) == .done)
    try await desk.wait { atDesk.announced.isEmpty && atTravel.announced.isEmpty }
    try await desk.stop()
    try await travel.stop()
    running.stop()
  }

  @Test("When nobody is found that shows a code, that is said")
  func nobody() async throws {
    let running = try RunningLoop()
    let avahi = try PlayedAvahi(on: running.loop)
    let main = try PlayedMain.hub("Reise", at: "127.0.0.3", on: running.loop) { dependencies in
      dependencies.bus = avahi.peer.client
      dependencies.searchTime = .milliseconds(100)
    }
    let message = PlayedMain.message(try await main.ask(.typeCode("123456", nil)))
    #expect(
      message
        == "No device that shows a code was found; give the address that the other device shows.")
    try await main.stop()
    running.stop()
  }
}
