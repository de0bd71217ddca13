internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import FresnelStorage

/// The command-line tool.
public enum FresnelTool {
  /// Every command, in the order of the help.
  static let commands: [any Subcommand.Type] = [
    SearchItems.self, QueryItems.self, ListItems.self, ShowItem.self, ExplainItem.self,
    IndexItems.self, ImportItems.self, DeleteItems.self, ExportItems.self, ShowStatistics.self,
    CheckStore.self, PrintCompletions.self, PrintVersion.self, StartSearching.self,
    MeasureTyping.self, WriteReference.self,
  ]

  /// What every command can do.
  static var definitions: [CommandDefinition] { commands.map { $0.definition } }

  /// Runs the tool in this process's environment.
  ///
  /// - Parameter arguments: The words of the command line after the tool's name.
  /// - Returns: The exit status: 0 for success; `fresnel --help` lists the others.
  public static func run(_ arguments: [String]) -> Int32 {
    // A reader that goes away, as `head` does, shows as an error of the write.
    Signal.ignore(.brokenPipe)
    let context = CommandContext.current
    let status = run(arguments, in: context)
    context.console.flush()
    return status.rawValue
  }

  /// Runs the tool on this process's command line and ends the process.
  public static func main() -> Never {
    CurrentProcess.exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs the tool.
  static func run(_ arguments: [String], in context: CommandContext) -> ExitStatus {
    do {
      return try dispatch(arguments, in: context)
    } catch {
      return report(error, in: context)
    }
  }

  private static func dispatch(
    _ arguments: [String], in context: CommandContext
  ) throws -> ExitStatus {
    let help = HelpText(width: min(100, context.console.columns))
    guard let name = arguments.first else {
      return try StartSearching(ParsedArguments([], for: StartSearching.definition))
        .search(in: context)
    }
    switch name {
    case "--help", "-h", "help":
      if let topic = arguments.dropFirst().first {
        context.console.write(help.page(for: try command(named: topic).definition))
      } else {
        context.console.write(help.overview(of: definitions))
      }
      return .success
    case "--version", "-V":
      return run([PrintVersion.definition.name], in: context)
    default:
      let command = try command(named: name)
      let parsed = try ParsedArguments(Array(arguments.dropFirst()), for: command.definition)
      if parsed.wantsHelp {
        context.console.write(help.page(for: command.definition))
        return .success
      }
      return try command.init(parsed).run(in: context)
    }
  }

  private static func command(named name: String) throws(CommandError) -> any Subcommand.Type {
    if let command = commands.first(where: { $0.definition.name == name }) { return command }
    let names = definitions.filter { !$0.isHidden }.map(\.name)
    let near = nearest(to: name, among: names).map { "did you mean fresnel \($0)?" }
    throw .usage(
      "there is no command \"\(name)\"",
      advice: near ?? "see fresnel --help; to search for words: fresnel search \(name)")
  }

  /// Tells the person what went wrong and what to do about it.
  private static func report(_ error: any Error, in context: CommandContext) -> ExitStatus {
    let failure =
      switch error {
      case let error as CommandError: error
      case let error as SystemError: CommandError(.system, error.message)
      case let error as StoreError: CommandError(.store, error.message)
      case let error as StorageError: CommandError(.store, error.message)
      case let error as QueryError: CommandError(.usage, error.message)
      case let error as ModelError: CommandError(.store, error.message)
      default: CommandError(.system, "\(error)")
      }
    context.warn(failure.message)
    if let advice = failure.advice { context.console.writeError("  \(advice)\n") }
    return failure.status
  }
}
