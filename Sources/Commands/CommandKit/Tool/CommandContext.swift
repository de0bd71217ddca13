package import FresnelModel
package import FresnelPlatform
internal import Synchronization

/// What a command needs of the world, so that a test can hand it another one.
package struct CommandContext: Sendable {
  /// The tool that the command belongs to.
  package let tool: CommandTool
  /// Where the command writes.
  package var console: Console
  /// The environment variables.
  package let environment: [String: String]
  /// Where a person's files are.
  package let directories: BaseDirectories
  /// Whether a program reads what the command writes, as `--json` says.
  package var writesJSON = false
  /// Whether the command draws the whole screen, so that nothing else may be written on it.
  package var isFullScreen = false
  /// How long the daemon is waited for, which is then not started; `nil` for as long as a person waits.
  package var daemonPatience: Duration?
  /// Whether the daemon was waited for in vain, by whichever part of the command: the others do not wait again.
  package let daemonWait = DaemonWait()
  /// The program that fetches from the web for the commands, in a confined process of its own; `nil` to fetch in this
  /// process.
  package var fetchWorker: String?
  /// The words of the command line after the tool's name.
  package var arguments: [String] = []
  /// What is there in the confined process that reads what was fetched; `nil` in every other process.
  package var confined: ConfinedReading?

  /// A world for the commands of a tool.
  package init(
    tool: CommandTool, console: Console, environment: [String: String],
    directories: BaseDirectories
  ) {
    self.tool = tool
    self.console = console
    self.environment = environment
    self.directories = directories
  }

  /// Colours for results.
  package var style: Style { Style(isActive: console.usesColor) }

  /// The world of this process.
  package static func current(for tool: CommandTool) -> CommandContext {
    CommandContext(
      tool: tool, console: .standard, environment: Environment.all, directories: .current)
  }

  /// The first of the variables that decide a message's language and is set.
  package var messageLocale: String {
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      if let value = environment[name], !value.isEmpty { return value }
    }
    return "C"
  }

  /// Tells of something that went wrong without stopping the command.
  package func warn(_ message: String) {
    guard writesJSON else {
      return console.writeError("\(tool.name): \(message.withoutFullStop)\n")
    }
    writeErrorObject([JSONMember("warning", .string(message.withoutFullStop))])
  }

  /// Writes an object on the standard error stream, for programs; `Documentation/json.md` describes the objects.
  package func writeErrorObject(_ members: [JSONMember]) {
    console.writeError(JSONValue.object(members).printed() + "\n")
  }

  /// Asks the person a question that is answered by yes or no.
  ///
  /// - Returns: The answer; `nil` where nobody can be asked, as standard input and standard error are not both a
  ///   terminal, or a program reads the output.
  package func confirms(_ question: String) -> Bool? {
    guard console.inputIsTerminal, console.errorIsTerminal, !writesJSON else { return nil }
    console.writeError("\(question) [y/N] ")
    let answer = console.readLine()?.trimmingSpaces.lowercased() ?? ""
    return answer == "y" || answer == "yes"
  }
}

/// Whether a command has waited for the daemon in vain.
package final class DaemonWait: Sendable {
  private let state = Atomic<Bool>(false)

  /// Whether it has.
  package var isOver: Bool { state.load(ordering: .acquiring) }

  /// Notes that it has.
  package func end() { state.store(true, ordering: .releasing) }
}
