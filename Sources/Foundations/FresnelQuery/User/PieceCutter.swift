/// Cuts the text of a user query into pieces.
///
/// White space, tokens and quotes cut; nothing else does, so that `don't` and `node.js` stay one piece.
/// Time is linear in the text.
struct PieceCutter {
  private let scalars: [Unicode.Scalar]
  /// Where each scalar begins in the UTF-8, and where the last one ends.
  private let offsets: [Int]
  private let caret: Int
  private let tokens: [Range<Int>]
  private var found: [Piece] = []
  /// The quotes of which none that closes is ahead.
  private var unclosed: Set<Quote> = []

  init(_ text: String, caret: Int, tokens: [UserQuery.Token]) {
    var scalars: [Unicode.Scalar] = []
    var offsets: [Int] = []
    var offset = 0
    for scalar in text.unicodeScalars {
      let end = offset + UTF8.width(scalar)
      if end > UserQuery.mostBytes { break }
      scalars.append(scalar)
      offsets.append(offset)
      offset = end
    }
    offsets.append(offset)
    (self.scalars, self.offsets, self.caret) = (scalars, offsets, caret)
    self.tokens = Self.places(of: tokens, at: offsets)
  }

  /// Where the tokens are, in order: those that cover whole characters and nothing of another one.
  private static func places(of tokens: [UserQuery.Token], at offsets: [Int]) -> [Range<Int>] {
    let ranges = tokens.filter { $0.kind != .dismissed && !$0.range.isEmpty }.map(\.range)
    guard !ranges.isEmpty else { return [] }
    let edges = Set(offsets)
    var places: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard range.lowerBound >= places.last?.upperBound ?? 0, edges.contains(range.lowerBound),
        edges.contains(range.upperBound)
      else { continue }
      places.append(range)
    }
    return places
  }

  /// The pieces, in order; at most ``UserQuery/mostPieces``.
  mutating func pieces() -> [Piece] {
    var index = 0
    for token in tokens {
      let start = firstIndex(from: index, at: token.lowerBound)
      cut(index..<start)
      found.append(Piece(token, .token))
      index = firstIndex(from: start, at: token.upperBound)
    }
    cut(index..<scalars.count)
    return Array(found.prefix(UserQuery.mostPieces))
  }

  private func firstIndex(from index: Int, at offset: Int) -> Int {
    var index = index
    while index < scalars.count, offsets[index] < offset { index += 1 }
    return index
  }

  /// Cuts a part of the text that no token is in.
  private mutating func cut(_ part: Range<Int>) {
    unclosed = []
    var index = part.lowerBound
    while index < part.upperBound, found.count < UserQuery.mostPieces {
      if scalars[index].isSpace {
        index += 1
      } else if let end = closingQuote(at: index, in: part) {
        append(index + 1..<end, as: .phrase)
        index = end + 1
      } else {
        let end = chunkEnd(from: index, in: part)
        appendChunk(index..<end)
        index = end
      }
    }
  }

  /// The end of what goes on without white space; a phrase may begin behind signs, as in `("a b")`.
  private mutating func chunkEnd(from start: Int, in part: Range<Int>) -> Int {
    var end = start
    var hasWord = false
    repeat {
      hasWord = hasWord || scalars[end].isOfWord
      end += 1
      if end == part.upperBound || scalars[end].isSpace { return end }
    } while hasWord || closingQuote(at: end, in: part) == nil
    return end
  }

  private mutating func closingQuote(at index: Int, in part: Range<Int>) -> Int? {
    guard let quote = Quote(opening: scalars[index]), !unclosed.contains(quote) else { return nil }
    var end = index + 1
    while end < part.upperBound {
      if quote.isClosed(by: scalars[end]), quote != .single || isSingleClosed(at: end, in: part) {
        return end
      }
      end += 1
    }
    unclosed.insert(quote)
    return nil
  }

  /// Tells a quote from an apostrophe: nothing of a word is behind it.
  private func isSingleClosed(at index: Int, in part: Range<Int>) -> Bool {
    !scalars[index - 1].isSpace
      && (index + 1 == part.upperBound || !scalars[index + 1].isOfWord)
  }

  private mutating func append(_ range: Range<Int>, as kind: Piece.Kind) {
    guard let first = range.first(where: { scalars[$0].beginsWord }),
      let last = range.last(where: { scalars[$0].isOfWord })
    else { return }
    found.append(Piece(offsets[first]..<offsets[last + 1], kind))
  }

  private mutating func appendChunk(_ chunk: Range<Int>) {
    guard var first = chunk.first(where: { scalars[$0].beginsWord }),
      var last = chunk.last(where: { scalars[$0].isOfWord })
    else { return }
    if first > chunk.lowerBound, scalars[first - 1].narrow == "." {
      let isAlone = first - 1 == chunk.lowerBound || scalars[first - 2].narrow != "."
      if isAlone { first -= 1 }
    }
    // `c++` and `c#` have one or two of these; a longer row is no name.
    let signs = scalars[last + 1..<chunk.upperBound].prefix {
      $0.narrow == "+" || $0.narrow == "#"
    }
    if signs.count <= 2 { last += signs.count }
    let mayGoOn = offsets[chunk.lowerBound] < caret && caret <= offsets[chunk.upperBound]
    let isCode = scalars[first...last].contains { !$0.isOfWord && !$0.isApostrophe }
    found.append(
      Piece(
        offsets[first]..<offsets[last + 1], isCode ? .code : mayGoOn ? .prefix : .word,
        mayGoOn: mayGoOn))
  }
}

