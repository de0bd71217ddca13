import BusTestSupport
import FresnelBus
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

@Suite(
  "Installed providers", .serialized, .timeLimit(.minutes(30)),
  .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
struct InstalledProvidersTests {
  private static let name = "org.fresnel.Fresnel.SearchProvider"

  /// What GNOME's first search for a word finds; `nil` for an error.
  private func results(_ word: String, _ connection: BusConnection) -> [BusValue]? {
    let terms = BusValue.array(element: "s", [.string(word)])
    let call = BusCall(
      to: Self.name, "/org/fresnel/Fresnel/SearchProvider", "org.gnome.Shell.SearchProvider2",
      "GetInitialResultSet", [terms])
    return (try? connection.callAndWait(call, timeout: .seconds(600)))?.first?.elements
  }

  private func owner(_ connection: BusConnection) throws -> UInt64? {
    try connection.callAndWait(
      BusCall(
        to: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
        "GetConnectionUnixProcessID", [.string(Self.name)]), timeout: .seconds(600)
    ).first?.unsigned
  }

  @Test("The bus starts the installed program, which may search, and a new one after an update")
  func activation() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let prefix = directory + "/prefix"
      try Installation.install(prefix: prefix)
      let daemon = try Self.daemon(in: directory)
      let bus = try PrivateBus(
        services: prefix + "/share/dbus-1/services", environment: daemon.environment)
      let running = try RunningLoop()
      defer { running.stop() }
      let connection = try BusConnection.open(.address(bus.address), on: running.loop)
      // No daemon runs yet: the provider starts the one that was installed with it.
      #expect(results("nothing", connection) == [])
      try #require(TestProgram.wait { (try? RawClient(path: daemon.socketPath)) != nil })
      let app = try RawClient(path: daemon.socketPath)
      try app.shakeHands()
      try app.put(["tomato soup"], into: try app.open())
      #expect(TestProgram.wait { results("tomato", connection)?.count == 1 })
      let first = try #require(try owner(connection))
      let program = prefix + "/libexec/fresnel/fresnel-desktop"
      #expect(try Command("/bin/cp", [program, program + ".new"]).run().isSuccess)
      #expect(try Command("/bin/mv", [program + ".new", program]).run().isSuccess)
      // The first search ends the program, and finds nothing; it is no error.
      #expect(results("tomato", connection) == [])
      let isAnew = TestProgram.wait {
        results("tomato", connection)?.count == 1 && (try? owner(connection)) != first
      }
      #expect(isAnew)
      for number in [try owner(connection), Self.daemonNumber(app)] {
        if let number { Signal.terminate.send(to: Int32(number)) }
      }
      #expect(TestProgram.wait { !FileSystem.exists(daemon.socketPath) })
    }
  }

  @Test("A folder gives no role; a provider may search, and orders nothing")
  func roles() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let prefix = directory + "/prefix"
      try Installation.install(prefix: prefix)
      let daemon = try Self.daemon(in: directory)
      func program(_ name: String) throws -> FresnelProgram {
        let path = "\(prefix)/\(name)"
        if name != "bin/fresnel" {
          #expect(try Command("/bin/cp", [prefix + "/bin/fresnel", path]).run().isSuccess)
        }
        return FresnelProgram(
          directory: directory, environment: daemon.environment, hasDaemon: true, path: path)
      }
      let tool = try program("bin/fresnel")
      #expect(try tool("status").status == 0)
      let app = try RawClient(path: daemon.socketPath)
      let process = try #require(Self.daemonNumber(app))
      defer {
        Signal.terminate.send(to: Int32(process))
        _ = TestProgram.wait { !FileSystem.exists(daemon.socketPath) }
      }
      try app.shakeHands()
      try app.put(["tomato soup"], into: try app.open())
      #expect(try tool("search", "tomato").status == 0)
      let surface = try program("libexec/fresnel/fresnel-desktop")
      #expect(try surface("search", "tomato").status == 0)
      #expect(try surface("status").status != 0)
      let stranger = try program("libexec/fresnel/other")
      #expect(try stranger("search", "tomato").status != 0)
      #expect(try stranger("status").status != 0)
    }
  }

  /// A daemon that others start, in a directory in which it may be started.
  private static func daemon(in directory: String) throws -> DaemonProcess {
    let daemon = try DaemonProcess(in: directory)
    _ = try Command("/bin/chmod", ["700", directory + "/run"]).run()
    return daemon
  }

  private static func daemonNumber(_ client: RawClient) -> UInt64? {
    (try? client.socket.peerCredentials()).map { UInt64($0.processIdentifier) }
  }
}
