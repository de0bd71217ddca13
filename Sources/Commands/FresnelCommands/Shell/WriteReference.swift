internal import FresnelPlatform

/// `fresnel reference`: writes the manual page and the completion scripts that the repository
/// carries.
struct WriteReference: Subcommand {
  static let definition = CommandDefinition(
    name: "reference", summary: "Write the manual page and the completion scripts",
    discussion: "A test compares the files in the repository with what this command writes.",
    operands: [
      OperandDefinition(
        "DIR", "the directory that holds Manuals and Completions", completion: .directories)
    ],
    isHidden: true)

  private let directory: String

  init(_ arguments: ParsedArguments) throws(CommandError) {
    directory = arguments.operands[0]
  }

  /// The files by their paths in the repository.
  static var files: [(path: String, text: String)] {
    let completions = ShellCompletions(definitions: FresnelTool.definitions)
    return [
      ("Manuals/fresnel.1", ToolManual(definitions: FresnelTool.definitions).source),
      ("Completions/fresnel.bash", completions.script(for: .bash)),
      ("Completions/_fresnel", completions.script(for: .zsh)),
      ("Completions/fresnel.fish", completions.script(for: .fish)),
    ]
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    for file in Self.files {
      let path = "\(directory)/\(file.path)"
      try FileSystem.createDirectory(FileSystem.parent(of: path), permissions: 0o755)
      try FileSystem.write(Array(file.text.utf8), to: path, permissions: 0o644)
      context.console.writeLine(path)
    }
    return .success
  }
}
