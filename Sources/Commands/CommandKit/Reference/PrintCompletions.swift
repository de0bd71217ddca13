/// The command `completions`: prints the completion script of a shell.
package struct PrintCompletions: Subcommand {
  package static let definition = CommandDefinition(
    name: "completions", summary: "Print the completion script of a shell",
    operands: [
      OperandDefinition(
        "SHELL", "bash, zsh or fish",
        completion: .words(ShellCompletions.Shell.allCases.map(\.rawValue)))
    ],
    examples: [
      Example("in bash, for this session", "source <({tool} completions bash)"),
      Example(
        "in fish, for good",
        "{tool} completions fish > ~/.config/fish/completions/{tool}.fish"),
    ])

  private let shell: ShellCompletions.Shell

  package init(_ arguments: ParsedArguments) throws(CommandError) {
    guard let shell = ShellCompletions.Shell(rawValue: arguments.operands[0]) else {
      throw .usage(
        "there are no completions for \"\(arguments.operands[0])\"",
        advice: "use bash, zsh or fish")
    }
    self.shell = shell
  }

  package func run(in context: CommandContext) throws -> ExitStatus {
    let completions = ShellCompletions(tool: context.tool)
    context.console.write(completions.script(for: shell))
    return .success
  }
}
