/// How a shell completes the value of an option or an operand.
package enum Completion: Hashable, Sendable {
  /// Nothing can be suggested.
  case none
  /// Files.
  case files
  /// Directories.
  case directories
  /// A fixed list of words.
  case words([String])
  /// The words that the tool prints, one on each line, for its hidden command `names` and this word.
  case names(String)
}

/// An option as help, manual, completions and parser see it.
package struct OptionDefinition: Hashable, Sendable {
  /// The long name without dashes.
  package let name: String
  /// The one-letter name.
  package let short: Character?
  /// What stands for the value in help; `nil` for a flag, which takes no value.
  package let valueName: String?
  /// What the option does, in one sentence without a full stop.
  package let summary: String
  /// Whether the option may be given more than once.
  package let isRepeatable: Bool
  /// How a shell completes the value.
  package let completion: Completion

  /// Makes a definition.
  package init(
    name: String, short: Character?, valueName: String?, summary: String, isRepeatable: Bool,
    completion: Completion
  ) {
    self.name = name
    self.short = short
    self.valueName = valueName
    self.summary = summary
    self.isRepeatable = isRepeatable
    self.completion = completion
  }
}

/// An option declared once: its definition, and how its texts become a value.
package struct Option<Value: Sendable>: Sendable {
  /// What help, manual, completions and parser need.
  package let definition: OptionDefinition
  /// Turns the texts given, in order and possibly none, into the value.
  package let read: @Sendable ([String]) throws(CommandError) -> Value

  /// Makes an option.
  package init(
    definition: OptionDefinition,
    read: @escaping @Sendable ([String]) throws(CommandError) -> Value
  ) {
    self.definition = definition
    self.read = read
  }
}

extension Option where Value == Bool {
  /// An option without a value.
  package static func flag(_ name: String, short: Character? = nil, _ summary: String) -> Option {
    let definition = OptionDefinition(
      name: name, short: short, valueName: nil, summary: summary, isRepeatable: false,
      completion: .none)
    return Option(definition: definition) { texts throws(CommandError) in !texts.isEmpty }
  }
}

extension Option where Value == String? {
  /// An option with a text.
  package static func text(
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
  package static func list(
    _ name: String, short: Character? = nil, _ valueName: String, _ summary: String,
    completion: Completion = .none
  ) -> Option {
    let definition = OptionDefinition(
      name: name, short: short, valueName: valueName, summary: summary, isRepeatable: true,
      completion: completion)
    return Option(definition: definition) { texts throws(CommandError) in
      texts.flatMap { $0.split(separator: ",").map(String.init) }
    }
  }
}

extension Option where Value == [String] {
  /// An option with a path that may be repeated; commas belong to the path.
  package static func paths(
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
  package static func count(
    _ name: String, short: Character? = nil, _ valueName: String, _ summary: String,
    default defaultValue: Int
  ) -> Option {
    let definition = OptionDefinition(
      name: name, short: short, valueName: valueName,
      summary: "\(summary) (default \(defaultValue))", isRepeatable: false, completion: .none)
    return Option(definition: definition) { texts throws(CommandError) in
      guard let text = texts.last else { return defaultValue }
      let number = Int(text)
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      if number == nil, !text.isEmpty, text.utf8.allSatisfy(digits.contains) {
        throw .usage(
          "--\(name) takes a number up to \(Int.max), and \(text.prefix(40)) is larger",
          advice: "write --\(name) 20")
      }
      guard let number, number >= 0 else {
        throw .usage(
          "--\(name) takes a whole number from 0 up, not \"\(text)\"", advice: "write --\(name) 20")
      }
      return number
    }
  }
}
