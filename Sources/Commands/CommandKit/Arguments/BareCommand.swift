/// A command that takes no word but `--json`.
package protocol BareCommand: Subcommand {
  /// Makes the command; `asJSON` tells whether it prints JSON.
  init(asJSON: Bool)
}

extension BareCommand {
  package init(_ arguments: ParsedArguments) throws(CommandError) {
    self.init(asJSON: try arguments(SharedOptions.json))
  }
}
