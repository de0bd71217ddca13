internal import FresnelModel

/// The command `version`: prints the version.
package struct PrintVersion: BareCommand {
  package static let definition = CommandDefinition(
    name: "version", summary: "Print the version", options: [SharedOptions.json.definition])

  /// The version of what commands write with `--json`. Members may come without a new version; it changes when one
  /// goes, or means something else.
  package static let jsonVersion = 1

  private let asJSON: Bool

  package init(asJSON: Bool) {
    self.asJSON = asJSON
  }

  package func run(in context: CommandContext) throws -> ExitStatus {
    guard asJSON else {
      context.console.writeLine("\(context.tool.name) \(context.tool.version)")
      return .success
    }
    context.console.writeLine(
      JSONValue.object([
        JSONMember("tool", .string(context.tool.name)),
        JSONMember("version", .string(context.tool.version)),
        JSONMember("jsonVersion", .integer(Int64(Self.jsonVersion))),
      ]).printed())
    return .success
  }
}
