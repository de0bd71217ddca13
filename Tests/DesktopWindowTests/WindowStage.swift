import BusTestSupport
import FresnelBus
import FresnelPlatform
import SpotlightWire
import WireTestSupport

/// A display, a bus, a daemon with items of an app that writes down what is opened in it, and the programs of the
/// window as a person's desktop starts them.
final class WindowStage {
  let daemon: DaemonProcess
  let bus: PrivateBus
  let display: TestDisplay
  private let running: RunningLoop
  private let connection: BusConnection

  static let app = "org.example.Recipes"

  private init(_ daemon: DaemonProcess, isActivated: Bool) throws {
    self.daemon = daemon
    bus = try isActivated ? Self.activatingBus(daemon) : PrivateBus()
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
  ///   - body: What is tested.
  /// - Throws: What the body throws, or that something does not start.
  static func with(
    _ names: [String], isActivated: Bool = false, _ body: (WindowStage) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let daemon = try DaemonProcess(in: directory, options: ["--trust-claims"])
      try install(in: directory)
      try daemon.start()
      defer { daemon.kill() }
      let stage = try WindowStage(daemon, isActivated: isActivated)
      defer { stage.end() }
      try stage.put(names)
      try body(stage)
    }
  }

  private func end() {
    // The window ends with the bus, and the app with the daemon.
    let window = owner
    running.stop()
    bus.end()
    if let window { _ = TestProgram.wait { !Signal.none.send(to: window) } }
    display.end()
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

  /// The environment of a program of the person's.
  func environment(on display: TestDisplay? = nil) -> [String: String] {
    Self.plainEnvironment(daemon).merging([
      "DISPLAY": (display ?? self.display).name, "DBUS_SESSION_BUS_ADDRESS": bus.address,
    ]) { $1 }
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

  /// The process that shows the window; `nil` where there is none.
  var owner: Int32? {
    let call = BusCall.bus("GetConnectionUnixProcessID", [.string("org.fresnel.Fresnel")])
    let reply = try? connection.callAndWait(call, timeout: .seconds(600))
    return reply?.first?.unsigned.flatMap(Int32.init(exactly:))
  }
}
