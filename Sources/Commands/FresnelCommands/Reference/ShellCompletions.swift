/// Completion scripts of the three common shells, made from the commands' definitions.
struct ShellCompletions {
  /// A shell that the tool knows.
  enum Shell: String, CaseIterable, Sendable {
    /// GNU Bash with the bash-completion convention.
    case bash
    /// Z shell.
    case zsh
    /// fish.
    case fish
  }

  /// The commands to complete.
  let definitions: [CommandDefinition]

  /// The script of a shell.
  func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private var visible: [CommandDefinition] { definitions.filter { !$0.isHidden } }

  private func optionWords(_ definition: CommandDefinition) -> [String] {
    definition.options.flatMap { option in
      (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
    } + ["--help"]
  }

  // MARK: - Bash

  private var bash: String {
    var text = """
      # Completion of fresnel for bash.
      _fresnel() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        COMPREPLY=()
        if [[ $COMP_CWORD -eq 1 ]]; then
          COMPREPLY=($(compgen -W '\(visible.map(\.name).joined(separator: " ")) --help --version' -- "$current"))
          return
        fi
        case "${COMP_WORDS[1]}" in

      """
    for definition in visible {
      text += "    \(definition.name))\n      case \"$previous\" in\n"
      for option in definition.options where option.valueName != nil {
        let names = (option.short.map { "-\($0)|" } ?? "") + "--\(option.name)"
        text += "        \(names)) \(bashReply(option.completion)); return ;;\n"
      }
      text += "      esac\n      if [[ $current == -* ]]; then\n"
      text += "        COMPREPLY=($(compgen -W '\(optionWords(definition).joined(separator: " "))'"
      text += " -- \"$current\"))\n      else\n"
      text += "        \(bashReply(definition.operands.last?.completion ?? .none))\n      fi ;;\n"
    }
    text += "  esac\n}\ncomplete -F _fresnel fresnel\n"
    return text
  }

  private func bashReply(_ completion: Completion) -> String {
    switch completion {
    case .none: "COMPREPLY=()"
    case .files: "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$current\"))"
    case .directories: "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$current\"))"
    case .words(let words):
      "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
    }
  }

  // MARK: - Z shell

  private var zsh: String {
    var text = "#compdef fresnel\n# Completion of fresnel for zsh.\n_fresnel() {\n"
    text += "  local -a commands\n  commands=(\n"
    for definition in visible {
      text += "    '\(definition.name):\(zshQuoted(definition.summary))'\n"
    }
    text += """
        )
        if (( CURRENT == 2 )); then
          _describe -t commands command commands
          return
        fi
        case $words[2] in

      """
    for definition in visible {
      text += "    \(definition.name))\n      shift words; (( CURRENT-- ))\n      _arguments"
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
    text += "  esac\n}\n_fresnel \"$@\"\n"
    return text
  }

  private func zshAction(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .files: "_files"
    case .directories: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
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
    var text = "# Completion of fresnel for fish.\ncomplete -c fresnel -f\n"
    for definition in visible {
      text += "complete -c fresnel -n __fish_use_subcommand -a \(definition.name)"
      text += " -d '\(fishQuoted(definition.summary))'\n"
    }
    for definition in visible {
      let condition = "-n '__fish_seen_subcommand_from \(definition.name)'"
      for option in definition.options {
        text += "complete -c fresnel \(condition) -l \(option.name)"
        if let short = option.short { text += " -s \(short)" }
        if option.valueName != nil { text += " -x\(fishValues(option.completion))" }
        text += " -d '\(fishQuoted(option.summary))'\n"
      }
      if let operand = definition.operands.last, operand.completion != .none {
        let files = operand.completion == .files || operand.completion == .directories
        text +=
          "complete -c fresnel \(condition)\(files ? " -F" : fishValues(operand.completion))\n"
      }
    }
    return text
  }

  private func fishValues(_ completion: Completion) -> String {
    switch completion {
    case .none: ""
    case .files: " -a '(__fish_complete_path)'"
    case .directories: " -a '(__fish_complete_directories)'"
    case .words(let words): " -a '\(words.joined(separator: " "))'"
    }
  }

  private func fishQuoted(_ text: String) -> String {
    text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
  }
}
