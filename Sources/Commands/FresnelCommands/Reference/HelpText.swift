/// What `--help` prints, made from a command's definition.
struct HelpText {
  /// The columns to fill.
  let width: Int

  /// The help of one command.
  func page(for definition: CommandDefinition) -> String {
    var text = "\(definition.summary).\n\nUsage: fresnel \(definition.usage)\n"
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
        text += "  # \(example.explanation)\n  \(example.line)\n"
      }
    }
    return text
  }

  /// The help of the commands that begin with the same word.
  func page(ofGroup group: String, _ definitions: [CommandDefinition]) -> String {
    var text = "Usage: fresnel \(group) COMMAND [OPTIONS] [OPERANDS]\n\nCommands:\n"
    text += table(definitions.map { ($0.verb, $0.summary) })
    return text + "\nEach command explains itself: fresnel \(group) COMMAND --help\n"
  }

  /// The help of the tool: all its commands.
  func overview(of definitions: [CommandDefinition]) -> String {
    var text =
      "Finds what the applications of this machine know: apps, manuals, packages, items.\n\n"
    text += "Usage: fresnel [COMMAND] [OPTIONS] [OPERANDS]\n\n"
    text += wrapped(
      "Without a command, fresnel opens the interactive search: type, choose with the arrow keys, "
        + "open with Enter, leave with Esc.", width: width)
    text += "\n\nCommands:\n"
    text += table(definitions.filter { !$0.isHidden }.map { ($0.name, $0.summary) })
    text += "\nExit status:\n"
    text += table(ExitStatus.documentation.map { (String($0.status.rawValue), $0.meaning) })
    text += "\nEach command explains itself: fresnel COMMAND --help\n"
    return text
  }

  /// An option as typed: `-n, --limit N`.
  static func spelling(of option: OptionDefinition) -> String {
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
