/// `fresnel version`: prints the version.
struct PrintVersion: Subcommand {
  static let definition = CommandDefinition(name: "version", summary: "Print the version")

  init(_ arguments: ParsedArguments) throws(CommandError) {}

  func run(in context: CommandContext) throws -> ExitStatus {
    context.console.writeLine("fresnel \(FresnelVersion.current)")
    return .success
  }
}
