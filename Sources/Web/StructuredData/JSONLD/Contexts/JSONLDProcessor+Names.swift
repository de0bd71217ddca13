internal import WebDocuments

extension JSONLDProcessor {
  /// How deep definitions may lead to others.
  static let greatestDefinitionDepth = 64

  /// The whole name that a text stands for (JSON-LD 1.1 API, 5.2).
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - context: What words mean.
  ///   - isRelative: Whether it may be an address relative to the document.
  ///   - isWord: Whether it may be a word that the context knows.
  ///   - offset: Where it stands.
  /// - Returns: A whole name, a keyword, or the text where it stands for neither; `nil` for what stands for nothing.
  /// - Throws: An error where names become too long.
  mutating func iri(
    _ text: String, in context: JSONLDContext, isRelative: Bool = false, isWord: Bool = false,
    at offset: Int
  ) throws(JSONLDError) -> String? {
    var context = context
    return try iri(text, in: &context, nil, isRelative: isRelative, isWord: isWord, at: offset)
  }

  /// The same while definitions are read, which may have to be read first.
  mutating func iri(
    _ text: String, in context: inout JSONLDContext, _ local: LocalDefinitions?,
    isRelative: Bool = false, isWord: Bool = false, at offset: Int
  ) throws(JSONLDError) -> String? {
    if JSONLDKeyword.contains(text) { return text }
    if JSONLDKeyword.looksLikeOne(text) { return nil }
    if let local, local.awaits(text) { try define(text, local, in: &context, at: offset) }
    let term = context.term(text)
    if let iri = term?.iri, JSONLDKeyword.contains(iri) { return iri }
    if isWord, let term { return term.iri }
    if let (prefix, suffix) = Self.compactParts(text) {
      if prefix == "_" || suffix.utf8.starts(with: "//".utf8) { return text }
      let prefix = String(prefix)
      if let local, local.awaits(prefix) { try define(prefix, local, in: &context, at: offset) }
      if let term = context.term(prefix), term.isPrefix, let start = term.iri {
        return try joined(start, suffix, at: offset)
      }
      if Self.isAbsolute(text) { return text }
    }
    if isWord, let vocabulary = context.vocabulary {
      return try joined(vocabulary, text[...], at: offset)
    }
    guard isRelative else { return text }
    let resolved = context.base.resolve(text)
    try budget.spend(name: resolved, at: offset)
    return resolved
  }

  /// Two parts of a name as one.
  mutating func joined(
    _ start: String, _ end: Substring, at offset: Int
  ) throws(JSONLDError) -> String {
    let name = start + end
    try budget.spend(name: name, at: offset)
    return name
  }

  /// What stands before and behind the first colon that isn't the first character.
  static func compactParts(_ text: String) -> (prefix: Substring, suffix: Substring)? {
    let bytes = text.utf8
    guard let colon = bytes.dropFirst().firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return (text[..<colon], text[bytes.index(after: colon)...])
  }

  /// Whether a text has the form of a whole name.
  static func isAbsolute(_ text: String) -> Bool {
    IRIParts.hasScheme(text)
      && !text.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
  }

  /// Whether a text has the form of a whole name, or is one of a blank node.
  static func isName(_ text: String) -> Bool {
    text.utf8.starts(with: "_:".utf8) || isAbsolute(text)
  }

  /// Whether what ends in a byte can stand before other names without anything between.
  static func endsPrefix(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "@"):
      true
    default: false
    }
  }
}
