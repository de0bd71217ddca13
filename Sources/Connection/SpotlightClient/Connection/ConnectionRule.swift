internal import SpotlightWire

/// Decides whether an app keeps its index itself or talks to the daemon. `Documentation/daemon.md` tells
/// the rule to people.
package struct ConnectionRule: Sendable {
  /// What was decided.
  package enum Decision: Hashable, Sendable {
    /// The app keeps its index in a directory.
    case embedded(String, throughCodec: Bool = false)
    /// The process runs tests: it keeps an index that goes with it, so as not to fill the person's.
    case forTests
    /// The app talks to the daemon that listens at a path, and may start it so.
    case daemon(String, DaemonStart)
    /// The app can do neither, for this reason.
    case nothing(String)
  }

  /// How a daemon that nobody listens for is started.
  package enum DaemonStart: Hashable, Sendable {
    /// Not by this process.
    case never
    /// By systemd, which knows the socket.
    case systemd
    /// By running the program at a path.
    case program(String)
  }

  /// The environment variable that says where the daemon listens.
  package static let socketVariable = "FRESNEL_DAEMON_SOCKET"
  /// The environment variable that says `embedded` or `daemon`, whatever else holds.
  package static let connectionVariable = "FRESNEL_CONNECTION"

  /// The process's environment.
  package var environment: [String: String]
  /// The path of the process's program.
  package var executable: String
  /// Where the app keeps its index, unless the environment says otherwise.
  package var embeddedDirectory: String
  /// Whether the program can keep an index itself.
  package var canEmbed: Bool
  /// Whether something is at a path.
  package var exists: @Sendable (String) -> Bool
  /// Whether a directory belongs to this person, and nobody else may use it.
  package var isPrivateDirectory: @Sendable (String) -> Bool
  /// The path of the daemon's program, where it is installed.
  package var daemonProgram: @Sendable () -> String?
  /// Whether systemd knows the daemon's socket.
  package var hasSocketUnit: @Sendable () -> Bool

  /// Puts the facts together.
  package init(
    environment: [String: String], executable: String, embeddedDirectory: String, canEmbed: Bool,
    exists: @escaping @Sendable (String) -> Bool,
    isPrivateDirectory: @escaping @Sendable (String) -> Bool,
    daemonProgram: @escaping @Sendable () -> String?, hasSocketUnit: @escaping @Sendable () -> Bool
  ) {
    self.environment = environment
    self.executable = executable
    self.embeddedDirectory = embeddedDirectory
    self.canEmbed = canEmbed
    self.exists = exists
    self.isPrivateDirectory = isPrivateDirectory
    self.daemonProgram = daemonProgram
    self.hasSocketUnit = hasSocketUnit
  }

  /// Decides.
  package func decide() -> Decision {
    let setting = value(of: Self.connectionVariable)
    if value(of: StoreLocation.environmentVariable) != nil { return embedded(setting) }
    switch setting {
    case "embedded"?, "codec"?: return embedded(setting)
    case "daemon"?: return daemon()
    default: break
    }
    guard canEmbed else { return daemon() }
    if isTestRunner { return .forTests }
    if value(of: Self.socketVariable) != nil { return daemon() }
    guard let socket = runtimeSocket else { return embedded(nil) }
    if exists(socket) { return .daemon(socket, start) }
    if isPrivateDirectory(value(of: "XDG_RUNTIME_DIR") ?? ""), start != .never {
      return .daemon(socket, start)
    }
    return embedded(nil)
  }

  /// Why a daemon can neither be found nor be started below the directory that `XDG_RUNTIME_DIR` names, without a full
  /// stop; `nil` where it can.
  package var unusableRuntimeDirectory: String? {
    guard let runtime = value(of: "XDG_RUNTIME_DIR") else { return "XDG_RUNTIME_DIR is not set" }
    if isPrivateDirectory(runtime) { return nil }
    return "XDG_RUNTIME_DIR names \(runtime), which is no directory that is yours alone"
  }

  private func embedded(_ setting: String?) -> Decision {
    guard canEmbed else {
      return .nothing("This program was built without an index of its own; it needs the daemon.")
    }
    return .embedded(embeddedDirectory, throughCodec: setting == "codec")
  }

  private func daemon() -> Decision {
    // Whoever says where it listens has started it.
    if let socket = value(of: Self.socketVariable) { return .daemon(socket, .never) }
    guard let socket = runtimeSocket else {
      return .nothing("XDG_RUNTIME_DIR is not set, so the index daemon cannot be found.")
    }
    return .daemon(socket, start)
  }

  private var start: DaemonStart {
    let runtime = value(of: "XDG_RUNTIME_DIR") ?? ""
    if hasSocketUnit(), exists(runtime + "/systemd/private") { return .systemd }
    return daemonProgram().map { .program($0) } ?? .never
  }

  private var runtimeSocket: String? {
    value(of: "XDG_RUNTIME_DIR").map { $0 + "/fresnel/daemon" }
  }

  /// The programs in which SwiftPM and Xcode run tests.
  private var isTestRunner: Bool {
    let name = executable.split(separator: "/").last.map(String.init) ?? ""
    return name.hasSuffix(".xctest") || name == "xctest" || name == "swiftpm-testing-helper"
  }

  /// The value of a variable; an empty one counts as unset.
  private func value(of name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
