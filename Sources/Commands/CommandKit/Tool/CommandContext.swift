package import FresnelPlatform

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

  /// Tells the person of something that went wrong without stopping the command.
  package func warn(_ message: String) {
    console.writeError("\(tool.name): \(message.withoutFullStop)\n")
  }
}
