/// The manual page fresnel(1), made from the definitions of all commands.
struct ToolManual {
  /// The commands in the order of the page.
  let definitions: [CommandDefinition]

  /// The page as `man` macros.
  var source: String {
    var text = ".TH FRESNEL 1 \"\" \"Fresnel \(FresnelVersion.current)\" \"User Commands\"\n"
    text += ".SH NAME\nfresnel \\- search the items of applications\n"
    text += ".SH SYNOPSIS\n.B fresnel\n"
    for definition in definitions where !definition.isHidden {
      text += ".br\n.B fresnel\n\(escaped(definition.usage))\n"
    }
    text += ".SH DESCRIPTION\n"
    text += paragraphs(
      """
      Fresnel keeps a searchable index of the items that applications hand over, and of what this \
      machine holds: installed applications, manual pages and packages.

      Without a command on a terminal, fresnel opens the interactive search: results follow each \
      keystroke, the arrow keys choose, Enter opens, Esc leaves. Without a terminal it prints the \
      results of a few sample queries and how to go on.
      """)
    text += ".SH COMMANDS\n"
    for definition in definitions where !definition.isHidden { text += section(definition) }
    text += ".SH EXIT STATUS\n"
    for entry in ExitStatus.documentation {
      text += ".TP\n.B \(entry.status.rawValue)\n\(escaped(entry.meaning))\n"
    }
    text += ".SH ENVIRONMENT\n"
    for variable in Self.environment {
      text += ".TP\n.B \(variable.name)\n\(escaped(variable.meaning))\n"
    }
    text += ".SH FILES\n.TP\n.I $XDG_DATA_HOME/fresnel/store\nthe person's own store\n"
    text += ".TP\n.I $XDG_DATA_HOME/fresnel/embedded/*\nthe stores of applications, one each\n"
    text += ".TP\n.I $XDG_DATA_HOME/fresnel/apps/*.plist\nthe manifests of applications\n"
    text += ".TP\n.I $XDG_CONFIG_HOME/fresnel/settings.json\nwhat holds for applications\n"
    text += ".SH SEE ALSO\n.BR man (1),\n.BR xdg\\-open (1)\n"
    return text
  }

  /// The environment variables that the tool reads.
  static let environment: [(name: String, meaning: String)] = [
    ("FRESNEL_STORE", "the directory of the store to use instead of the person's own"),
    ("NO_COLOR", "when set and not empty, nothing is coloured"),
    ("XDG_DATA_HOME", "where stores and the person's applications are; ~/.local/share by default"),
    ("XDG_DATA_DIRS", "where the system's applications and their manifests are looked for"),
    ("XDG_CONFIG_HOME", "where the settings of applications are; ~/.config by default"),
    ("MANPATH", "where pages are looked for by \"fresnel import manuals\""),
    ("LC_ALL, LC_MESSAGES, LANG", "the language of application names and manual pages"),
  ]

  private func section(_ definition: CommandDefinition) -> String {
    var text = ".SS \(escaped("fresnel " + definition.usage))\n"
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
      text += "\(escaped(example.line))\n.RE\n.fi\n"
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
