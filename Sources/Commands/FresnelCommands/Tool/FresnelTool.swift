internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import FresnelStorage
internal import SpotlightWire

/// The command-line tool.
public enum FresnelTool {
  /// Every command, in the order of the help.
  static let commands: [any Subcommand.Type] = [
    SearchItems.self, QueryItems.self, ListItems.self, ShowItem.self, OpenItem.self,
    ContinueSearch.self, ExplainItem.self,
    IndexItems.self, ImportItems.self, DeleteItems.self, ExportItems.self, ShowStatistics.self,
    CheckStore.self, ListApps.self, ShowApp.self, DoctorApp.self, InstallApp.self, RemoveApp.self,
    ChangeSettings.self, ShowHistory.self, EraseHistory.self, SwitchHistoryOff.self,
    SwitchHistoryOn.self, ListHandoff.self, AcceptHandoff.self, SwitchHandoffOn.self,
    SwitchHandoffOff.self, PairDevice.self, ListDevices.self, ForgetDevices.self,
    SetDeviceAddresses.self, ListLinks.self, VerifyLinks.self, CheckLink.self, PreferLinks.self,
    RegisterLinks.self, UnregisterLinks.self, ShowStatus.self, DoctorService.self,
    PauseIndexing.self,
    ResumeIndexing.self,
    LockClasses.self, UnlockClasses.self, ShowLogs.self,
    ValidateDocuments.self,
    PrintCompletions.self, PrintVersion.self, StartSearching.self,
    MeasureTyping.self, MeasureService.self, WriteReference.self,
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
      let topic = Array(arguments.dropFirst())
      if topic.isEmpty {
        context.console.write(help.overview(of: definitions))
      } else {
        try explain(topic, help, context)
      }
      return .success
    case "--version", "-V":
      return run([PrintVersion.definition.name], in: context)
    default:
      if isGroup(name), arguments.dropFirst().first.map({ ["--help", "-h"].contains($0) }) == true {
        try explain([name], help, context)
        return .success
      }
      let (command, rest) = try command(at: arguments)
      let parsed = try ParsedArguments(rest, for: command.definition)
      if parsed.wantsHelp {
        context.console.write(help.page(for: command.definition))
        return .success
      }
      return try command.init(parsed).run(in: context)
    }
  }

  /// Prints the help of a command or of a group of commands.
  private static func explain(
    _ words: [String], _ help: HelpText, _ context: CommandContext
  ) throws(CommandError) {
    if words.count == 1, isGroup(words[0]) {
      let group = definitions.filter { $0.group == words[0] }
      context.console.write(help.page(ofGroup: words[0], group))
    } else {
      context.console.write(help.page(for: try command(at: words).command.definition))
    }
  }

  /// Whether a word is the first of commands of two words.
  private static func isGroup(_ word: String) -> Bool {
    definitions.contains { $0.group == word }
  }

  /// The command that words begin with, and the words after its name.
  private static func command(
    at words: [String]
  ) throws(CommandError) -> (command: any Subcommand.Type, rest: [String]) {
    let name = words[0]
    guard isGroup(name) else { return (try command(named: name), Array(words.dropFirst())) }
    let verbs = definitions.filter { $0.group == name }.map(\.verb)
    guard words.count > 1 else {
      throw .usage(
        "fresnel \(name) needs a word that says what to do",
        advice: "write fresnel \(name) and one of \(verbs.joined(separator: ", "))")
    }
    if let command = commands.first(where: { $0.definition.name == "\(name) \(words[1])" }) {
      return (command, Array(words.dropFirst(2)))
    }
    let near = nearest(to: words[1], among: verbs).map { "did you mean fresnel \(name) \($0)?" }
    throw .usage(
      "there is no command \"\(name) \(words[1])\"",
      advice: near ?? "use one of \(verbs.joined(separator: ", "))")
  }

  private static func command(named name: String) throws(CommandError) -> any Subcommand.Type {
    if let command = commands.first(where: { $0.definition.name == name }) { return command }
    let names = Set(definitions.filter { !$0.isHidden }.map { $0.group ?? $0.name }).sorted()
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
      case let error as ServiceError: CommandError(error)
      default: CommandError(.system, "\(error)")
      }
    context.warn(failure.message)
    if let advice = failure.advice { context.console.writeError("  \(advice)\n") }
    return failure.status
  }
}
