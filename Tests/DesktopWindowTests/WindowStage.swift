import BusTestSupport
import FresnelBus
import FresnelModel
import FresnelPlatform
import SpotlightWire
import WireTestSupport

/// A display, a bus, a daemon with items of an app that writes down what is opened in it, and the programs of the
/// window as a person's desktop starts them.
final class WindowStage {
  let daemon: DaemonProcess
  /// Whether the window starts the daemon, and not the test.
  private let startsDaemon: Bool
  /// Whether the bus has the one of screen readers started.
  private let isAccessible: Bool
  let bus: PrivateBus
  let display: TestDisplay
  private let running: RunningLoop
  private let connection: BusConnection

  static let app = "org.example.Recipes"

  private init(
    _ daemon: DaemonProcess, isActivated: Bool, startsDaemon: Bool, isAccessible: Bool
  ) throws {
    self.daemon = daemon
    self.startsDaemon = startsDaemon
    self.isAccessible = isAccessible
    bus =
      try isActivated
      ? Self.activatingBus(daemon)
      : isAccessible ? AccessibleTree.bus(for: daemon) : PrivateBus()
    display = try TestDisplay(in: daemon.directory)
    running = try RunningLoop()
    connection = try BusConnection.open(.address(bus.address), on: running.loop)
  }

  /// A bus that starts the window, and is older than the display.
  private static func activatingBus(_ daemon: DaemonProcess) throws -> PrivateBus {
    let services = daemon.directory + "/services"
    let program = try TestProgram.path("fresnel-window-gtk")
    let text = """
      [D-BUS Service]
      Name=org.fresnel.Fresnel
      Exec=\(program)

      """
    try FileSystem.createDirectory(services)
    try FileSystem.write(Array(text.utf8), to: services + "/org.fresnel.Fresnel.service")
    return try PrivateBus(services: services, environment: plainEnvironment(daemon))
  }

