/// The manual page of a tool, made from the definitions of all commands.
package struct ToolManual {
  /// The tool.
  package let tool: CommandTool

  /// The manual of a tool.
  package init(tool: CommandTool) {
    self.tool = tool
  }

  /// The page as `man` macros.
  package var source: String {
    var text = ".TH \(escaped(tool.name.uppercased())) 1 \"\" \"Fresnel \(tool.version)\""
    text += " \"User Commands\"\n"
    text += ".SH NAME\n\(escaped(tool.name)) \\- \(escaped(tool.manual.summary))\n"
    text += ".SH SYNOPSIS\n"
    if tool.bare != nil { text += ".B \(escaped(tool.name))\n" }
    for (number, definition) in visible.enumerated() {
      if number > 0 || tool.bare != nil { text += ".br\n" }
      text += ".B \(escaped(tool.name))\n\(escaped(definition.usage))\n"
    }
    text += ".SH DESCRIPTION\n"
    text += paragraphs(tool.manual.description)
    text += ".SH COMMANDS\n"
    for definition in visible { text += section(definition) }
    text += ".SH EXIT STATUS\n"
    for entry in ExitStatus.documentation {
      text += ".TP\n.B \(entry.status.rawValue)\n\(escaped(entry.meaning))\n"
    }
    text += ".SH ENVIRONMENT\n"
    for variable in tool.manual.environment {
      text += ".TP\n.B \(variable.name)\n\(escaped(variable.meaning))\n"
    }
    text += ".SH FILES\n"
    for file in tool.manual.files {
      text += ".TP\n.I \(file.path)\n\(escaped(file.meaning))\n"
    }
    text += ".SH SEE ALSO\n"
    for (number, other) in tool.manual.seeAlso.enumerated() {
      let comma = number < tool.manual.seeAlso.count - 1 ? "," : ""
      text += ".BR \(escaped(other.page)) (\(other.section))\(comma)\n"
    }
    return text
  }

  private var visible: [CommandDefinition] { tool.definitions.filter { !$0.isHidden } }

  private func section(_ definition: CommandDefinition) -> String {
    var text = ".SS \(escaped("\(tool.name) " + definition.usage))\n"
    text += paragraphs(definition.summary + ".")
    if !definition.discussion.isEmpty { text += ".PP\n" + paragraphs(definition.discussion) }
    for operand in definition.operands {
      text += ".TP\n.I \(escaped(operand.name))\n\(escaped(operand.summary))\n"
    }
    for option in definition.options {
      let spelling = HelpText.spelling(of: option).trimmingSpaces
      text += ".TP\n.B \(escaped(spelling))\n\(escaped(option.summary))\n"
    }
    for example in definition.examples {
      text += ".PP\n\(escaped(example.explanation)):\n.PP\n.nf\n.RS\n"
      text += "\(escaped(example.line(of: tool.name)))\n.RE\n.fi\n"
    }
    return text
  }

  private func paragraphs(_ text: String) -> String {
    var result = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        result += ".PP\n"
      } else if line.hasPrefix(" ") {
        result += ".br\n\\&\(escaped(String(line)))\n"
      } else {
        result += escaped(String(line)) + "\n"
      }
    }
    return result
  }

  /// Text that troff shows as it is: backslashes doubled, hyphens kept plain, and a control
  /// character at the start of the line disarmed.
  private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
  }
}
