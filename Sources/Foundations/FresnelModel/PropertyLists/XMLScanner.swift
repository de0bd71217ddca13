/// Splits XML (1.0, without a document type of its own) into tags and text.
///
/// It knows the five entities that XML itself defines and character references, and no others: a
/// document cannot define any, so that none can stand for more than it takes to write it. Names are
/// ASCII. Nothing is looked up anywhere.
struct XMLScanner {
  /// A piece of a document.
  enum Token: Equatable {
    /// `<name …>`, or `<name …/>` when it is empty.
    case start(name: String, attributes: [Attribute], isEmpty: Bool)
    /// `</name>`
    case end(name: String)
    /// Text between tags with references resolved; never empty.
    case text([UInt8])
    /// There is no more.
    case endOfDocument
  }

  /// A name and a value in a start tag.
  struct Attribute: Equatable {
    /// Before the equals sign.
    let name: String
    /// Between the quotes.
    let value: [UInt8]
  }

  private let bytes: [UInt8]
  private var position = 0
  /// Where the last token began.
  private(set) var tokenStart = 0

  /// Scans text in UTF-8 without a mark; the bytes have to be valid.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads up to the root's start tag and returns the document type's name, if one is declared. Text
  /// that came in UTF-16 has to say so in its declaration.
  mutating func prolog(isUTF16: Bool) throws(PropertyListError) -> String? {
    if starts(with: "<?xml"), peek(5).map(Self.isSpace) == true { try declaration(isUTF16) }
    var documentType: String?
    while true {
      skipSpace()
      tokenStart = position
      if starts(with: "<!--") {
        try skip("<!--", past: "-->", "a comment")
      } else if starts(with: "<!") {
        guard documentType == nil else { throw error("a second document type") }
        documentType = try self.documentType()
      } else if starts(with: "<?") {
        try skip("<?", past: "?>", "a processing instruction")
      } else {
        return documentType
      }
    }
  }

  /// The next piece, without comments and processing instructions.
  mutating func next() throws(PropertyListError) -> Token {
    tokenStart = position
    var text: [UInt8] = []
    while let byte = peek() {
      if byte == UInt8(ascii: "&") {
        try reference(into: &text)
      } else if byte != UInt8(ascii: "<") {
        try character(into: &text)
      } else if starts(with: "<!--") {
        try skip("<!--", past: "-->", "a comment")
      } else if starts(with: "<![CDATA[") {
        try characterData(into: &text)
      } else if starts(with: "<?") {
        try skip("<?", past: "?>", "a processing instruction")
      } else if text.isEmpty {
        return try tag()
      } else {
        break
      }
    }
    return text.isEmpty ? .endOfDocument : .text(text)
  }

  /// An error at a place; where the last token began unless one is given.
  func error(
    _ reason: String, _ code: PropertyListError.Code = .malformed, at offset: Int? = nil
  ) -> PropertyListError {
    PropertyListError(code, at: .text(in: bytes[...], at: offset ?? tokenStart), reason)
  }

  // MARK: - Prolog

  private mutating func declaration(_ isUTF16: Bool) throws(PropertyListError) {
    position += 5
    while true {
      skipSpace()
      if skip("?>") { return }
      let start = position
      let attribute = try attribute()
      guard attribute.name == "encoding" else { continue }
      let encoding = String(decoding: attribute.value, as: UTF8.self)
      let known =
        isUTF16
        ? ["utf-16", "utf-16le", "utf-16be", "utf16"] : ["utf-8", "utf8", "us-ascii", "ascii"]
      guard known.contains(encoding.lowercased()) else {
        throw error(
          "the text is in UTF-\(isUTF16 ? 16 : 8) and says that it is in \(encoding)",
          .unsupported, at: start)
      }
    }
  }

  private mutating func documentType() throws(PropertyListError) -> String {
    guard skip("<!DOCTYPE"), peek().map(Self.isSpace) == true else {
      throw error("expected a document type or an element")
    }
    skipSpace()
    let name = try self.name("the document type's name")
    skipSpace()
    let isPublic = skip("PUBLIC")
    if isPublic || skip("SYSTEM") {
      for _ in 0..<(isPublic ? 2 : 1) {
        skipSpace()
        _ = try quoted()
      }
      skipSpace()
    }
    if peek() == UInt8(ascii: "[") {
      throw error("a document type with declarations of its own is refused", .unsupported)
    }
    guard skip(">") else { throw error("expected the end of the document type", at: position) }
    return name
  }

  // MARK: - Tags

