internal import CommandKit
internal import FresnelPlatform
internal import WebFetching

extension ConfinedCommand {
  /// Runs the command in the confined process.
  ///
  /// - Parameters:
  ///   - words: The words after ``word``. No other command than `validate` runs: only that one confines itself before
  ///     it acts.
  ///   - tool: The tool.
  ///   - worker: The process.
  /// - Returns: The exit status.
  static func serve(_ words: [String], of tool: CommandTool, in worker: ReadWorker) -> UInt8 {
    let arguments = Array(words.dropFirst())
    guard arguments.first == ValidateDocuments.definition.name else {
      return UInt8(clamping: ExitStatus.usage.rawValue)
    }
    let shape = Shape(word: words.first ?? "")
    let console = Console(
      write: { worker.write($0) }, writeError: { worker.writeError($0) }, flush: {},
      outputIsTerminal: shape.outputIsTerminal, errorIsTerminal: shape.errorIsTerminal,
      inputIsTerminal: false, columns: shape.columns, usesColor: shape.usesColor)
    var context = CommandContext(
      tool: tool, console: console, environment: Environment.all, directories: .current)
    context.confined = ConfinedReading {
      try worker.begin(usesTasks: true)
      return try worker.fetching()
    } fetchAnew: { () throws(SystemError) in
      try worker.fetchingAnew()
    } keep: {
      worker.keep($0)
    }
    return UInt8(clamping: tool.run(arguments, in: context).rawValue)
  }

  /// What kind of place the results go to, as a word such as `80,oec`.
  struct Shape: Equatable {
    var columns = 80
    var outputIsTerminal = false
    var errorIsTerminal = false
    var usesColor = false

    /// The shape of a console.
    init(_ console: Console) {
      columns = console.columns
      outputIsTerminal = console.outputIsTerminal
      errorIsTerminal = console.errorIsTerminal
      usesColor = console.usesColor
    }

    /// Reads a shape; what makes no sense is as it usually is.
    init(word: String) {
      let parts = word.split(separator: ",", omittingEmptySubsequences: false)
      if let count = parts.first.flatMap({ Int($0) }), count > 0 { columns = count }
      let letters = parts.dropFirst().first ?? ""
      outputIsTerminal = letters.contains("o")
      errorIsTerminal = letters.contains("e")
      usesColor = letters.contains("c")
    }

    /// The word.
    var word: String {
      "\(columns)," + (outputIsTerminal ? "o" : "") + (errorIsTerminal ? "e" : "")
        + (usesColor ? "c" : "")
    }
  }
}
