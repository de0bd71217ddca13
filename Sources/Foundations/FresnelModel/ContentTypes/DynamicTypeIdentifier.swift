// A dynamic type identifier carries its tags and supertypes in its own text:
//
//   dyn.a h62d4rv4ge80s6d2
//   ----- ----------------
//   form  payload in base 32, most significant bit first, digits abcdefghkmnpqrstuvwxyz0123456789;
//         the last digit is filled up with zero bits
//
// The payload is UTF-8 text. One tag alone is `class=tag`; otherwise a question mark is followed by
// pairs `key=value` with colons between them, and a key may have several values with commas between
// them. The key 0 holds supertypes, every other key is a tag class. A backslash takes the special
// meaning from the character after it. Common keys and supertypes are abbreviated to one character:
//
//   1 public.filename-extension   4 com.apple.nspboard-type   5 public.url-scheme
//   2 com.apple.ostype            3 public.mime-type
//   6 public.data   7 public.text   8 public.plain-text   9 public.utf16-plain-text
//   A com.apple.traditional-mac-plain-text   B public.image   C public.video   D public.audio
//   E public.directory   F public.folder
//
// Example: the above is `?0=6:1=gpx`, data with the filename extension gpx. The form and its
// abbreviations were worked out in public from identifiers seen in the wild:
// https://alastairs-place.net/blog/2012/06/06/utis-are-better-than-you-think-and-heres-why/

/// What a dynamic type identifier says: tags and supertypes.
public struct DynamicTypeIdentifier: Hashable, Sendable {
  /// Identifiers of the types that the type conforms to directly.
  public var supertypes: [String]
  /// The type's tags by class.
  public var tags: [ContentTagClass: [String]]

  /// Makes the contents of an identifier.
  public init(supertypes: [String], tags: [ContentTagClass: [String]]) {
    self.supertypes = supertypes
    self.tags = tags
  }

  /// Reads an identifier, or returns `nil` when it is not dynamic or not of the known form.
  ///
  /// - Complexity: O(*n*) in the length of the identifier.
  public init?(decoding identifier: String) {
    let text = identifier.lowercased()
    guard text.hasPrefix(Self.prefix), let payload = Self.bytes(ofDigits: text.utf8.dropFirst(5)),
      let pairs = Self.pairs(in: payload), !pairs.isEmpty
    else { return nil }
    self.init(supertypes: [], tags: [:])
    for (key, values) in pairs {
      if key == "0" {
        supertypes += values.map { Self.expansions[$0] ?? $0 }
      } else {
        tags[ContentTagClass(rawValue: Self.expansions[key] ?? key), default: []] += values
      }
    }
  }

  /// The identifier. Equal contents give equal identifiers.
  public var identifier: String {
    var pairs: [(key: String, values: [String])] = tags.map { tagClass, values in
      (Self.abbreviations[tagClass.rawValue] ?? tagClass.rawValue, values)
    }
    pairs.sort { $0.key < $1.key }
    if !supertypes.isEmpty {
      pairs.insert(("0", supertypes.map { Self.abbreviations[$0] ?? $0 }), at: 0)
    }
    let isOneTag = supertypes.isEmpty && pairs.count == 1 && pairs[0].values.count == 1
    var payload: [UInt8] = isOneTag ? [] : [UInt8(ascii: "?")]
    for (number, pair) in pairs.enumerated() {
      if number > 0 { payload.append(UInt8(ascii: ":")) }
      Self.append(pair.key, to: &payload)
      for (number, value) in pair.values.enumerated() {
        payload.append(number == 0 ? UInt8(ascii: "=") : UInt8(ascii: ","))
        Self.append(value, to: &payload)
      }
    }
    return Self.prefix + Self.digits(of: payload)
  }
}

// MARK: - Payload

extension DynamicTypeIdentifier {
  private static let prefix = "dyn.a"

  private static let abbreviations: [String: String] = [
    "public.filename-extension": "1", "com.apple.ostype": "2", "public.mime-type": "3",
    "com.apple.nspboard-type": "4", "public.url-scheme": "5", "public.data": "6",
    "public.text": "7", "public.plain-text": "8", "public.utf16-plain-text": "9",
    "com.apple.traditional-mac-plain-text": "A", "public.image": "B", "public.video": "C",
    "public.audio": "D", "public.directory": "E", "public.folder": "F",
  ]

  private static let expansions: [String: String] = Dictionary(
    uniqueKeysWithValues: abbreviations.map { ($0.value, $0.key) })

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ","),
      UInt8(ascii: "\\"):
      true
    default:
      false
    }
  }

  private static func append(_ text: String, to payload: inout [UInt8]) {
    for byte in text.utf8 {
      if isSpecial(byte) { payload.append(UInt8(ascii: "\\")) }
      payload.append(byte)
    }
  }

  /// The pairs of a payload, or `nil` when it is not UTF-8, or a pair has no key or no value.
  private static func pairs(in payload: [UInt8]) -> [(key: String, values: [String])]? {
    var result: [(key: String, values: [String])] = []
    var words: [String] = []
    var word: [UInt8] = []
    /// Ends a word; false when it is empty or not text.
    func endWord() -> Bool {
      guard !word.isEmpty, let text = String(validating: word, as: UTF8.self) else { return false }
      words.append(text)
      word.removeAll(keepingCapacity: true)
      return true
    }
    /// Ends a pair; false when a part of it is missing.
    func endPair() -> Bool {
      guard endWord(), words.count > 1 else { return false }
      result.append((words[0], Array(words.dropFirst())))
      words.removeAll(keepingCapacity: true)
      return true
    }
    var index = payload.first == UInt8(ascii: "?") ? 1 : 0
    while index < payload.count {
      let byte = payload[index]
      switch byte {
      case UInt8(ascii: "\\") where index + 1 < payload.count:
        index += 1
        word.append(payload[index])
      case UInt8(ascii: ":"):
        guard endPair() else { return nil }
      case UInt8(ascii: "=") where words.isEmpty, UInt8(ascii: ",") where !words.isEmpty:
        guard endWord() else { return nil }
      default:
        word.append(byte)
      }
      index += 1
    }
    return endPair() ? result : nil
  }
}

// MARK: - Base 32

extension DynamicTypeIdentifier {
  private static let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)

  private static let values: [UInt8?] = {
    var result = [UInt8?](repeating: nil, count: 256)
    for (value, digit) in alphabet.enumerated() { result[Int(digit)] = UInt8(value) }
    return result
  }()

  private static func digits(of bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count * 8 + 4) / 5)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        count -= 5
        result.append(alphabet[Int(bits >> count & 31)])
      }
      bits &= 1 << count - 1
    }
    if count > 0 { result.append(alphabet[Int(bits << (5 - count) & 31)]) }
    return String(decoding: result, as: UTF8.self)
  }

  /// The whole bytes that digits spell; bits left over at the end are dropped.
  private static func bytes(ofDigits digits: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for digit in digits {
      guard let value = values[Int(digit)] else { return nil }
      bits = bits << 5 | UInt32(value)
      count += 5
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> count))
        bits &= 1 << count - 1
      }
    }
    return result
  }
}
