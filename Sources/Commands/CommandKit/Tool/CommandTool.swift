internal import FresnelModel
internal import FresnelPlatform

/// A command-line tool: its name, its commands, and the texts of its help and manual.
package struct CommandTool: Sendable {
  /// What a tool does when no command is typed.
  package struct Bare: Sendable {
    /// What happens, in one sentence for the help.
    package let summary: String
    /// Does it.
    package let run: @Sendable (CommandContext) throws -> ExitStatus

    /// Makes it.
    package init(
      _ summary: String, run: @escaping @Sendable (CommandContext) throws -> ExitStatus
    ) {
      self.summary = summary
      self.run = run
    }
  }

  /// The word that starts the tool.
  package let name: String
  /// The version, as `version` and the manual show it.
  package let version: String
  /// What the tool is for, in one sentence.
  package let purpose: String
  /// What happens without a command; the help is shown where this is `nil`.
  package let bare: Bare?
  /// Every command, in the order of the help.
  package let commands: [any Subcommand.Type]
  /// What to do about a word that is no command and near to none.
  package let adviceForUnknown: @Sendable (String) -> String
  /// What the manual says besides the commands.
  package let manual: ManualTexts
  /// An error of a lower room as a failure of a command; `nil` for one that is not known.
  package let failure: @Sendable (any Error) -> CommandError?

  /// Makes a tool.
  package init(
    name: String, version: String, purpose: String, bare: Bare? = nil,
    commands: [any Subcommand.Type], manual: ManualTexts,
    adviceForUnknown: @escaping @Sendable (String) -> String,
    failure: @escaping @Sendable (any Error) -> CommandError?
  ) {
    self.name = name
    self.version = version
    self.purpose = purpose
    self.bare = bare
    self.commands = commands
    self.manual = manual
    self.adviceForUnknown = adviceForUnknown
    self.failure = failure
  }

  /// What every command can do.
  package var definitions: [CommandDefinition] { commands.map { $0.definition } }

  /// Runs the tool in this process's environment.
  ///
  /// - Parameters:
  ///   - arguments: The words of the command line after the tool's name.
  ///   - fetchWorker: The program that fetches for the commands; see ``CommandContext/fetchWorker``.
  /// - Returns: The exit status: 0 for success; `--help` lists the others.
  package func run(_ arguments: [String], fetchWorker: String? = nil) -> Int32 {
    // A reader that goes away, as `head` does, shows as an error of the write.
    Signal.ignore(.brokenPipe)
    var context = CommandContext.current(for: self)
    context.fetchWorker = fetchWorker
    let status = run(arguments, in: context)
    context.console.flush()
    return status.rawValue
  }

  /// Runs the tool.
  package func run(_ arguments: [String], in context: CommandContext) -> ExitStatus {
    var context = context
    context.arguments = arguments
    // A mistake on the command line is told as the words ask that cannot be sorted.
    context.writesJSON = arguments.prefix { $0 != "--" }.contains { $0 == "--json" || $0 == "-j" }
    do {
      return try dispatch(arguments, in: &context)
    } catch {
      return report(error, in: context)
    }
  }

  private func dispatch(
    _ arguments: [String], in context: inout CommandContext
  ) throws -> ExitStatus {
    let help = HelpText(tool: self, width: min(100, context.console.columns))
    guard let name = arguments.first else {
      if let bare { return try bare.run(context) }
      context.console.write(help.overview)
      return .usage
    }
    switch name {
    case "--help", "-h", "help":
      let topic = Array(arguments.dropFirst())
      if topic.isEmpty {
        context.console.write(help.overview)
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
      let parsed = try ParsedArguments(rest, for: command.definition, of: self.name)
      if parsed.wantsHelp {
        context.console.write(help.page(for: command.definition))
        return .success
      }
      context.writesJSON = try parsed(SharedOptions.json)
      return try command.init(parsed).run(in: context)
    }
  }

  /// Prints the help of a command or of a group of commands.
  private func explain(
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
  private func isGroup(_ word: String) -> Bool {
    definitions.contains { $0.group == word }
  }

  /// The command that words begin with, and the words after its name.
  private func command(
    at words: [String]
  ) throws(CommandError) -> (command: any Subcommand.Type, rest: [String]) {
    let first = words[0]
    guard isGroup(first) else { return (try command(named: first), Array(words.dropFirst())) }
    let verbs = definitions.filter { $0.group == first }.map(\.verb)
    guard words.count > 1 else {
      throw .usage(
        "\(name) \(first) needs a word that says what to do",
        advice: "write \(name) \(first) and one of \(verbs.joined(separator: ", "))")
    }
    if let command = commands.first(where: { $0.definition.name == "\(first) \(words[1])" }) {
      return (command, Array(words.dropFirst(2)))
    }
    let near = nearest(to: words[1], among: verbs).map { "did you mean \(name) \(first) \($0)?" }
    throw .usage(
      "there is no command \"\(first) \(words[1])\"",
      advice: near ?? "use one of \(verbs.joined(separator: ", "))")
  }

  private func command(named word: String) throws(CommandError) -> any Subcommand.Type {
    if let command = commands.first(where: { $0.definition.name == word }) { return command }
    if word.hasPrefix("-") {
      throw .usage(
        "\(word) stands before the command, and options stand behind it",
        advice: "see \(name) --help for the commands")
    }
    let names = Set(definitions.filter { !$0.isHidden }.map { $0.group ?? $0.name }).sorted()
    let near = nearest(to: word, among: names).map { "did you mean \(name) \($0)?" }
    throw .usage("there is no command \"\(word)\"", advice: near ?? adviceForUnknown(word))
  }

  /// Tells the person what went wrong and what to do about it.
  private func report(_ error: any Error, in context: CommandContext) -> ExitStatus {
    let failure =
      switch error {
      case let error as CommandError: error
      case let error as SystemError: CommandError(.system, error.message)
      default: failure(error) ?? CommandError(.system, "\(error)")
      }
    if context.writesJSON {
      var members = [
        JSONMember("error", .string(failure.message.withoutFullStop)),
        JSONMember("status", .integer(Int64(failure.status.rawValue))),
      ]
      if let advice = failure.advice { members.append(JSONMember("advice", .string(advice))) }
      context.writeErrorObject(members)
      return failure.status
    }
    context.warn(failure.message)
    if let advice = failure.advice { context.console.writeError("  \(advice)\n") }
    return failure.status
  }
}
