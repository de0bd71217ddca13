/// Reads the XML form of a property list: a root `plist` that holds one value.
///
/// Strict: what Apple's document type does not allow is an error with its line and column. A document
/// type may be named but not written out, so no document can define entities.
struct XMLPropertyListReader {
  private var scanner: XMLScanner
  private let isUTF16: Bool
  private let limits: PropertyListLimits

  /// Reads text in UTF-8 without a mark; the bytes have to be valid.
  init(_ bytes: [UInt8], isUTF16: Bool, limits: PropertyListLimits) {
    scanner = XMLScanner(bytes)
    self.isUTF16 = isUTF16
    self.limits = limits
  }

  /// Reads the whole document.
  mutating func document() throws(PropertyListError) -> PropertyList {
    if let type = try scanner.prolog(isUTF16: isUTF16), type != "plist" {
      throw scanner.error("the document is a \(type), not a plist", .notAPropertyList)
    }
    guard case .start("plist", let attributes, let isEmpty) = try scanner.next() else {
      throw scanner.error("expected the element plist", .notAPropertyList)
    }
    guard attributes.allSatisfy({ $0.name == "version" && $0.value == Array("1.0".utf8) }) else {
      throw scanner.error("plist has another attribute than version=\"1.0\"", .unsupported)
    }
    guard !isEmpty, case .start(let name, let rootAttributes, let isRootEmpty) = try significant()
    else { throw scanner.error("plist holds no value") }
    let value = try self.value(name, rootAttributes, isRootEmpty, depth: 0)
    guard try significant() == .end(name: "plist") else {
      throw scanner.error("expected </plist> after the value")
    }
    guard try significant() == .endOfDocument else {
      throw scanner.error("expected the end of the document after </plist>")
    }
    return value
  }

  /// The next piece that is not white space.
  private mutating func significant() throws(PropertyListError) -> XMLScanner.Token {
    while true {
      let token = try scanner.next()
      guard case .text(let text) = token else { return token }
      guard text.allSatisfy({ $0 <= 0x20 }) else { throw scanner.error("text between elements") }
    }
  }

  private mutating func value(
    _ name: String, _ attributes: [XMLScanner.Attribute], _ isEmpty: Bool, depth: Int
  ) throws(PropertyListError) -> PropertyList {
    if let attribute = attributes.first {
      throw scanner.error("\(name) takes no attribute \(attribute.name)")
    }
    let start = scanner.tokenStart
    func failure(_ reason: String, _ code: PropertyListError.Code) -> PropertyListError {
      scanner.error(reason, code, at: start)
    }
    switch name {
    case "dict": return .dictionary(isEmpty ? [:] : try dictionary(depth: depth + 1))
    case "array": return .array(isEmpty ? [] : try array(depth: depth + 1))
    case "string": return .string(try text(of: name, isEmpty))
    case "true", "false":
      guard try text(of: name, isEmpty).isEmpty else {
        throw failure("\(name) holds no text", .malformed)
      }
      return .boolean(name == "true")
    case "integer":
      let text = Self.trimmed(try text(of: name, isEmpty))
      guard Self.isInteger(text) else { throw failure("no whole number: \(text)", .malformed) }
      guard let number = Self.integer(text) else {
        throw failure("a whole number beyond 64 bits: \(text)", .outOfRange)
      }
      return .integer(number)
    case "real":
      let text = Self.trimmed(try text(of: name, isEmpty))
      // What Swift reads too and plists have not: hexadecimal, infinity, NaN.
      let isPlain = text.utf8.allSatisfy(Self.isDecimalByte)
      guard isPlain, let number = Double(text) else {
        throw failure("no number: \(text)", .malformed)
      }
      guard number.isFinite else { throw failure("a number beyond range: \(text)", .outOfRange) }
      return .real(number)
    case "date":
      let text = Self.trimmed(try text(of: name, isEmpty))
      guard text.utf8.count == 20, text.hasSuffix("Z"), let date = Timestamp(iso8601: text) else {
        throw failure("no date as 2026-11-21T09:30:00Z: \(text)", .malformed)
      }
      return .date(date)
    case "data":
      let text = try text(of: name, isEmpty)
      guard
        let bytes = Base64.decode(String(decoding: text.utf8.filter { $0 > 0x20 }, as: UTF8.self))
      else { throw failure("the data are not base64", .malformed) }
      return .data(bytes)
    case "key": throw failure("a key outside a dictionary", .malformed)
    default: throw failure("a property list has no element \(name)", .malformed)
    }
  }

