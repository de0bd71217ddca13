/// Turns the escape sequences of roff text into the characters that a reader sees.
struct RoffEscapes {
  /// The strings that the page defined, and those that the macro packages define.
  var strings: [String: [UInt8]] = [
    "lq": Array("“".utf8), "rq": Array("”".utf8), "R": Array("®".utf8), "Tm": Array("™".utf8),
    "q": Array("\"".utf8), "Lq": Array("“".utf8), "Rq": Array("”".utf8), "Ba": Array("|".utf8),
    "Le": Array("≤".utf8), "Ge": Array("≥".utf8), "Lt": Array("<".utf8), "Gt": Array(">".utf8),
    "Am": Array("&".utf8), "Ne": Array("≠".utf8), "Pm": Array("±".utf8), "If": Array("∞".utf8),
    "Na": Array("NaN".utf8), "Pi": Array("π".utf8),
  ]
  /// What the strings may still add to the page.
  var budget = RoffBudget()
  /// Whether the text just resolved ended in `\c`: what follows belongs to the same word.
  private(set) var continuesWord = false

  private static let backslash = UInt8(ascii: "\\")

  /// Appends the visible characters of `text` to `output`.
  ///
  /// A string's value may hold escapes itself; after eight levels they are dropped, so a string
  /// that names itself ends. A string that would add more than the page may is left out.
  mutating func resolve(
    _ text: ArraySlice<UInt8>, into output: inout [UInt8], depth: Int = 0
  ) {
    if depth == 0 { continuesWord = false }
    var cursor = RoffCursor(text)
    while let byte = cursor.next() {
      guard byte == Self.backslash else {
        // A control character in a page is a mistake that no reader wants to see.
        if byte >= 0x20 || byte == UInt8(ascii: "\t") { output.append(byte) }
        continue
      }
      guard let letter = cursor.next() else { return }
      guard resolve(letter, &cursor, into: &output, depth: depth) else { return }
    }
  }

  /// Resolves one escape; false when the rest of the line is a comment.
  private mutating func resolve(
    _ letter: UInt8, _ cursor: inout RoffCursor, into output: inout [UInt8], depth: Int
  ) -> Bool {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "#"):
      return false
    case UInt8(ascii: "-"), UInt8(ascii: "."):
      output.append(letter)
    case UInt8(ascii: "e"), UInt8(ascii: "E"), Self.backslash:
      output.append(Self.backslash)
    case UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "_"):
      output.append(letter)
    case UInt8(ascii: " "), UInt8(ascii: "~"), UInt8(ascii: "0"):
      output.append(UInt8(ascii: " "))
    case UInt8(ascii: "t"), UInt8(ascii: "a"):
      output.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "c"):
      continuesWord = true
    case UInt8(ascii: "("), UInt8(ascii: "["):
      cursor.stepBack()
      append(character: cursor.name(), to: &output)
    case UInt8(ascii: "C"):
      append(character: cursor.quoted(), to: &output)
    case UInt8(ascii: "N"):
      let number = UInt32(String(decoding: cursor.quoted(), as: UTF8.self))
      if let scalar = number.flatMap(Unicode.Scalar.init), scalar.value >= 0x20 {
        output.append(contentsOf: Array(String(Character(scalar)).utf8))
      }
    case UInt8(ascii: "*"):
      let name = String(decoding: cursor.name(), as: UTF8.self)
      // A string called with arguments keeps its name before the first space.
      let key = name.split(separator: " ").first.map(String.init) ?? name
      if depth < 8, let value = strings[key], budget.spend(part: value.count) {
        resolve(value[...], into: &output, depth: depth + 1)
      }
    case UInt8(ascii: "n"):
      cursor.skipSign()
      output.append(contentsOf: Array(String(Self.register(named: cursor.name())).utf8))
    case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "g"), UInt8(ascii: "k"),
      UInt8(ascii: "m"), UInt8(ascii: "M"), UInt8(ascii: "V"), UInt8(ascii: "Y"), UInt8(ascii: "$"):
      _ = cursor.name()
    case UInt8(ascii: "s"):
      cursor.skipSize()
    case UInt8(ascii: "o"):
      // Overstruck characters: the first is the one to read.
      let overstruck = cursor.quoted()
      if depth < 8 { resolve(overstruck.prefix(1), into: &output, depth: depth + 1) }
    case UInt8(ascii: "h"), UInt8(ascii: "v"), UInt8(ascii: "w"), UInt8(ascii: "l"),
      UInt8(ascii: "L"), UInt8(ascii: "D"), UInt8(ascii: "X"), UInt8(ascii: "Z"),
      UInt8(ascii: "b"), UInt8(ascii: "x"), UInt8(ascii: "H"), UInt8(ascii: "S"),
      UInt8(ascii: "A"), UInt8(ascii: "B"), UInt8(ascii: "R"):
      _ = cursor.quoted()
    case UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "%"),
      UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "p"), UInt8(ascii: "d"),
      UInt8(ascii: "u"), UInt8(ascii: "r"), UInt8(ascii: "z"), UInt8(ascii: "!"),
      UInt8(ascii: "?"):
      break
    default:
      // An escape that roff does not know prints its letter.
      output.append(letter)
    }
    return true
  }

  private func append(character name: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let name = String(decoding: name, as: UTF8.self)
    output.append(contentsOf: Array((RoffCharacters.text(named: name) ?? "").utf8))
  }

  /// The value of a number register: the formatter is groff, everything else is zero.
  static func register(named name: ArraySlice<UInt8>) -> Int {
    name.elementsEqual(".g".utf8) ? 1 : 0
  }
}

