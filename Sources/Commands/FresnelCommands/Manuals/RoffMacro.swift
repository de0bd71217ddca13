/// What a page's own strings and macros may still add to it.
///
/// Strings that name strings and macros that call macros multiply: a page of a hundred bytes can ask for any number of
/// them. What is added is counted in bytes, and so much for each string and line, which takes time even when it is
/// empty. A page that has used it up is reduced to its end, as if its strings and macros were empty.
struct RoffBudget {
  /// The most that may be added, in bytes: ten times the text that is kept of a page.
  static let limit = 1 << 20
  /// What each string and each line counts besides its bytes.
  private static let costOfPart = 64
  /// What is left.
  private(set) var rest = limit

  /// Counts a string or a line before it is added; returns whether it may be.
  mutating func spend(part byteCount: Int) -> Bool {
    spend(byteCount + Self.costOfPart)
  }

  /// Counts bytes before they are added; returns whether they may be.
  mutating func spend(_ byteCount: Int) -> Bool {
    guard byteCount <= rest else { return false }
    rest -= byteCount
    return true
  }
}

/// A macro that a page defines.
struct RoffMacro {
  /// The lines of its definition.
  let lines: [[UInt8]]

  /// The lines with `\$1` to `\$9` and `\$*` filled in.
  ///
  /// - Parameters:
  ///   - arguments: What the macro is called with.
  ///   - budget: What may still be added to the page.
  /// - Returns: The lines; `nil` when there would be too many bytes.
  func filled(
    with arguments: [ArraySlice<UInt8>], _ budget: inout RoffBudget
  ) -> [ArraySlice<UInt8>]? {
    let all = Array(arguments.joined(separator: [UInt8(ascii: " ")]))
    var filled: [ArraySlice<UInt8>] = []
    for line in lines {
      guard budget.spend(part: line.count),
        let line = Self.filled(line, with: arguments, all, &budget)
      else { return nil }
      filled.append(line[...])
    }
    return filled
  }

  /// A line filled in; there, `\\` is a backslash.
  private static func filled(
    _ line: [UInt8], with arguments: [ArraySlice<UInt8>], _ all: [UInt8],
    _ budget: inout RoffBudget
  ) -> [UInt8]? {
    let backslash = UInt8(ascii: "\\")
    var result: [UInt8] = []
    var index = 0
    while index < line.count {
      var next = index + 1
      guard line[index] == backslash, next < line.count else {
        result.append(line[index])
        index += 1
        continue
      }
      if line[next] == backslash { next += 1 }
      if next + 1 < line.count, line[next] == UInt8(ascii: "$") {
        let selector = line[next + 1]
        var argument: ArraySlice<UInt8> = []
        if (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(selector) {
          let number = Int(selector - UInt8(ascii: "1"))
          if number < arguments.count { argument = arguments[number] }
        } else if selector == UInt8(ascii: "*") || selector == UInt8(ascii: "@") {
          argument = all[...]
        }
        guard budget.spend(argument.count) else { return nil }
        result.append(contentsOf: argument)
        index = next + 2
      } else if next == index + 2 {
        result.append(backslash)
        index = next
      } else {
        result.append(contentsOf: line[index...next])
        index = next + 1
      }
    }
    return result
  }
}