  private mutating func tag() throws(PropertyListError) -> Token {
    if starts(with: "<!") { throw error("a declaration among the elements") }
    position += 1
    if skip("/") {
      let name = try self.name("an element's name")
      skipSpace()
      guard skip(">") else { throw error("expected the end of the tag </\(name)", at: position) }
      return .end(name: name)
    }
    let name = try self.name("an element's name")
    var attributes: [Attribute] = []
    while true {
      let hasSpace = peek().map(Self.isSpace) == true
      skipSpace()
      if skip("/>") { return .start(name: name, attributes: attributes, isEmpty: true) }
      if skip(">") { return .start(name: name, attributes: attributes, isEmpty: false) }
      guard hasSpace else { throw error("expected the end of the tag <\(name)", at: position) }
      let start = position
      let attribute = try attribute()
      guard !attributes.contains(where: { $0.name == attribute.name }) else {
        throw error("the attribute \(attribute.name) comes twice", at: start)
      }
      attributes.append(attribute)
      // No element of a property list has more than one.
      guard attributes.count <= 16 else { throw error("too many attributes") }
    }
  }

  private mutating func attribute() throws(PropertyListError) -> Attribute {
    let name = try self.name("an attribute's name")
    skipSpace()
    guard skip("=") else { throw error("expected = after \(name)", at: position) }
    skipSpace()
    return Attribute(name: name, value: try quoted())
  }

  private mutating func quoted() throws(PropertyListError) -> [UInt8] {
    let start = position
    guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw error("expected a text in quotes", at: position)
    }
    position += 1
    var text: [UInt8] = []
    while let byte = peek() {
      if byte == quote {
        position += 1
        return text
      }
      if byte == UInt8(ascii: "<") { throw error("< has no place in quotes", at: position) }
      if byte == UInt8(ascii: "&") {
        try reference(into: &text)
      } else {
        try character(into: &text)
      }
    }
    throw error("the quotes are not closed", at: start)
  }

  private mutating func name(_ what: String) throws(PropertyListError) -> String {
    let start = position
    while let byte = peek(), Self.isNameByte(byte) { position += 1 }
    guard position > start, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[start]) else {
      throw error("expected \(what)", at: start)
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  // MARK: - Text

  /// Takes one byte of text, with ends of lines as XML wants them.
  private mutating func character(into text: inout [UInt8]) throws(PropertyListError) {
    let byte = bytes[position]
    guard byte >= 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d else {
      throw error("a control character has no place in XML", at: position)
    }
    position += 1
    if byte == 0x0d {
      if peek() != 0x0a { text.append(0x0a) }
    } else {
      text.append(byte)
    }
  }

  private mutating func characterData(into text: inout [UInt8]) throws(PropertyListError) {
    let start = position
    position += "<![CDATA[".utf8.count
    while peek() != nil {
      if skip("]]>") { return }
      try character(into: &text)
    }
    throw error("<![CDATA[ is not closed", at: start)
  }

  private mutating func reference(into text: inout [UInt8]) throws(PropertyListError) {
    let start = position
    position += 1
    let limit = min(bytes.count, position + 12)
    guard let end = bytes[position..<limit].firstIndex(of: UInt8(ascii: ";")) else {
      throw error("& begins no reference; write &amp; for the character itself", at: start)
    }
    let name = String(decoding: bytes[position..<end], as: UTF8.self)
    position = end + 1
    switch name {
    case "lt": text.append(UInt8(ascii: "<"))
    case "gt": text.append(UInt8(ascii: ">"))
    case "amp": text.append(UInt8(ascii: "&"))
    case "apos": text.append(UInt8(ascii: "'"))
    case "quot": text.append(UInt8(ascii: "\""))
    default:
      guard let scalar = Self.scalar(ofReference: name) else {
        throw error("there is no character &\(name);", at: start)
      }
      text.append(contentsOf: String(scalar).utf8)
    }
  }

  /// The character of `#38` or `#x26`; `nil` for what XML does not allow.
  private static func scalar(ofReference name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard digits.utf8.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) == true,
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(number)
    else { return nil }
    let isAllowed = number >= 0x20 || number == 0x09 || number == 0x0a || number == 0x0d
    return isAllowed && number != 0xfffe && number != 0xffff ? scalar : nil
  }

  // MARK: - Bytes

  private func peek(_ distance: Int = 0) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  private mutating func skipSpace() {
    while let byte = peek(), Self.isSpace(byte) { position += 1 }
  }

  private func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    return text.withUTF8Buffer { bytes[position..<(position + count)].elementsEqual($0) }
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    guard starts(with: text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  /// Steps over an opening and everything up to the end of a closing.
  private mutating func skip(
    _ opening: StaticString, past closing: StaticString, _ what: String
  ) throws(PropertyListError) {
    let start = position
    position += opening.utf8CodeUnitCount
    while position < bytes.count {
      if skip(closing) { return }
      position += 1
    }
    throw error("\(what) is not closed", at: start)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x09 || byte == 0x0d
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}
