extension Query: CustomStringConvertible {
  /// The query in canonical spelling: double quotes, suffix modifiers in the order c d w t, one
  /// space around operators, parentheses only where they are needed.
  ///
  /// For a tree that ``validate()`` accepts, parsing this text gives the tree's ``normalized`` form
  /// again.
  public var description: String {
    var printer = QueryPrinter()
    printer.print(normalized)
    return printer.text
  }
}

/// Writes trees and their parts as canonical text.
struct QueryPrinter {
  private(set) var text = ""

  /// Writes a normalized tree.
  mutating func print(_ query: Query) {
    switch query {
    case .comparison(let comparison): print(comparison)
    case .inRange(let attribute, let lower, let upper):
      text += "InRange("
      print(attribute)
      text += ", "
      print(lower)
      text += ", "
      print(upper)
      text += ")"
    case .not(let clause):
      text += "!"
      printOperand(clause, inParentheses: clause.isJunction)
    case .and(let clauses):
      print(clauses, joinedBy: " && ") { if case .or = $0 { true } else { false } }
    case .or(let clauses):
      print(clauses, joinedBy: " || ") { _ in false }
    }
  }

  private mutating func print(
    _ clauses: ClauseList, joinedBy separator: String, parenthesized: (Query) -> Bool
  ) {
    for (index, clause) in clauses.enumerated() {
      if index > 0 { text += separator }
      printOperand(clause, inParentheses: parenthesized(clause))
    }
  }

  private mutating func printOperand(_ clause: Query, inParentheses: Bool) {
    if inParentheses { text += "(" }
    print(clause)
    if inParentheses { text += ")" }
  }

  mutating func print(_ comparison: Comparison) {
    print(comparison.attribute)
    text += " \(comparison.comparator.rawValue) "
    print(comparison.value)
    guard case .pattern = comparison.value else { return }
    for (letter, modifier) in MatchModifiers.letters where comparison.modifiers.contains(modifier) {
      text.unicodeScalars.append(Unicode.Scalar(letter))
    }
  }

  mutating func print(_ attribute: AttributeReference) {
    switch attribute {
    case .metadata: text += "*"
    case .metadataAndText: text += "**"
    case .named(let name): text += name
    }
  }

  mutating func print(_ value: Literal) {
    switch value {
    case .pattern(let pattern): print(pattern)
    case .integer(let integer): text += String(integer)
    case .double(let double): text += String(double)
    case .time(let time): print(time)
    }
  }

  private mutating func print(_ pattern: Pattern) {
    text += "\""
    for element in pattern.elements {
      switch element {
      case .text(let literal): text += escaped(literal, "\"\\*?")
      case .anyCharacter: text += "?"
      case .anySequence: text += "*"
      }
    }
    text += "\""
  }

  private mutating func print(_ time: TimeExpression) {
    switch time {
    case .now(let offset):
      text += "$time.now"
      if offset != 0 { text += "(\(Int64(exactly: offset).map(String.init) ?? String(offset)))" }
    case .start(of: .day, offset: -1): text += "$time.yesterday"
    case .start(of: .week, offset: -1): text += "$time.last_week"
    case .start(let period, let offset):
      text += "$time.\(period.rawValue)"
      if offset != 0 { text += "(\(offset))" }
    case .iso(let instant): text += "$time.iso(\(instant))"
    }
  }
}

/// The text with a backslash before each of the given ASCII characters.
///
/// Works on scalars: a quotation mark that a combining mark follows is still a quotation mark to the
/// parser.
func escaped(_ text: String, _ special: StaticString) -> String {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count)
  special.withUTF8Buffer { special in
    for byte in text.utf8 {
      if special.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
