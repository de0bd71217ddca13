/// A number that was read from a text.
package struct NumberReading: Hashable, Sendable {
  /// The number, always finite.
  package let value: Double
  /// What was unusual about it.
  package let oddities: [ValueOddity]

  /// Reads a number as people write it: `4.5`, also `4,5`, `1,203`, `1.250,00` and `1 250`.
  ///
  /// Where a mark can mean two things, a comma before exactly three digits separates groups, and a point that
  /// stands alone is a decimal point.
  ///
  /// - Parameter text: The text; `nil` comes back when it says anything besides the number.
  package init?(_ text: String) {
    guard text.utf8.count <= 4 * ValueScanner.maximumLength else { return nil }
    var digits = Substring(foldingSpace(text))
    guard !digits.isEmpty, digits.utf8.count <= ValueScanner.maximumLength else { return nil }
    var oddities: [ValueOddity] = []
    var isNegative = false
    if digits.first == "-" || digits.first == "\u{2212}" {
      isNegative = true
      digits.removeFirst()
    } else if digits.first == "+" {
      oddities.append(.plusSign)
      digits.removeFirst()
    }
    if let plain = Self.plain(digits) {
      value = isNegative ? -plain : plain
      self.oddities = oddities
      return
    }
    guard let (number, more) = Self.marked(digits) else { return nil }
    value = isNegative ? -number : number
    self.oddities = oddities + more
  }

  /// A number as programs write it.
  private static func plain(_ text: Substring) -> Double? {
    var marks = 0
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: "."): marks += 1
      case UInt8(ascii: "e"), UInt8(ascii: "E"): marks += 1
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        guard previous | 0x20 == UInt8(ascii: "e") else { return nil }
      default: return nil
      }
      previous = byte
    }
    guard let first = text.utf8.first, ValueScanner.isDigit(first) || first == UInt8(ascii: "."),
      marks <= 2, ValueScanner.isDigit(previous), let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  /// A number with commas, or with marks between groups of digits.
  private static func marked(_ text: Substring) -> (Double, [ValueOddity])? {
    var runs: [Substring] = []
    var marks: [Character] = []
    var start = text.startIndex
    for index in text.indices {
      let character = text[index]
      if character.isASCII, let byte = character.utf8.first, ValueScanner.isDigit(byte) { continue }
      guard ",. '\u{2019}\u{A0}\u{202F}".contains(character) else { return nil }
      runs.append(text[start..<index])
      marks.append(character)
      start = text.index(after: index)
    }
    runs.append(text[start...])
    guard let last = marks.last, runs.allSatisfy({ !$0.isEmpty }) else { return nil }
    // The last mark is the decimal one when it differs from those before it, or can't end a group.
    let isDifferent = marks.count > 1 && marks.dropLast().allSatisfy { $0 != last }
    let canBeGroup = runs.last?.count == 3 && runs[0] != "0" && runs[0].count <= 3
    let isDecimal = (last == "," || last == ".") && (isDifferent || marks.count == 1 && !canBeGroup)
    let groups = isDecimal ? runs.dropLast() : runs[...]
    guard groups.dropFirst().allSatisfy({ $0.count == 3 }),
      groups.count == 1 || runs[0].count <= 3,
      Set(marks.prefix(groups.count - 1)).count <= 1
    else { return nil }
    var oddities: [ValueOddity] = groups.count > 1 ? [.groupedDigits] : []
    var digits = groups.joined()
    if isDecimal, let fraction = runs.last {
      if last == "," { oddities.append(.decimalComma) }
      digits += "." + fraction
    }
    return Double(digits).map { ($0, oddities) }
  }
}
