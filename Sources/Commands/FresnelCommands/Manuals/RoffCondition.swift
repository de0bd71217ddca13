/// The condition of `.if`, `.ie` and `.while`, as a text terminal sees it.
struct RoffCondition {
  /// Whether the guarded input is formatted.
  let holds: Bool
  /// What follows the condition.
  let rest: ArraySlice<UInt8>

  /// Reads a condition from the start of `text`.
  ///
  /// `n` (terminal) and `o` (odd page) hold, `t`, `e` and `v` do not; two equal quoted texts hold;
  /// a defined string or macro holds; a number holds when it is above zero. Registers are zero,
  /// so a condition on one picks the plain branch.
  init(_ text: ArraySlice<UInt8>, isDefined: (String) -> Bool) {
    var rest = text.drop { $0 == UInt8(ascii: " ") }
    var isNegated = false
    while rest.first == UInt8(ascii: "!") {
      isNegated.toggle()
      rest = rest.dropFirst()
    }
    var value = false
    switch rest.first {
    case UInt8(ascii: "n")?, UInt8(ascii: "o")?:
      value = true
      rest = rest.dropFirst()
    case UInt8(ascii: "t")?, UInt8(ascii: "e")?, UInt8(ascii: "v")?:
      rest = rest.dropFirst()
    case UInt8(ascii: "d")?, UInt8(ascii: "r")?, UInt8(ascii: "c")?, UInt8(ascii: "m")?:
      let kind = rest.first
      rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
      let name = rest.prefix { $0 != UInt8(ascii: " ") }
      rest = rest.dropFirst(name.count)
      value =
        kind == UInt8(ascii: "c")
        || (kind == UInt8(ascii: "d") && isDefined(String(decoding: name, as: UTF8.self)))
    case UInt8(ascii: "'")?, UInt8(ascii: "\"")?:
      (value, rest) = Self.comparedTexts(rest)
    default:
      (value, rest) = Self.number(rest)
    }
    holds = value != isNegated
    self.rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  private static func comparedTexts(
    _ text: ArraySlice<UInt8>
  ) -> (Bool, rest: ArraySlice<UInt8>) {
    guard let delimiter = text.first else { return (false, text) }
    let parts = text.dropFirst().split(
      separator: delimiter, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return (false, []) }
    return (parts[0].elementsEqual(parts[1]), parts[2])
  }

  private static func number(_ text: ArraySlice<UInt8>) -> (Bool, rest: ArraySlice<UInt8>) {
    let expression = text.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    var cursor = RoffCursor(expression)
    var value = 0
    // Only a plain number or one register decides; anything longer counts as false.
    switch cursor.next() {
    case UInt8(ascii: "\\")?:
      guard cursor.next() == UInt8(ascii: "n") else { break }
      cursor.skipSign()
      value = RoffEscapes.register(named: cursor.name())
      if !cursor.rest.isEmpty, cursor.rest.first != UInt8(ascii: "\\") { value = 0 }
    case (UInt8(ascii: "0")...UInt8(ascii: "9"))?:
      value = Int(String(decoding: expression, as: UTF8.self)) ?? 0
    default: break
    }
    // `\n(.g .ds …` keeps its command; `\n(.g\{` does too.
    if let brace = Self.braceIndex(expression) {
      return (value > 0, text[brace...])
    }
    return (value > 0, text[expression.endIndex...])
  }

  private static func braceIndex(_ text: ArraySlice<UInt8>) -> Int? {
    text.indices.dropLast().first {
      text[$0] == UInt8(ascii: "\\") && text[$0 + 1] == UInt8(ascii: "{")
    }
  }
}
