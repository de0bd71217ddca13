/// The command line of a desktop entry's `Exec` key.
///
/// Quoting and field codes follow the Desktop Entry Specification 1.5, "The Exec key": arguments are separated by spaces;
/// inside double quotes `\"`, `` \` ``, `\$` and `\\` stand for the second character; `%f %F %u %U` stand for what is
/// opened, `%i %c %k` for icon, name and file, `%%` for a percent sign; the deprecated `%d %D %n %N %v %m` vanish. Single
/// quotes, which the specification does not know and GLib does, keep everything up to the next one.
///
/// What a field code stands for comes from items and pages, so it is data: each stays within one argument, and a line
/// that would have a program read it as part of a command is refused (``problem(opening:)``).
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

  /// A part of an argument.
  enum Part: Equatable, Sendable {
    /// Characters that stand for themselves.
    case text(String)
    /// A field code, such as `u` for `%u`, and whether it stood inside quotes.
    case field(Character, isQuoted: Bool)

    /// The field codes that stand for what is opened.
    static let targetCodes: Set<Character> = ["f", "F", "u", "U"]
    /// All that stand for something.
    static let codes: Set<Character> = targetCodes.union(["i", "c", "k"])
  }

  /// The arguments, the program first.
  let arguments: [[Part]]
  /// By which names the files of some words' programs are known, by the words' places.
  var realNames: [Int: String] = [:]

  /// The program and its arguments as they stand, field codes included.
  package var words: [String] {
    arguments.map { parts in
      parts.map { part in
        switch part {
        case .text(let text): text
        case .field(let code, _): "%\(code)"
        }
      }.joined()
    }
  }

  /// Splits a command line; `nil` when a quotation is not closed or nothing is left.
  package init?(_ line: String) {
    var arguments: [[Part]] = []
    var argument: [(character: Character, isQuoted: Bool)]?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        argument = argument ?? []
        argument?.append((character, quote != nil))
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        argument = argument ?? []
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
        argument = argument ?? []
      } else if quote == nil, character == " " || character == "\t" || character == "\n" {
        if let argument { arguments.append(Self.parts(argument)) }
        argument = nil
      } else {
        argument = argument ?? []
        argument?.append((character, quote != nil))
      }
    }
    guard quote == nil, !isEscaped else { return nil }
    if let argument { arguments.append(Self.parts(argument)) }
    self.arguments = arguments
    guard let program = words.first, !program.isEmpty, !program.contains("=") else { return nil }
  }

  /// Finds the field codes of an argument.
  private static func parts(_ argument: [(character: Character, isQuoted: Bool)]) -> [Part] {
    var parts: [Part] = []
    var text = ""
    var percent: Bool?
    for (character, isQuoted) in argument {
      guard let wasQuoted = percent else {
        if character == "%" { percent = isQuoted } else { text.append(character) }
        continue
      }
      percent = nil
      if character == "%" {
        text.append("%")
      } else {
        if !text.isEmpty { parts.append(.text(text)) }
        text = ""
        parts.append(.field(character, isQuoted: isQuoted || wasQuoted))
      }
    }
    if !text.isEmpty || parts.isEmpty { parts.append(.text(text)) }
    return parts
  }

  /// Whether the line has one of some field codes, such as `u` for `%u`.
  package func takes(_ codes: Set<Character>) -> Bool {
    arguments.joined().contains { part in
      if case .field(let code, _) = part { codes.contains(code) } else { false }
    }
  }

  /// The program and its arguments, field codes filled in.
  ///
  /// A code that is an argument of its own stands for as many arguments as it has values; any other, as in
  /// `--option=%u`, is filled into its argument, which stays one.
  ///
  /// - Parameter fields: What the codes stand for.
  /// - Returns: The arguments, the program first.
  /// - Throws: ``ExecLineProblem`` when what a code stands for would be read as part of a command.
  package func arguments(_ fields: Fields) throws(ExecLineProblem) -> [String] {
    if let problem = problem(opening: !fields.targets.isEmpty) { throw problem }
    var result: [String] = []
    for parts in arguments {
      guard parts.count == 1, case .field(let code, _) = parts[0] else {
        result.append(parts.map { Self.filled($0, fields) }.joined())
        continue
      }
      switch code {
      case "f", "u": result += fields.targets.prefix(1)
      case "F", "U": result += fields.targets
      case "i": result += fields.icon.map { ["--icon", $0] } ?? []
      default: result.append(Self.filled(parts[0], fields))
      }
    }
    return result
  }

  private static func filled(_ part: Part, _ fields: Fields) -> String {
    switch part {
    case .text(let text): text
    case .field("c", _): fields.name
    case .field("k", _): fields.path
    case .field("i", _): fields.icon ?? ""
    case .field(let code, _):
      Part.targetCodes.contains(code) ? fields.targets.first ?? "" : ""
    }
  }
}
