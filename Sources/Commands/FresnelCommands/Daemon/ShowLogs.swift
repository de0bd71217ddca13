internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightWire

/// `fresnel logs`: what the daemon wrote down, and what extensions printed.
struct ShowLogs: Subcommand {
  private static let follow = Option.flag("follow", short: "f", "Go on with what comes")

  static let definition = CommandDefinition(
    name: "logs",
    summary: "Show what the daemon wrote to the journal, or what an app's extensions printed",
    discussion: """
      Runs journalctl for the daemon of this person. Each event has an identifier of its own, listed in \
      Documentation/operation.md. No event holds anything of an item's content. With APP it shows what the \
      extensions of the app printed, which is kept in a file of its own and never comes into the journal.
      """,
    operands: [
      OperandDefinition("APP", "the identifier of an app with extensions", count: .optional)
    ],
    options: [follow.definition, SharedOptions.json.definition],
    examples: [
      Example("everything since the machine was started", "fresnel logs"),
      Example("as it happens", "fresnel logs --follow"),
      Example("what an extension printed", "fresnel logs com.example.notes"),
    ])

  /// How to see what the daemon writes where no journal keeps it.
  private static func advice(_ context: CommandContext) -> String {
    let program = withoutControls(DaemonReach.program)
    guard DaemonReach.connection(context) != nil || program.hasPrefix("/") else {
      return "no daemon runs here, and none is installed; install it with make install"
    }
    return "without systemd the daemon writes to its standard error stream: end the one that runs, "
      + "whose process fresnel status names, and run \(program) --foreground"
  }

  private let app: String?
  private let follows: Bool
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    app = arguments.operands.first
    follows = try arguments(Self.follow)
    asJSON = try arguments(SharedOptions.json)
    guard app == nil || !follows else { throw .usage("--follow and an app do not go together") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    if let app { return try show(app, in: context) }
    guard Command.path(of: "journalctl") != nil else {
      throw CommandError(
        .system, "this machine has no journalctl",
        advice: Self.advice(context))
    }
    guard FileSystem.exists("/run/systemd/journal/socket") else {
      throw CommandError(
        .system, "no journal is kept on this machine", advice: Self.advice(context))
    }
    var arguments = ["--user", "--boot", "_COMM=fresneld"]
    if follows { arguments.append("--follow") }
    if asJSON { arguments.append("--output=json") }
    let ending = try Command("journalctl", arguments).run()
    return ending.isSuccess ? .success : .system
  }

  /// Shows what the extensions of an app printed, without what would steer the terminal.
  private func show(_ app: String, in context: CommandContext) throws -> ExitStatus {
    let log = ExtensionLog(
      directory: ExtensionLog.directory(below: context.directories.state + "/fresnel"))
    guard let text = try log.text(of: AppIdentity(identifier: app)) else {
      throw CommandError(
        .incomplete, "no extension of \(withoutControls(app)) has run",
        advice: "fresnel app list names the apps that there are")
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      context.console.writeLine(
        asJSON
          ? JSONValue.object([JSONMember("line", .string(String(line)))]).printed()
          : withoutControls(String(line)))
    }
    return .success
  }
}
