internal import CommandKit
internal import FresnelPlatform

/// `fresnel logs`: what the daemon wrote down.
struct ShowLogs: Subcommand {
  private static let follow = Option.flag("follow", short: "f", "Go on with what comes")

  static let definition = CommandDefinition(
    name: "logs", summary: "Show what the daemon wrote to the journal",
    discussion: """
      Runs journalctl for the daemon of this person. Each event has an identifier of its own, listed in \
      Documentation/operation.md. No event holds anything of an item's content.
      """,
    options: [follow.definition],
    examples: [
      Example("everything since the machine was started", "fresnel logs"),
      Example("as it happens", "fresnel logs --follow"),
    ])

  private static let advice =
    "without systemd the daemon writes to its standard error stream: run fresneld --foreground"
  private let follows: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    follows = try arguments(Self.follow)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    guard Command.path(of: "journalctl") != nil else {
      throw CommandError(
        .system, "this machine has no journalctl",
        advice: Self.advice)
    }
    guard FileSystem.exists("/run/systemd/journal/socket") else {
      throw CommandError(.system, "no journal is kept on this machine", advice: Self.advice)
    }
    var arguments = ["--user", "--boot", "_COMM=fresneld"]
    if follows { arguments.append("--follow") }
    let ending = try Command("journalctl", arguments).run()
    return ending.isSuccess ? .success : .system
  }
}