  private mutating func dictionary(
    depth: Int
  ) throws(PropertyListError) -> [String: PropertyList] {
    try check(depth)
    var entries: [String: PropertyList] = [:]
    while true {
      switch try significant() {
      case .end("dict"): return entries
      case .start("key", let attributes, let isEmpty):
        guard attributes.isEmpty else { throw scanner.error("key takes no attributes") }
        let start = scanner.tokenStart
        let key = try text(of: "key", isEmpty)
        guard entries[key] == nil else {
          throw scanner.error("the key \"\(key)\" comes twice", .repeatedKey, at: start)
        }
        guard case .start(let name, let attributes, let isEmpty) = try significant(), name != "key"
        else { throw scanner.error("the key \"\(key)\" has no value") }
        entries[key] = try value(name, attributes, isEmpty, depth: depth)
      case .start(let name, _, _):
        throw scanner.error("expected a key before the \(name)")
      case .end(let name): throw scanner.error("expected </dict>, found </\(name)>")
      case .text, .endOfDocument: throw scanner.error("a dict is not closed")
      }
    }
  }

  private mutating func array(depth: Int) throws(PropertyListError) -> [PropertyList] {
    try check(depth)
    var values: [PropertyList] = []
    while true {
      switch try significant() {
      case .end("array"): return values
      case .start(let name, let attributes, let isEmpty):
        values.append(try value(name, attributes, isEmpty, depth: depth))
      case .end(let name): throw scanner.error("expected </array>, found </\(name)>")
      case .text, .endOfDocument: throw scanner.error("an array is not closed")
      }
    }
  }

  /// The text of an element, up to and with its end tag.
  private mutating func text(
    of name: String, _ isEmpty: Bool
  ) throws(PropertyListError) -> String {
    if isEmpty { return "" }
    var text = ""
    while true {
      switch try scanner.next() {
      case .text(let bytes): text += String(decoding: bytes, as: UTF8.self)
      case .end(name): return text
      case .end(let other): throw scanner.error("expected </\(name)>, found </\(other)>")
      case .start(let other, _, _): throw scanner.error("an element \(other) within a \(name)")
      case .endOfDocument: throw scanner.error("a \(name) is not closed")
      }
    }
  }

  private func check(_ depth: Int) throws(PropertyListError) {
    guard depth <= limits.depth else {
      throw scanner.error("arrays and dictionaries nest deeper than \(limits.depth)", .tooDeep)
    }
  }

  // MARK: - Numbers

  private static func isDecimalByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { return "" }
    return String(text[first...last])
  }

  /// Whether a text is a sign or none, then decimal digits, or `0x` and hexadecimal ones.
  private static func isInteger(_ text: String) -> Bool {
    let digits = unsigned(text)
    let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    let rest = isHexadecimal ? digits.dropFirst(2) : digits
    return !rest.isEmpty
      && rest.utf8.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || isHexadecimal && UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 | 0x20
      }
  }

  private static func integer(_ text: String) -> Int64? {
    let digits = unsigned(text)
    let sign = text.hasPrefix("-") ? "-" : ""
    let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    return isHexadecimal
      ? Int64(sign + digits.dropFirst(2), radix: 16) : Int64(sign + digits, radix: 10)
  }

  private static func unsigned(_ text: String) -> Substring {
    text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
  }
}
