/// Reads a pattern of a `.gitignore` file from its beginning.
struct GitPatternReader {
  private var rest: ArraySlice<UInt8>

  init(_ pattern: some Collection<UInt8>) {
    rest = Array(pattern)[...]
  }

  /// What follows two stars or more that are all between two slashes.
  enum Stars {
    case last
    case beforeSlash
    /// Git takes `\/` for a slash, but then has the stars match one name at least.
    case beforeEscapedSlash
  }

  /// Takes two stars or more when they are all up to the next slash or the end.
  mutating func takeStars() -> Stars? {
    let stars = rest.prefix { $0 == UInt8(ascii: "*") }
    guard stars.count > 1 else { return nil }
    let next = rest[stars.endIndex...]
    let found: Stars
    if next.isEmpty {
      found = .last
    } else if next.first == UInt8(ascii: "/") {
      found = .beforeSlash
    } else if next.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "/")]) {
      found = .beforeEscapedSlash
    } else {
      return nil
    }
    rest = next
    return found
  }

  /// Takes a slash, if the rest begins with one.
  mutating func takeSlash() -> Bool {
    if rest.first == UInt8(ascii: "\\") { rest = rest.dropFirst() }
    guard rest.first == UInt8(ascii: "/") else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Takes what matches one name, up to a slash or the end; `nil` when it is malformed.
  mutating func takeName() -> NamePattern? {
    var tokens: [NamePattern.Token] = []
    var sets: [ByteSet] = []
    while let byte = rest.first, byte != UInt8(ascii: "/") {
      switch byte {
      case UInt8(ascii: "*"):
        if tokens.last != .anyBytes { tokens.append(.anyBytes) }
      case UInt8(ascii: "?"): tokens.append(.anyByte)
      case UInt8(ascii: "["):
        guard let set = takeSet() else { return nil }
        tokens.append(.set(sets.count))
        sets.append(set)
        continue
      case UInt8(ascii: "\\"):
        guard let escaped = rest.dropFirst().first else { return nil }
        // An escaped slash is one.
        if escaped == UInt8(ascii: "/") { return NamePattern(tokens: tokens, sets: sets) }
        tokens.append(.byte(escaped))
        rest = rest.dropFirst()
      default: tokens.append(.byte(byte))
      }
      rest = rest.dropFirst()
    }
    return NamePattern(tokens: tokens, sets: sets)
  }

  /// Takes `[…]`; `nil` when it has no end, or names a class that isn't known. The first byte may be `]`.
  private mutating func takeSet() -> ByteSet? {
    var set = ByteSet()
    rest = rest.dropFirst()
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest = rest.dropFirst() }
    // What a range may begin with.
    var previous: UInt8?
    var isFirst = true
    while let byte = rest.first, isFirst || byte != UInt8(ascii: "]") {
      isFirst = false
      rest = rest.dropFirst()
      if byte == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { return nil }
        set.insert(escaped)
        previous = escaped
      } else if byte == UInt8(ascii: "-"), let start = previous, let next = rest.first,
        next != UInt8(ascii: "]")
      {
        rest = rest.dropFirst()
        var end = next
        if next == UInt8(ascii: "\\") {
          guard let escaped = rest.popFirst() else { return nil }
          end = escaped
        }
        if start <= end { for member in start...end { set.insert(member) } }
        previous = nil
      } else if byte == UInt8(ascii: "["), rest.first == UInt8(ascii: ":") {
        guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let name = rest[rest.index(after: rest.startIndex)..<close]
        if name.last == UInt8(ascii: ":") {
          guard let isMember = Self.classes[String(decoding: name.dropLast(), as: UTF8.self)] else {
            return nil
          }
          for member in UInt8.min...127 where isMember(member) { set.insert(member) }
          rest = rest[rest.index(after: close)...]
          previous = nil
        } else {
          // No class, but a bracket.
          set.insert(byte)
          previous = byte
        }
      } else {
        set.insert(byte)
        previous = byte
      }
    }
    guard rest.popFirst() != nil else { return nil }
    if isNegated { set.formInverse() }
    return set
  }

  /// The classes of POSIX, of ASCII alone.
  private static let classes: [String: @Sendable (UInt8) -> Bool] = [
    "alnum": { isLetter($0) || isDigit($0) },
    "alpha": { isLetter($0) },
    "blank": { $0 == 0x20 || $0 == 0x09 },
    "cntrl": { $0 < 0x20 || $0 == 0x7F },
    "digit": { isDigit($0) },
    "graph": { $0 > 0x20 && $0 < 0x7F },
    "lower": { $0 >= 0x61 && $0 <= 0x7A },
    "print": { $0 >= 0x20 && $0 < 0x7F },
    "punct": { $0 > 0x20 && $0 < 0x7F && !isLetter($0) && !isDigit($0) },
    "space": { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) },
    "upper": { $0 >= 0x41 && $0 <= 0x5A },
    "xdigit": { isDigit($0) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x66) },
  ]

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
