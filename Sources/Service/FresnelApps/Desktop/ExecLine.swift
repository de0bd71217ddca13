/// The command line of a desktop entry's `Exec` key.
///
/// Quoting and field codes follow the Desktop Entry Specification 1.5, "The Exec key": arguments
/// are separated by spaces; inside double quotes `\"`, `` \` ``, `\$` and `\\` stand for the second
/// character; `%f %F %u %U` stand for what is opened, `%i %c %k` for icon, name and file, `%%` for
/// a percent sign; the deprecated `%d %D %n %N %v %m` vanish.
package struct ExecLine: Equatable, Sendable {
  /// What the field codes stand for.
  package struct Fields: Equatable, Sendable {
    /// URLs or paths to open.
    package var targets: [String] = []
    /// The icon's name.
    package var icon: String?
    /// The application's localized name.
    package var name: String
    /// The desktop file's path.
    package var path: String

    /// Makes the values of a line that opens nothing.
    package init(targets: [String] = [], icon: String? = nil, name: String, path: String) {
      self.targets = targets
      self.icon = icon
      self.name = name
      self.path = path
    }
  }

  /// The words, field codes included.
  package let words: [String]

  /// Splits a command line; `nil` when a quotation is not closed or nothing is left.
  package init?(_ line: String) {
    var words: [String] = []
    var word = ""
    var hasWord = false
    var isQuoted = false
    var isEscaped = false
    for character in line {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
        hasWord = true
      } else if character == "\"" {
        isQuoted.toggle()
        hasWord = true
      } else if !isQuoted, character == " " || character == "\t" || character == "\n" {
        if hasWord { words.append(word) }
        word = ""
        hasWord = false
      } else {
        word.append(character)
        hasWord = true
      }
    }
    guard !isQuoted, !isEscaped else { return nil }
    if hasWord { words.append(word) }
    guard let program = words.first, !program.isEmpty, !program.contains("=") else { return nil }
    self.words = words
  }

  /// The program and its arguments, field codes filled in.
  package func arguments(_ fields: Fields) -> [String] {
    var result: [String] = []
    for word in words {
      switch word {
      case "%f", "%u":
        if let first = fields.targets.first { result.append(first) }
      case "%F", "%U":
        result += fields.targets
      case "%i":
        if let icon = fields.icon { result += ["--icon", icon] }
      default:
        result.append(filled(word, fields))
      }
    }
    return result
  }

  private func filled(_ word: String, _ fields: Fields) -> String {
    guard word.contains("%") else { return word }
    var result = ""
    var isCode = false
    for character in word {
      guard isCode else {
        if character == "%" { isCode = true } else { result.append(character) }
        continue
      }
      isCode = false
      switch character {
      case "%": result.append("%")
      case "c": result += fields.name
      case "k": result += fields.path
      case "f", "u": result += fields.targets.first ?? ""
      default: break
      }
    }
    return result
  }
}
