internal import FresnelPlatform

/// The command `reference`: writes the manual page and the completion scripts that the repository
/// carries.
package struct WriteReference: Subcommand {
  package static let definition = CommandDefinition(
    name: "reference", summary: "Write the manual page and the completion scripts",
    discussion: "A test compares the files in the repository with what this command writes.",
    operands: [
      OperandDefinition(
        "DIR", "the directory that holds Manuals and Completions", completion: .directories)
    ],
    isHidden: true)

  private let directory: String

  package init(_ arguments: ParsedArguments) throws(CommandError) {
    directory = arguments.operands[0]
  }

  /// The files of a tool by their paths in the repository.
  package static func files(of tool: CommandTool) -> [(path: String, text: String)] {
    let completions = ShellCompletions(tool: tool)
    return [
      ("Manuals/\(tool.name).1", ToolManual(tool: tool).source),
      ("Completions/\(tool.name).bash", completions.script(for: .bash)),
      ("Completions/_\(tool.name)", completions.script(for: .zsh)),
      ("Completions/\(tool.name).fish", completions.script(for: .fish)),
    ]
  }

  package func run(in context: CommandContext) throws -> ExitStatus {
    for file in Self.files(of: context.tool) {
      let path = "\(directory)/\(file.path)"
      try FileSystem.createDirectory(FileSystem.parent(of: path), permissions: 0o755)
      try FileSystem.write(Array(file.text.utf8), to: path, permissions: 0o644)
      context.console.writeLine(path)
    }
    return .success
  }
}
