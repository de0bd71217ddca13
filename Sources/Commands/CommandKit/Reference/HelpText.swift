/// What `--help` prints, made from a command's definition.
package struct HelpText {
  /// The tool.
  package let tool: CommandTool
  /// The columns to fill.
  package let width: Int

  /// Help for the commands of a tool.
  package init(tool: CommandTool, width: Int) {
    self.tool = tool
    self.width = width
  }

  /// The help of one command.
  package func page(for definition: CommandDefinition) -> String {
    var text = "\(definition.summary).\n\nUsage: \(tool.name) \(definition.usage)\n"
    if !definition.discussion.isEmpty {
      text += "\n" + wrapped(definition.discussion, width: width) + "\n"
    }
    if !definition.operands.isEmpty {
      text += "\nOperands:\n"
      text += table(definition.operands.map { ($0.name, $0.summary) })
    }
    text += "\nOptions:\n"
    text += table(
      definition.options.map { (Self.spelling(of: $0), $0.summary) }
        + [("-h, --help", "Show this help")])
    if !definition.examples.isEmpty {
      text += "\nExamples:\n"
      for example in definition.examples {
        text += "  # \(example.explanation)\n  \(example.line(of: tool.name))\n"
      }
    }
    return text
  }

  /// The help of the commands that begin with the same word.
  package func page(ofGroup group: String, _ definitions: [CommandDefinition]) -> String {
    var text = "Usage: \(tool.name) \(group) COMMAND [OPTIONS] [OPERANDS]\n\nCommands:\n"
    text += table(definitions.map { ($0.verb, $0.summary) })
    return text + "\nEach command explains itself: \(tool.name) \(group) COMMAND --help\n"
  }

  /// The help of the tool: all its commands.
  package var overview: String {
    var text = "\(tool.purpose)\n\n"
    let command = tool.bare == nil ? "COMMAND" : "[COMMAND]"
    text += "Usage: \(tool.name) \(command) [OPTIONS] [OPERANDS]\n"
    if let bare = tool.bare { text += "\n\(wrapped(bare.summary, width: width))\n" }
    text += "\nCommands:\n"
    text += table(tool.definitions.filter { !$0.isHidden }.map { ($0.name, $0.summary) })
    text += "\nExit status:\n"
    text += table(ExitStatus.documentation.map { (String($0.status.rawValue), $0.meaning) })
    text += "\nEach command explains itself: \(tool.name) COMMAND --help\n"
    return text
  }

  /// An option as typed: `-n, --limit N`.
  package static func spelling(of option: OptionDefinition) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    return short + "--\(option.name)" + (option.valueName.map { " \($0)" } ?? "")
  }

  private func table(_ rows: [(name: String, text: String)]) -> String {
    let nameColumns = min(28, (rows.map(\.name.count).max() ?? 0) + 2)
    var text = ""
    for row in rows {
      let indent = String(repeating: " ", count: nameColumns + 2)
      let body = wrapped(row.text, width: width, indent: indent)
      if row.name.count + 2 > nameColumns {
        text += "  \(row.name)\n\(body)\n"
      } else {
        let padding = String(repeating: " ", count: nameColumns - row.name.count)
        text += "  \(row.name)\(padding)\(body.dropFirst(indent.count))\n"
      }
    }
    return text
  }
}
