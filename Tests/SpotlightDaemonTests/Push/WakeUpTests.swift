import BusTestSupport
import FresnelBus
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

@testable import SpotlightDaemon

@Suite(
  "The daemon on the session's bus", .serialized, .timeLimit(.minutes(30)),
  .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
struct WakeUpTests {
  /// Somebody on a bus.
  private final class Caller {
    private let running: RunningLoop
    private let connection: BusConnection

    init(_ bus: PrivateBus) throws {
      running = try RunningLoop()
      connection = try BusConnection.open(.address(bus.address), on: running.loop)
    }

    deinit {
      running.stop()
    }

    func refresh(_ app: String) throws(BusError) {
      _ = try connection.callAndWait(
        BusCall(
          to: RefreshObject.busName, RefreshObject.path, RefreshObject.interface, "Refresh",
          [.string(app)]),
        timeout: .seconds(600))
    }

    /// The process that has the daemon's name.
    func daemon() throws -> Int32? {
      let values = try connection.callAndWait(
        BusCall(
          to: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
          "GetConnectionUnixProcessID", [.string(RefreshObject.busName)]), timeout: .seconds(600))
      guard case .uint32(let number)? = values.first else { return nil }
      return Int32(number)
    }
  }

  @Test("A call has the app's extension bring its items up to date")
  func waking() throws {
    let bus = try PrivateBus()
    try NotesApp.withDaemon(["--bus-address", bus.address]) { daemon in
      try daemon.indexNotes()
      try daemon.writeNote("gamma", "Gamma\nThe third note.")
      let caller = try Caller(bus)
      // The daemon serves clients before the bus has answered it.
      let isThere = TestProgram.wait { (try? caller.daemon()) == daemon.processIdentifier }
      #expect(isThere, "\(daemon.log)")
      try caller.refresh(NotesApp.identifier)
      try daemon.expectNotes(
        ["alpha", "beta", "gamma"], for: try daemon.client(claiming: NotesApp.identifier))
      #expect(throws: BusError.self) { try caller.refresh("com.example.unknown") }
    }
  }

  @Test("The bus starts the installed daemon for a call, which is answered")
  func activation() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let daemon = try DaemonProcess(in: directory)
      try Installation.install(prefix: directory + "/prefix")
      let bus = try PrivateBus(
        services: directory + "/prefix/share/dbus-1/services", environment: daemon.environment)
      let caller = try Caller(bus)
      #expect {
        try caller.refresh(NotesApp.identifier)
      } throws: { ($0 as? BusError)?.message.contains("no index extension") == true }
      let process = try #require(try caller.daemon())
      defer { Signal.kill.send(to: process) }
      #expect(try RawClient(path: daemon.socketPath).shakeHands().role == .app)
      Signal.terminate.send(to: process)
      #expect(TestProgram.wait { !FileSystem.exists(daemon.socketPath) })
    }
  }
}
