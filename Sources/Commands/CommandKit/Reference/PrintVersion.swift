/// The command `version`: prints the version.
package struct PrintVersion: Subcommand {
  package static let definition = CommandDefinition(name: "version", summary: "Print the version")

  package init(_ arguments: ParsedArguments) throws(CommandError) {}

  package func run(in context: CommandContext) throws -> ExitStatus {
    context.console.writeLine("\(context.tool.name) \(context.tool.version)")
    return .success
  }
}
