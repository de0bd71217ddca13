/// A word of the command line that is no option.
package struct OperandDefinition: Hashable, Sendable {
  /// How many words an operand takes.
  package enum Count: Hashable, Sendable {
    /// Exactly one.
    case one
    /// None or one.
    case optional
    /// One or more.
    case oneOrMore
    /// Any number.
    case any
  }

  /// What stands for the operand in help.
  package let name: String
  /// What it is, in one sentence without a full stop.
  package let summary: String
  /// How many words it takes.
  package let count: Count
  /// How a shell completes it.
  package let completion: Completion

  /// Makes an operand.
  package init(
    _ name: String, _ summary: String, count: Count = .one, completion: Completion = .none
  ) {
    self.name = name
    self.summary = summary
    self.count = count
    self.completion = completion
  }

  /// The operand as the usage line shows it.
  package var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)…"
    case .any: "[\(name)…]"
    }
  }
}

/// A command line to show, with what it does.
package struct Example: Hashable, Sendable {
  /// What the line does, in a few words.
  package let explanation: String
  /// The line as typed; `{tool}` stands for the name of the tool in a command that several have.
  package let line: String

  /// Makes an example.
  package init(_ explanation: String, _ line: String) {
    self.explanation = explanation
    self.line = line
  }

  /// The line as typed to a tool.
  package func line(of tool: String) -> String {
    line.replacing("{tool}", with: tool)
  }
}

/// A command as the parser, help, manual and completions see it.
package struct CommandDefinition: Sendable {
  /// The word that names the command, or two: the thing that it's about and what it does.
  package let name: String
  /// What the command does, in one sentence without a full stop.
  package let summary: String
  /// More about it: paragraphs separated by blank lines.
  package let discussion: String
  /// Its operands, in order; only the last may take more than one word.
  package let operands: [OperandDefinition]
  /// Its options, without `--help`, which every command has.
  package let options: [OptionDefinition]
  /// Command lines to learn from.
  package let examples: [Example]
  /// Whether help and completions leave the command out.
  package let isHidden: Bool

  /// Makes a definition.
  package init(
    name: String, summary: String, discussion: String = "", operands: [OperandDefinition] = [],
    options: [OptionDefinition] = [], examples: [Example] = [], isHidden: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.operands = operands
    self.options = options
    self.examples = examples
    self.isHidden = isHidden
  }

  /// The first word of a name of two.
  package var group: String? {
    let words = name.split(separator: " ")
    return words.count == 2 ? String(words[0]) : nil
  }

  /// The last word of the name.
  package var verb: String { name.split(separator: " ").last.map(String.init) ?? name }

  /// The usage line, without the tool's name.
  package var usage: String {
    var parts = [name]
    if !options.isEmpty { parts.append("[OPTIONS]") }
    parts += operands.map(\.usage)
    return parts.joined(separator: " ")
  }
}

/// Something that a tool does: a plain struct made from the words typed after its name.
package protocol Subcommand: Sendable {
  /// The command's name, operands and options.
  static var definition: CommandDefinition { get }

  /// Reads the command's options and operands.
  init(_ arguments: ParsedArguments) throws(CommandError)

  /// Does it.
  func run(in context: CommandContext) throws -> ExitStatus
}
