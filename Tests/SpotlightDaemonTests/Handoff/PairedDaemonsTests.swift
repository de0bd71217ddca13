import BusTestSupport
import FresnelBus
import FresnelModel
import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

@testable import SpotlightDaemon

@Suite("Handing over between two daemons", .serialized, .timeLimit(.minutes(30)))
struct PairedDaemonsTests {
  private func withDevices(
    _ mode: String = "travel", isOnLaptop: Bool = true, deskOptions: [String] = [],
    laptopOptions: [String] = [], _ body: (PairedDaemons) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let devices = try PairedDaemons(
        in: directory, mode, isOnLaptop: isOnLaptop, deskOptions: deskOptions,
        laptopOptions: laptopOptions)
      defer { devices.end() }
      try devices.pair()
      try body(devices)
    }
  }

  private func waitFor(
    _ line: String, on device: DaemonProcess, _ location: SourceLocation = #_sourceLocation
  ) {
    let isThere = TestProgram.wait { device.received.contains(line) }
    #expect(isThere, "\(device.received) \(device.log)", sourceLocation: location)
  }

  @Test("What is open on one is offered on the other, goes on there, cold and warm, and is updated")
  func handingOver() throws {
    try withDevices { devices in
      #expect(try devices.run("handoff", "list", on: devices.laptop).status == 1)
      try devices.cook()
      try devices.waitForOffer()
      let (status, text) = try devices.run("handoff", "accept", "--time", on: devices.laptop)
      #expect(status == 0 && text.hasPrefix("opened in Recipes\n"), "\(text)")
      #expect(devices.laptop.received.first == "expects org.example.recipe")
      waitFor("continues Tomato soup 4", on: devices.laptop)
      waitFor("continued", on: devices.desk)
      let saved = devices.desk.received.firstIndex(of: "saves 4") ?? .max
      #expect(saved < devices.desk.received.firstIndex(of: "continued") ?? 0)
      // What changes afterwards follows.
      waitFor("updated Tomato soup 5", on: devices.laptop)
      let warm = try devices.run("handoff", "accept", "tomato", "--json", on: devices.laptop)
      #expect(warm.status == 0 && warm.text.contains(#""way":1"#), "\(warm.text)")
      waitFor("continues Tomato soup 5", on: devices.laptop)
      let status2 = try devices.run("status", on: devices.laptop).text
      #expect(status2.contains("1 of 1 device connected"), "\(status2)")
    }
  }

  @Test("It goes when the app ends, when its Handoff is off, and with the device; then it is gone")
  func ending() throws {
    try withDevices { devices in
      try devices.cook()
      try devices.waitForOffer()
      try devices.run("handoff", "off", RecipesApp.identifier, on: devices.desk)
      let isGone = try TestProgram.wait { try devices.offered().hasPrefix("nothing") }
      #expect(isGone)
      try devices.run("handoff", "on", RecipesApp.identifier, on: devices.desk)
      try devices.waitForOffer()
      try devices.run("handoff", "off", on: devices.laptop)
      #expect(try devices.offered().hasPrefix("Handoff is off"))
      // However often somebody changes their mind: a process that is told to end has not failed.
      for _ in 0..<5 {
        try devices.run("handoff", "on", on: devices.laptop)
        try devices.run("handoff", "off", on: devices.laptop)
      }
      try devices.run("handoff", "on", on: devices.laptop)
      try devices.waitForOffer()
      #expect(try devices.run("devices", "list", on: devices.laptop).text.hasPrefix("desk  "))
      #expect(
        try devices.run("devices", "forget", "desk", on: devices.laptop).text
          == "desk is forgotten\n")
      #expect(try devices.offered().hasPrefix("no device is paired"))
      let isForgotten = try TestProgram.wait {
        try devices.run("devices", "list", on: devices.desk).status == 1
      }
      #expect(isForgotten)
      let none = try devices.run("handoff", "accept", on: devices.laptop)
      #expect(none.status == 1, "\(none.text)")
    }
  }

  @Test("What is too large is refused, and the app there hears why")
  func tooLarge() throws {
    try withDevices("bulky") { devices in
      try devices.cook()
      try devices.waitForOffer()
      let (status, text) = try devices.run("handoff", "accept", on: devices.laptop)
      #expect(status != 0 && text.contains("larger than 16 KiB"), "\(text)")
      waitFor("fails 4611", on: devices.laptop)
    }
  }

  @Test("A device that is gone takes its offers along, and offers them again when it is back")
  func lostNetwork() throws {
    try withDevices { devices in
      try devices.cook()
      try devices.waitForOffer()
      let children = try Command.children(of: devices.desk.processIdentifier ?? 0) {
        $0.contains("--handoff\0")
      }
      let process = try #require(children.first)
      Signal.kill.send(to: process)
      // Another process takes its place, and calls.
      let isBack = try TestProgram.wait {
        let now = try Command.children(of: devices.desk.processIdentifier ?? 0) {
          $0.contains("--handoff\0")
        }
        return now.first.map { $0 != process } ?? false
      }
      #expect(isBack)
      try devices.waitForOffer()
      let (status, text) = try devices.run("handoff", "accept", on: devices.laptop)
      #expect(status == 0, "\(text)")
    }
  }

  @Test("Docks see it on the session's bus, and continue it")
  func bus() async throws {
    let bus = try PrivateBus()
    let running = try RunningLoop()
    defer { running.stop() }
    let dock = try BusConnection.open(.address(bus.address), on: running.loop)
    let changes = Atomic(0)
    let subscription = try dock.subscribe(
      to: BusSignal(HandoffObject.path, HandoffObject.interface, "Changed")
    ) { _ in changes.add(1, ordering: .relaxed) }
    try withDevices(laptopOptions: ["--bus-address", bus.address]) { devices in
      func call(_ member: String, _ arguments: [BusValue] = []) throws -> [BusValue] {
        try dock.callAndWait(
          BusCall(
            to: RefreshObject.busName, HandoffObject.path, HandoffObject.interface, member,
            arguments), timeout: .seconds(600))
      }
      let none = try call("List").first?.elements
      #expect(none == [])
      try devices.cook()
      var listed: [BusValue] = []
      let isListed = try TestProgram.wait {
        listed = try call("List").first?.elements ?? []
        return !listed.isEmpty
      }
      #expect(isListed)
      let fields = try #require(listed.first?.elements)
      #expect(
        fields.dropFirst().map(\.text) == [
          "desk", RecipesApp.identifier, "Recipes", "Tomato soup", "org.example.recipe",
        ])
      let isTold = TestProgram.wait { changes.load(ordering: .relaxed) > 0 }
      #expect(isTold)
      for arguments in [[.uint32(99), .string("")], [.string("")]] as [[BusValue]] {
        let refusal = Result { try call("Accept", arguments) }
        #expect(throws: BusError.self) { try refusal.get() }
      }
      _ = try call("Accept", [fields[0], .string("token")])
      waitFor("continues Tomato soup 4", on: devices.laptop)
    }
    withExtendedLifetime(subscription) {}
  }

  @Test(
    "While the desk is locked, and its daemon runs anew, what it has stays on offer")
  func locked() throws {
    let login = try TestLogin()
    try withDevices(deskOptions: ["--system-bus-address", login.address]) { devices in
      try devices.cook()
      try devices.waitForOffer()
      let process = try Command.children(of: devices.desk.processIdentifier ?? 0) {
        $0.contains("--handoff\0")
      }
      try login.lock(true)
      let isAnew = TestProgram.wait { devices.desk.log.contains("runs anew") }
      #expect(isAnew)
      // The same process stands on the network.
      let after = try Command.children(of: devices.desk.processIdentifier ?? 0) {
        $0.contains("--handoff\0")
      }
      #expect(after == process && !process.isEmpty)
      #expect(try devices.offered().contains("Tomato soup"))
    }
  }
}

extension Command {
  /// The processes that a process started and whose command lines are as wanted.
  fileprivate static func children(
    of parent: Int32, where isWanted: (String) -> Bool
  ) throws -> [Int32] {
    let path = "/proc/\(parent)/task/\(parent)/children"
    let text = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
    return text.split(separator: " ").compactMap { Int32($0) }.filter { child in
      let line = (try? FileSystem.contents(of: "/proc/\(child)/cmdline")) ?? []
      return isWanted(String(decoding: line, as: UTF8.self))
    }
  }
}
