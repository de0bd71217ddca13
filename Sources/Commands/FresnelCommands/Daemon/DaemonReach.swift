internal import CommandKit
internal import SpotlightClient
internal import SpotlightWire

/// The way of the command line to the daemon.
enum DaemonReach {
  private static let tool = AppIdentity(identifier: "org.fresnel.tool")

  /// A connection to the daemon, where the rule for apps leads to it; `nil` where programs keep their items
  /// themselves. `Documentation/daemon.md` tells the rule.
  static func connection(_ context: CommandContext) -> ServiceConnection? {
    guard case .daemon(let socket, let start) = decision(context) else { return nil }
    return ServiceConnection(
      daemonAt: socket, claiming: tool, role: .tool,
      start: context.daemonPatience == nil ? start : .never, waiting: waiting(context))
  }

  /// How many seconds a command waits for the daemon to take its connection, as `Documentation/daemon.md` says.
  static let patience = 30
  /// The environment variable that says another number of seconds.
  static let patienceVariable = "FRESNEL_DAEMON_PATIENCE"

  private static func waiting(_ context: CommandContext) -> ServiceConnection.Waiting {
    let limit = limit(context)
    let seconds = Int(limit.components.seconds) + (limit.components.attoseconds > 0 ? 1 : 0)
    var waiting = ServiceConnection.Waiting(silence: min(.seconds(2), limit / 2), limit: limit) {
      // The screen of the interactive search is not written over.
      guard !context.isFullScreen else { return }
      context.warn(
        "waiting for the index daemon to answer, \(counted(seconds, "second")) at most")
    }
    // Who goes on typing meanwhile tries again with each letter.
    guard !context.isFullScreen else { return waiting }
    waiting.isOver = { context.daemonWait.isOver }
    waiting.giveUp = { context.daemonWait.end() }
    return waiting
  }

  private static func limit(_ context: CommandContext) -> Duration {
    if let patience = context.daemonPatience { return patience }
    let wanted = context.environment[patienceVariable].flatMap { Double($0) }
    guard let wanted, wanted > 0, wanted <= 3600 else { return .seconds(patience) }
    return .milliseconds(Int64((wanted * 1000).rounded(.up)))
  }

  /// The rule by which a command looks for the daemon.
  static func rule(_ context: CommandContext) -> ConnectionRule {
    var rule = ConnectionRule.current(for: tool)
    rule.environment = context.environment
    return rule
  }

  private static func decision(_ context: CommandContext) -> ConnectionRule.Decision {
    rule(context).decide()
  }

  /// Why there is neither a daemon nor an index without one, if that is so.
  static func obstacle(_ context: CommandContext) -> String? {
    if case .nothing(let reason) = decision(context) { reason.withoutFullStop } else { nil }
  }

  /// A connection to the daemon.
  ///
  /// - Throws: ``CommandError`` where there is none to be had.
  static func required(_ context: CommandContext) throws(CommandError) -> ServiceConnection {
    if let connection = connection(context) { return connection }
    if let obstacle = obstacle(context) { throw CommandError(.store, obstacle) }
    for variable in [StoreLocation.environmentVariable, ConnectionRule.connectionVariable] {
      guard let value = context.environment[variable], !value.isEmpty else { continue }
      throw CommandError(
        .store, "this is for the daemon, which \(variable)=\(withoutControls(value)) leaves out",
        advice: "unset \(variable)")
    }
    if let reason = unusableDirectory(context) {
      throw CommandError(
        .store, reason,
        advice: "log in through the system's login, or set it to a directory with mode 700")
    }
    throw CommandError(
      .store, "no daemon runs here, and none is installed that could be started",
      advice: "install it with make install, or start fresneld")
  }

  /// The path of the daemon's program, where one is found that may be started; else its name.
  static var program: String {
    ConnectionRule.current(for: tool).daemonProgram() ?? "fresneld"
  }

  /// Why there is no place at which a daemon could be found; `nil` where there is one.
  static func unusableDirectory(_ context: CommandContext) -> String? {
    rule(context).unusableRuntimeDirectory.map {
      withoutControls($0) + ", so there is no place at which a daemon could be found"
    }
  }
}
