/// `fresnel completions`: prints the completion script of a shell.
struct PrintCompletions: Subcommand {
  static let definition = CommandDefinition(
    name: "completions", summary: "Print the completion script of a shell",
    operands: [
      OperandDefinition(
        "SHELL", "bash, zsh or fish",
        completion: .words(ShellCompletions.Shell.allCases.map(\.rawValue)))
    ],
    examples: [
      Example("in bash, for this session", "source <(fresnel completions bash)"),
      Example(
        "in fish, for good",
        "fresnel completions fish > ~/.config/fish/completions/fresnel.fish"),
    ])

  private let shell: ShellCompletions.Shell

  init(_ arguments: ParsedArguments) throws(CommandError) {
    guard let shell = ShellCompletions.Shell(rawValue: arguments.operands[0]) else {
      throw .usage(
        "there are no completions for \"\(arguments.operands[0])\"",
        advice: "use bash, zsh or fish")
    }
    self.shell = shell
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let completions = ShellCompletions(definitions: FresnelTool.definitions)
    context.console.write(completions.script(for: shell))
    return .success
  }
}