/// Quotes that close one another.
private enum Quote {
  case double
  case single
  case corner
  case whiteCorner
  case angle

  /// The quotes that a mark may open. German closes with the mark that English opens with, so all double
  /// ones are alike.
  init?(opening mark: Unicode.Scalar) {
    switch mark.narrow {
    case "\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{AB}", "\u{BB}", "\u{301D}",
      "\u{301E}", "\u{301F}":
      self = .double
    // U+2019 is an apostrophe before it is a quote.
    case "'", "\u{2018}", "\u{201A}", "\u{201B}": self = .single
    case "\u{300C}": self = .corner
    case "\u{300E}": self = .whiteCorner
    case "\u{2039}", "\u{203A}": self = .angle
    default: return nil
    }
  }

  func isClosed(by mark: Unicode.Scalar) -> Bool {
    switch self {
    case .corner: mark == "\u{300D}"
    case .whiteCorner: mark == "\u{300F}"
    case .single: mark.isApostrophe || Quote(opening: mark) == self
    case .double, .angle: Quote(opening: mark) == self
    }
  }
}

// Each is asked about every character at every keystroke. Properties take some hundred instructions, so that those of
// ASCII are not looked up.
extension Unicode.Scalar {
  fileprivate var isSpace: Bool {
    isASCII ? self == " " || 0x09...0x0D ~= value : properties.isWhitespace
  }

  private var isASCIIWord: Bool { (value | 0x20) &- 0x61 < 26 || value &- 0x30 < 10 }

  /// Whether a term may begin with it: a letter or a digit that folding does not take away. The index
  /// cuts at other numbers, such as superscripts, unless they stand in ideographic text.
  fileprivate var beginsWord: Bool {
    if isASCII { return isASCIIWord }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      // U+0640 only makes an Arabic word longer.
      value != 0x640 && !properties.isDefaultIgnorableCodePoint
    case .letterNumber, .otherNumber: 0x3000...0x303F ~= value
    default: false
    }
  }

  /// Whether it is a part of a word: marks are, behind a letter.
  fileprivate var isOfWord: Bool {
    if isASCII { return isASCIIWord }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: beginsWord || value == 0x640 || properties.isDefaultIgnorableCodePoint
    }
  }

  fileprivate var isApostrophe: Bool {
    self == "\u{2019}" || narrow == "'"
  }

  /// The character, of those in full width that of ASCII.
  fileprivate var narrow: Unicode.Scalar {
    guard 0xFF01...0xFF5E ~= value else { return self }
    return Unicode.Scalar(value - 0xFEE0) ?? self
  }
}
