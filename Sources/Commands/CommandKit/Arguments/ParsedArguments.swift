/// The words of a command line, sorted into options and operands by the command's definition.
package struct ParsedArguments: Sendable {
  /// The operands in order.
  package private(set) var operands: [String] = []
  /// Whether `--help` or `-h` was among the words.
  package private(set) var wantsHelp = false
  private let tool: String
  private var values: [String: [String]] = [:]

  /// The value of an option.
  package func callAsFunction<Value>(_ option: Option<Value>) throws(CommandError) -> Value {
    try option.read(values[option.definition.name] ?? [])
  }

  /// Whether an option was given at all.
  package func has(_ definition: OptionDefinition) -> Bool {
    values[definition.name] != nil
  }

  /// Sorts words by a command's definition.
  ///
  /// Options may stand anywhere; `--` makes the rest operands. A value follows its option after a
  /// space or `=`, and directly after a one-letter name. One-letter flags may be joined.
  ///
  /// - Parameters:
  ///   - words: The words after the command's name.
  ///   - definition: What the command takes.
  ///   - tool: The name of the tool, for what is said about mistakes.
  /// - Throws: ``CommandError`` for an unknown option, a missing or superfluous value, and a wrong
  ///   number of operands.
  package init(
    _ words: [String], for definition: CommandDefinition, of tool: String
  ) throws(CommandError) {
    self.tool = tool
    var index = 0
    var onlyOperands = false
    while index < words.count {
      let word = words[index]
      index += 1
      if onlyOperands || word == "-" || !word.hasPrefix("-") {
        operands.append(word)
      } else if word == "--" {
        onlyOperands = true
      } else if word == "--help" || word == "-h" {
        wantsHelp = true
      } else if word.hasPrefix("--") {
        try readLong(word.dropFirst(2), words, &index, definition)
      } else {
        try readShort(word.dropFirst(), words, &index, definition)
      }
    }
    if !wantsHelp { try checkOperands(definition) }
  }

  private mutating func readLong(
    _ text: Substring, _ words: [String], _ index: inout Int, _ definition: CommandDefinition
  ) throws(CommandError) {
    let equals = text.firstIndex(of: "=")
    let name = String(text[..<(equals ?? text.endIndex)])
    guard let option = definition.options.first(where: { $0.name == name }) else {
      throw unknownOption("--\(name)", definition)
    }
    let attached = equals.map { String(text[text.index(after: $0)...]) }
    if option.valueName == nil {
      guard attached == nil else {
        throw .usage("--\(name) takes no value", advice: "write --\(name) alone")
      }
      try record("", for: option)
    } else {
      try record(try value(of: option, attached: attached, words, &index), for: option)
    }
  }

  private mutating func readShort(
    _ text: Substring, _ words: [String], _ index: inout Int, _ definition: CommandDefinition
  ) throws(CommandError) {
    var rest = text
    while let letter = rest.popFirst() {
      guard let option = definition.options.first(where: { $0.short == letter }) else {
        throw unknownOption("-\(letter)", definition)
      }
      if option.valueName == nil {
        try record("", for: option)
      } else {
        let attached = rest.isEmpty ? nil : String(rest)
        try record(try value(of: option, attached: attached, words, &index), for: option)
        return
      }
    }
  }

  private func value(
    of option: OptionDefinition, attached: String?, _ words: [String], _ index: inout Int
  ) throws(CommandError) -> String {
    if let attached { return attached }
    guard index < words.count else {
      throw .usage(
        "--\(option.name) needs a value",
        advice: "write --\(option.name) \(option.valueName ?? "VALUE")")
    }
    index += 1
    return words[index - 1]
  }

  private mutating func record(
    _ value: String, for option: OptionDefinition
  ) throws(CommandError) {
    if !option.isRepeatable, option.valueName != nil, values[option.name] != nil {
      throw .usage("--\(option.name) is given twice", advice: "give it once")
    }
    values[option.name, default: []].append(value)
  }

  private func checkOperands(_ definition: CommandDefinition) throws(CommandError) {
    let counts = definition.operands.map(\.count)
    let least = counts.count { $0 == .one || $0 == .oneOrMore }
    if operands.count < least {
      let missing = definition.operands[min(operands.count, definition.operands.count - 1)]
      throw .usage(
        "\(missing.name) is missing", advice: "write \(tool) \(definition.usage)")
    }
    let takesMany = counts.contains { $0 == .oneOrMore || $0 == .any }
    if !takesMany, operands.count > counts.count {
      throw .usage(
        "\"\(operands[counts.count])\" is one word too many",
        advice: "write \(tool) \(definition.usage), and quote what belongs together")
    }
  }

  private func unknownOption(
    _ spelled: String, _ definition: CommandDefinition
  ) -> CommandError {
    let known = definition.options.map { "--\($0.name)" } + ["--help"]
    let near = nearest(to: spelled, among: known).map { "did you mean \($0)?" }
    return .usage(
      "\(tool) \(definition.name) has no option \(spelled)",
      advice: near ?? "see \(tool) \(definition.name) --help")
  }
}
