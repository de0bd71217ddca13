/// Completion scripts of the three common shells, made from the commands' definitions.
package struct ShellCompletions {
  /// A shell that the tool knows.
  package enum Shell: String, CaseIterable, Sendable {
    /// GNU Bash with the bash-completion convention.
    case bash
    /// Z shell.
    case zsh
    /// fish.
    case fish
  }

  /// The tool whose commands are completed.
  package let tool: CommandTool

  /// The completions of a tool.
  package init(tool: CommandTool) {
    self.tool = tool
  }

  /// The script of a shell.
  package func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The name of the shell function.
  private var function: String {
    "_" + tool.name.map { $0 == "-" ? "_" : String($0) }.joined()
  }

  private var visible: [CommandDefinition] { tool.definitions.filter { !$0.isHidden } }

  /// The first words of all commands with what they mean, in the order of the help.
  private var firstWords: [(word: String, summary: String)] {
    var words: [(word: String, summary: String)] = []
    for definition in visible {
      let word = definition.group ?? definition.name
      guard !words.contains(where: { $0.word == word }) else { continue }
      let verbs = visible.filter { $0.group == word }.map(\.verb)
      words.append(
        (word, verbs.isEmpty ? definition.summary : verbs.joined(separator: ", ")))
    }
    return words
  }

  /// The groups of commands, each with its members.
  private var groups: [(name: String, members: [CommandDefinition])] {
    firstWords.map { word in (word.word, visible.filter { $0.group == word.word }) }
      .filter { !$0.members.isEmpty }
  }

  private func optionWords(_ definition: CommandDefinition) -> [String] {
    definition.options.flatMap { option in
      (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
    } + ["--help"]
  }

  /// What a shell runs for ``Completion/names(_:)``. A name with other characters than identifiers have would be several
  /// words to it.
  private func namesCommand(_ kind: String) -> String { "\(tool.name) names \(kind) 2>/dev/null" }

  // MARK: - Bash

  private var bash: String {
    var text = """
      # Completion of \(tool.name) for bash.
      \(function)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        COMPREPLY=()
        if [[ $COMP_CWORD -eq 1 ]]; then
          COMPREPLY=($(compgen -W '\(firstWords.map(\.word).joined(separator: " ")) --help --version' -- "$current"))
          return
        fi
        local command=${COMP_WORDS[1]}
        case "$command" in

      """
    for group in groups {
      let verbs = group.members.map(\.verb).joined(separator: " ")
      text += "    \(group.name))\n      if [[ $COMP_CWORD -eq 2 ]]; then\n"
      text += "        COMPREPLY=($(compgen -W '\(verbs) --help' -- \"$current\"))\n"
      text += "        return\n      fi\n      command+=\" ${COMP_WORDS[2]}\" ;;\n"
    }
    text += "  esac\n  case \"$command\" in\n"
    for definition in visible {
      text += "    '\(definition.name)')\n      case \"$previous\" in\n"
      for option in definition.options where option.valueName != nil {
        let names = (option.short.map { "-\($0)|" } ?? "") + "--\(option.name)"
        text += "        \(names)) \(bashReply(option.completion)); return ;;\n"
      }
      text += "      esac\n      if [[ $current == -* ]]; then\n"
      text += "        COMPREPLY=($(compgen -W '\(optionWords(definition).joined(separator: " "))'"
      text += " -- \"$current\"))\n      else\n"
      text += "        \(bashReply(definition.operands.last?.completion ?? .none))\n      fi ;;\n"
    }
    text += "  esac\n}\ncomplete -F \(function) \(tool.name)\n"
    return text
  }

  private func bashReply(_ completion: Completion) -> String {
    switch completion {
    case .none: "COMPREPLY=()"
    case .files: "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$current\"))"
    case .directories: "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$current\"))"
    case .words(let words):
      "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
    case .names(let kind):
      "COMPREPLY=($(compgen -W \"$(\(namesCommand(kind)))\" -- \"$current\"))"
    }
  }

  // MARK: - Z shell

  private var zsh: String {
    var text = "#compdef \(tool.name)\n# Completion of \(tool.name) for zsh.\n\(function)() {\n"
    text += "  local -a commands\n  commands=(\n"
    for word in firstWords { text += "    '\(word.word):\(zshQuoted(word.summary))'\n" }
    text += """
        )
        if (( CURRENT == 2 )); then
          _describe -t commands command commands
          return
        fi
        local command=$words[2]
        case $command in

      """
    for group in groups {
      text += "    \(group.name))\n      if (( CURRENT == 3 )); then\n        commands=(\n"
      for member in group.members {
        text += "          '\(member.verb):\(zshQuoted(member.summary))'\n"
      }
      text +=
        "        )\n        _describe -t commands command commands\n        return\n      fi\n"
      text += "      command+=\" $words[3]\"; shift words; (( CURRENT-- )) ;;\n"
    }
    text += "  esac\n  case $command in\n"
    for definition in visible {
      text += "    '\(definition.name)')\n      shift words; (( CURRENT-- ))\n      _arguments"
      for option in definition.options {
        let value = option.valueName.map { ":\(zshQuoted($0)):\(zshAction(option.completion))" }
        let tail = "[\(zshQuoted(option.summary))]\(value ?? "")"
        let repeated = option.isRepeatable ? "*" : ""
        text += " \\\n        '\(repeated)--\(option.name)\(tail)'"
        if let short = option.short { text += " \\\n        '\(repeated)-\(short)\(tail)'" }
      }
      text += " \\\n        '--help[show help]'"
      if let operand = definition.operands.last {
        text += " \\\n        '*:\(zshQuoted(operand.name)):\(zshAction(operand.completion))'"
      }
      text += " ;;\n"
    }
    text += "  esac\n}\n\(function) \"$@\"\n"
    return text
  }

  private func zshAction(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .files: "_files"
    case .directories: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .names(let kind): "{compadd -- ${(f)\"$(\(namesCommand(kind)))\"}}"
    }
  }

  /// Text inside single quotes and brackets of an `_arguments` specification.
  private func zshQuoted(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "'": result += "'\\''"
      case "[", "]", ":", "\\": result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }

  // MARK: - fish

  private var fish: String {
    var text = "# Completion of \(tool.name) for fish.\ncomplete -c \(tool.name) -f\n"
    for word in firstWords {
      text += "complete -c \(tool.name) -n __fish_use_subcommand -a \(word.word)"
      text += " -d '\(fishQuoted(word.summary))'\n"
    }
    for group in groups {
      let verbs = group.members.map(\.verb).joined(separator: " ")
      for member in group.members {
        text += "complete -c \(tool.name) -n '__fish_seen_subcommand_from \(group.name); "
        text += "and not __fish_seen_subcommand_from \(verbs)' -a \(member.verb)"
        text += " -d '\(fishQuoted(member.summary))'\n"
      }
    }
    for definition in visible {
      let condition = "-n '\(fishCondition(of: definition))'"
      for option in definition.options {
        text += "complete -c \(tool.name) \(condition) -l \(option.name)"
        if let short = option.short { text += " -s \(short)" }
        if option.valueName != nil { text += " -x\(fishValues(option.completion))" }
        text += " -d '\(fishQuoted(option.summary))'\n"
      }
      if let operand = definition.operands.last, operand.completion != .none {
        let files = operand.completion == .files || operand.completion == .directories
        text +=
          "complete -c \(tool.name) \(condition)\(files ? " -F" : fishValues(operand.completion))\n"
      }
    }
    return text
  }

  /// What has been typed when a command is the one. A verb may be a command of its own too.
  private func fishCondition(of definition: CommandDefinition) -> String {
    if let group = definition.group {
      return "__fish_seen_subcommand_from \(group); "
        + "and __fish_seen_subcommand_from \(definition.verb)"
    }
    let others = groups.filter { $0.members.contains { $0.verb == definition.name } }.map(\.name)
    let exception =
      others.isEmpty
      ? "" : "; and not __fish_seen_subcommand_from \(others.joined(separator: " "))"
    return "__fish_seen_subcommand_from \(definition.name)" + exception
  }

  private func fishValues(_ completion: Completion) -> String {
    switch completion {
    case .none: ""
    case .files: " -a '(__fish_complete_path)'"
    case .directories: " -a '(__fish_complete_directories)'"
    case .words(let words): " -a '\(words.joined(separator: " "))'"
    case .names(let kind): " -a '(\(namesCommand(kind)))'"
    }
  }

  private func fishQuoted(_ text: String) -> String {
    text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
  }
}