  /// Runs a body with a window that is not started yet.
  ///
  /// - Parameters:
  ///   - names: What there is to be found.
  ///   - isActivated: Whether the bus starts the window, and not the program that calls for it.
  ///   - startsDaemon: Whether the window starts the daemon, and not the test; then there is nothing to be found.
  ///   - isAccessible: Whether screen readers can read the window.
  ///   - body: What is tested.
  /// - Throws: What the body throws, or that something does not start.
  static func with(
    _ names: [String], isActivated: Bool = false, startsDaemon: Bool = false,
    isAccessible: Bool = false,
    _ body: (WindowStage) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let daemon = try DaemonProcess(in: directory, options: ["--trust-claims"])
      try install(in: directory)
      if startsDaemon {
        // The window uses no other directory.
        _ = try Command("/bin/chmod", ["700", directory + "/run"]).run()
      } else {
        try daemon.start()
      }
      defer { daemon.kill() }
      let stage = try WindowStage(
        daemon, isActivated: isActivated, startsDaemon: startsDaemon, isAccessible: isAccessible)
      defer { stage.end() }
      if !startsDaemon { try stage.put(names) }
      try body(stage)
    }
  }

  private func end() {
    // The window ends with the bus, and the app with the daemon.
    let (window, started) = (owner, startedDaemon)
    running.stop()
    bus.end()
    if let window { _ = TestProgram.wait { !Signal.none.send(to: window) } }
    if let started {
      Signal.terminate.send(to: started)
      _ = TestProgram.wait { !Signal.none.send(to: started) }
    }
    display.end()
  }

  /// Whether a daemon takes connections.
  var isServed: Bool { (try? UnixSocket.connect(to: daemon.socketPath)) != nil }

  /// The daemon that the window started; `nil` where it has none.
  var startedDaemon: Int32? {
    guard startsDaemon, let window = owner else { return nil }
    for thread in (try? FileSystem.entries(of: "/proc/\(window)/task")) ?? [] {
      let path = "/proc/\(window)/task/\(thread)/children"
      let children = (try? FileSystem.contents(of: path)) ?? []
      for child in String(decoding: children, as: UTF8.self).split(separator: " ") {
        let name = FileSystem.resolved("/proc/\(child)/exe").map(FileSystem.lastComponent)
        if name == "fresneld" { return Int32(child) }
      }
    }
    return nil
  }

  private static func install(in directory: String) throws {
    let program = try TestProgram.path("sample-receiver")
    let files = [
      "fresnel/apps/\(app).plist": """
      {"CFBundleIdentifier": "\(app)", "CFBundleName": "Recipes", "FresnelExecutable": "\(program)"}
      """,
      "applications/\(app).desktop": """
      [Desktop Entry]
      Type=Application
      Name=Recipes
      Exec=env FRESNEL_APP_IDENTIFIER=\(app) "\(program)" \(app) take %U

      """,
    ]
    for (name, text) in files {
      let path = "\(directory)/data/\(name)"
      try FileSystem.createDirectory(FileSystem.parent(of: path))
      try FileSystem.write(Array(text.utf8), to: path)
    }
  }

  /// Has the app index items whose titles are their identifiers.
  func put(_ names: [String]) throws {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(claiming: Self.app)
    try client.put(names, into: try client.open())
  }

  /// Has the app index an item with a link.
  func put(_ name: String, link: String) throws {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(claiming: Self.app)
    var item = Item(uniqueIdentifier: name)
    item.attributes[.title] = .string(name)
    item.attributes[.url] = .url(link)
    let encoded = try EncodedItem(opening: try ItemCodec.encode(item))
    let batch = ApplyBatch(handle: try client.open(), operations: [.put([encoded])])
    guard case .done = try client.ask(.apply(batch)) else { throw RawClient.Failure.nothingCame }
  }

  /// What the app wrote down of the items that were opened in it.
  var opened: [String] {
    let bytes = (try? FileSystem.contents(of: daemon.directory + "/data/received")) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.first == "activity", words.count >= 4 else { return nil }
      // The last word is a token.
      return words[2..<(words.count - 1)].joined(separator: " ")
    }
  }

  /// The display server's times in the tokens that the app was handed.
  var openingTimes: [UInt64] {
    let bytes = (try? FileSystem.contents(of: daemon.directory + "/data/received")) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.filter { $0.hasPrefix("activity ") }.compactMap { line in
      line.split(separator: "_TIME", omittingEmptySubsequences: false).last.flatMap { UInt64($0) }
    }
  }

  /// The environment of a program of the person's.
  func environment(on display: TestDisplay? = nil) -> [String: String] {
    var environment = Self.plainEnvironment(daemon)
    environment["DISPLAY"] = (display ?? self.display).name
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    if startsDaemon { environment["FRESNEL_DAEMON_SOCKET"] = nil }
    if isAccessible { environment["GTK_A11Y"] = nil }
    return environment
  }

  /// The same without a display and a bus.
  private static func plainEnvironment(_ daemon: DaemonProcess) -> [String: String] {
    daemon.environment.merging([
      "GDK_BACKEND": "x11", "GTK_A11Y": "none", "GTK_IM_MODULE": "gtk-im-context-simple",
      "GSETTINGS_BACKEND": "memory", "LC_ALL": "C.UTF-8",
      // The test alone starts and ends it.
      "FRESNEL_DAEMON_SOCKET": daemon.socketPath,
    ]) { $1 }
  }

  /// Runs a program of the window.
  ///
  /// - Returns: How it ended, and what it wrote, also to standard error.
  func run(
    _ name: String, _ arguments: [String] = [], _ environment: [String: String]? = nil
  ) throws -> (Command.Ending, String) {
    var command = Command(
      "/bin/sh",
      ["-c", "exec \"$@\" 2>&1 </dev/null", "sh", try TestProgram.path(name)] + arguments)
    command.environment = environment ?? self.environment()
    let (ending, output) = try command.capture(maximumByteCount: 1 << 16)
    return (ending, String(decoding: output, as: UTF8.self))
  }

  /// Calls for the window, as the desktop's key does.
  ///
  /// - Returns: What went wrong; empty where nothing did.
  func call(on display: TestDisplay? = nil) throws -> String {
    let (ending, output) = try run("fresnel-window", ["--toggle"], environment(on: display))
    return ending.isSuccess ? "" : "\(ending) \(output)"
  }

  /// What a screen reader reads of the window.
  ///
  /// - Throws: ``BusError``, as long as there is nothing to read.
  func accessibleTree() throws -> AccessibleTree {
    try AccessibleTree(of: connection, on: running.loop)
  }

  /// The process that shows the window; `nil` where there is none.
  var owner: Int32? {
    let call = BusCall.bus("GetConnectionUnixProcessID", [.string("org.fresnel.Fresnel")])
    let reply = try? connection.callAndWait(call, timeout: .seconds(600))
    return reply?.first?.unsigned.flatMap(Int32.init(exactly:))
  }
}
