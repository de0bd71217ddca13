/// How a shell completes the value of an option or an operand.
enum Completion: Hashable, Sendable {
  /// Nothing can be suggested.
  case none
  /// Files.
  case files
  /// Directories.
  case directories
  /// A fixed list of words.
  case words([String])
}

/// An option as help, manual, completions and parser see it.
struct OptionDefinition: Hashable, Sendable {
  /// The long name without dashes.
  let name: String
  /// The one-letter name.
  let short: Character?
  /// What stands for the value in help; `nil` for a flag, which takes no value.
  let valueName: String?
  /// What the option does, in one sentence without a full stop.
  let summary: String
  /// Whether the option may be given more than once.
  let isRepeatable: Bool
  /// How a shell completes the value.
  let completion: Completion
}

/// An option declared once: its definition, and how its texts become a value.
struct Option<Value: Sendable>: Sendable {
  /// What help, manual, completions and parser need.
  let definition: OptionDefinition
  /// Turns the texts given, in order and possibly none, into the value.
  let read: @Sendable ([String]) throws(CommandError) -> Value
}

extension Option where Value == Bool {
  /// An option without a value.
  static func flag(_ name: String, short: Character? = nil, _ summary: String) -> Option {
    let definition = OptionDefinition(
      name: name, short: short, valueName: nil, summary: summary, isRepeatable: false,
      completion: .none)
    return Option(definition: definition) { texts throws(CommandError) in !texts.isEmpty }
  }
}

extension Option where Value == String? {
  /// An option with a text.
  static func text(
    _ name: String, short: Character? = nil, _ valueName: String, _ summary: String,
    completion: Completion = .none
  ) -> Option {
    let definition = OptionDefinition(
      name: name, short: short, valueName: valueName, summary: summary, isRepeatable: false,
      completion: completion)
    return Option(definition: definition) { texts throws(CommandError) in
      guard let text = texts.last else { return nil }
      if case .words(let words) = completion, !words.contains(text) {
        throw .usage(
          "--\(name) does not know \"\(text)\"",
          advice: "use one of \(words.joined(separator: ", "))")
      }
      return text
    }
  }
}

extension Option where Value == [String] {
  /// An option that may be repeated, and whose value may hold several parts separated by commas.
  static func list(
    _ name: String, short: Character? = nil, _ valueName: String, _ summary: String
  ) -> Option {
    let definition = OptionDefinition(
      name: name, short: short, valueName: valueName, summary: summary, isRepeatable: true,
      completion: .none)
    return Option(definition: definition) { texts throws(CommandError) in
      texts.flatMap { $0.split(separator: ",").map(String.init) }
    }
  }
}

extension Option where Value == [String] {
  /// An option with a path that may be repeated; commas belong to the path.
  static func paths(
    _ name: String, short: Character? = nil, _ valueName: String, _ summary: String
  ) -> Option {
    let definition = OptionDefinition(
      name: name, short: short, valueName: valueName, summary: summary, isRepeatable: true,
      completion: .files)
    return Option(definition: definition) { texts throws(CommandError) in texts }
  }
}

extension Option where Value == Int {
  /// An option with a whole number, 0 or more.
  static func count(
    _ name: String, short: Character? = nil, _ valueName: String, _ summary: String,
    default defaultValue: Int
  ) -> Option {
    let definition = OptionDefinition(
      name: name, short: short, valueName: valueName,
      summary: "\(summary) (default \(defaultValue))", isRepeatable: false, completion: .none)
    return Option(definition: definition) { texts throws(CommandError) in
      guard let text = texts.last else { return defaultValue }
      guard let number = Int(text), number >= 0 else {
        throw .usage(
          "--\(name) takes a whole number, not \"\(text)\"", advice: "write --\(name) 20")
      }
      return number
    }
  }
}