/// Reads the names and arguments that follow an escape's letter.
struct RoffCursor {
  private let text: ArraySlice<UInt8>
  private var index: Int

  /// Starts before the first byte of `text`.
  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    index = text.startIndex
  }

  /// The next byte.
  mutating func next() -> UInt8? {
    guard index < text.endIndex else { return nil }
    defer { index += 1 }
    return text[index]
  }

  /// The bytes not read yet.
  var rest: ArraySlice<UInt8> { text[index...] }

  /// Goes back by one byte, which must have been read.
  mutating func stepBack() {
    index -= 1
  }

  /// A name in one of its three forms: `x`, `(xx`, `[name]`.
  mutating func name() -> ArraySlice<UInt8> {
    guard let first = next() else { return [] }
    switch first {
    case UInt8(ascii: "("):
      let end = min(index + 2, text.endIndex)
      defer { index = end }
      return text[index..<end]
    case UInt8(ascii: "["):
      let end = text[index...].firstIndex(of: UInt8(ascii: "]")) ?? text.endIndex
      defer { index = min(end + 1, text.endIndex) }
      return text[index..<end]
    default:
      return text[(index - 1)..<index]
    }
  }

  /// An argument between two equal delimiters; a `[name]` form is read as a name.
  mutating func quoted() -> ArraySlice<UInt8> {
    guard let delimiter = next() else { return [] }
    if delimiter == UInt8(ascii: "[") || delimiter == UInt8(ascii: "(") {
      stepBack()
      return name()
    }
    let end = text[index...].firstIndex(of: delimiter) ?? text.endIndex
    defer { index = min(end + 1, text.endIndex) }
    return text[index..<end]
  }

  /// Skips the sign before a register's name.
  mutating func skipSign() {
    guard index < text.endIndex else { return }
    if text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") { index += 1 }
  }

  /// Skips a type size: `\s-1`, `\s+2`, `\s10`, `\s(12`, `\s[12]`, `\s'12'`.
  mutating func skipSize() {
    skipSign()
    guard index < text.endIndex else { return }
    switch text[index] {
    case UInt8(ascii: "("), UInt8(ascii: "["): _ = name()
    case UInt8(ascii: "'"): _ = quoted()
    case UInt8(ascii: "1")...UInt8(ascii: "3"):
      index += 1
      if index < text.endIndex, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index]) {
        index += 1
      }
    default: index += 1
    }
  }
}
