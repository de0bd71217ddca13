/// Reads the XML form of a property list: a root `plist` that holds one value.
///
/// Strict: what Apple's document type does not allow is an error with its line and column. A document
/// type may be named but not written out, so no document can define entities.
struct XMLPropertyListReader {
  private let limits: PropertyListLimits
  private var hasRoot = false
  /// The open arrays and dictionaries, outermost first.
  private var containers: [Container] = []
  /// The open element that holds text.
  private var leaf: Leaf?
  private var result: PropertyList?
  private var failure: PropertyListError?

  /// An array or a dictionary, changed in place.
  private struct Container {
    let isDictionary: Bool
    var values: [PropertyList] = []
    var entries: [String: PropertyList] = [:]
    /// The key whose value comes next.
    var key: String?
  }

  private struct Leaf {
    let name: String
    let start: XMLPlace
    var text = ""
  }

  private init(_ limits: PropertyListLimits) {
    self.limits = limits
  }

  /// Reads a document in any encoding that the parser knows by itself: UTF-8, UTF-16 with a mark, or
  /// ISO 8859-1 and ASCII where its declaration says so.
  ///
  /// - Complexity: O(*n*).
  static func read(
    _ bytes: [UInt8], limits: PropertyListLimits
  ) throws(PropertyListError) -> PropertyList {
    var reader = Self(limits)
    // The root and an element with text are levels besides the containers, whose depth is checked here.
    let bounds = XMLLimits(
      depth: limits.depth + 3, tokenByteCount: 1 << 20, textByteCount: limits.byteCount)
    do throws(XMLError) {
      let stream = XMLStream(limits: bounds, encoding: .declared, documentType: "plist") {
        reader.take($0, at: $1)
      }
      _ = try stream.read(bytes, isLast: true)
    } catch {
      // The parser says of a text that ends early that it found no element.
      if error.reason == "no element found", let open = reader.openElement {
        throw reader.error("the element \(open) is not closed", at: error.place)
      }
      throw reader.failure ?? PropertyListError(error)
    }
    if let failure = reader.failure { throw failure }
    guard let result = reader.result else {
      throw PropertyListError(.malformed, at: .byte(bytes.count), "plist holds no value")
    }
    return result
  }

  /// Takes what comes next and tells whether to go on.
  private mutating func take(_ event: XMLEvent, at place: XMLPlace) -> Bool {
    do throws(PropertyListError) {
      switch event {
      case .start(let name, let attributes): try start(name, attributes, place)
      case .end: try end(place)
      case .text(let text, _):
        if leaf != nil {
          leaf?.text += text
        } else if !text.utf8.allSatisfy({ $0 <= 0x20 }) {
          throw error("text between elements", at: place)
        }
      }
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// The name of the innermost element that is open.
  private var openElement: String? {
    leaf?.name ?? containers.last.map { $0.isDictionary ? "dict" : "array" }
      ?? (hasRoot ? "plist" : nil)
  }

  private func error(
    _ reason: String, _ code: PropertyListError.Code = .malformed, at place: XMLPlace
  ) -> PropertyListError {
    PropertyListError(code, at: .text(line: place.line, column: place.column), reason)
  }

  // MARK: - Elements

  private mutating func start(
    _ name: XMLName, _ attributes: [XMLAttribute], _ place: XMLPlace
  ) throws(PropertyListError) {
    let element = name.namespace.isEmpty ? name.local : "\(name.namespace):\(name.local)"
    if !hasRoot {
      guard element == "plist" else {
        throw error("expected the element plist", .notAPropertyList, at: place)
      }
      guard attributes.allSatisfy({ $0.name == XMLName("version") && $0.value == "1.0" }) else {
        throw error("plist has another attribute than version=\"1.0\"", .unsupported, at: place)
      }
      hasRoot = true
      return
    }
    if let leaf { throw error("an element \(element) within a \(leaf.name)", at: place) }
    if result != nil { throw error("expected </plist> after the value", at: place) }
    if let attribute = attributes.first {
      throw error("\(element) takes no attribute \(attribute.name.local)", at: place)
    }
    try checkKey(before: element, place)
    switch element {
    case "dict", "array":
      guard containers.count < limits.depth else {
        throw error(
          "arrays and dictionaries nest deeper than \(limits.depth)", .tooDeep, at: place)
      }
      containers.append(Container(isDictionary: element == "dict"))
    case "key", "string", "true", "false", "integer", "real", "date", "data":
      leaf = Leaf(name: element, start: place)
    default: throw error("a property list has no element \(element)", at: place)
    }
  }

  /// In a dictionary keys and values take turns; elsewhere there are no keys.
  private func checkKey(before element: String, _ place: XMLPlace) throws(PropertyListError) {
    guard let container = containers.last, container.isDictionary else {
      if element == "key" { throw error("a key outside a dictionary", at: place) }
      return
    }
    switch (container.key, element) {
    case (let key?, "key"): throw error("the key \"\(key)\" has no value", at: place)
    case (nil, let other) where other != "key":
      throw error("expected a key before the \(other)", at: place)
    default: break
    }
  }

  private mutating func end(_ place: XMLPlace) throws(PropertyListError) {
    if let leaf {
      self.leaf = nil
      return leaf.name == "key" ? try add(key: leaf) : add(try value(of: leaf))
    }
    guard let container = containers.popLast() else {
      if result == nil { throw error("plist holds no value", at: place) }
      return
    }
    if let key = container.key { throw error("the key \"\(key)\" has no value", at: place) }
    add(container.isDictionary ? .dictionary(container.entries) : .array(container.values))
  }

  private mutating func add(key: Leaf) throws(PropertyListError) {
    let last = containers.count - 1
    guard containers[last].entries[key.text] == nil else {
      throw error("the key \"\(key.text)\" comes twice", .repeatedKey, at: key.start)
    }
    containers[last].key = key.text
  }

  private mutating func add(_ value: PropertyList) {
    let last = containers.count - 1
    guard last >= 0 else {
      result = value
      return
    }
    if containers[last].isDictionary, let key = containers[last].key {
      containers[last].entries[key] = value
      containers[last].key = nil
    } else {
      containers[last].values.append(value)
    }
  }

  // MARK: - Values

  private func value(of leaf: Leaf) throws(PropertyListError) -> PropertyList {
    func failure(
      _ reason: String, _ code: PropertyListError.Code = .malformed
    ) -> PropertyListError {
      error(reason, code, at: leaf.start)
    }
    let text = Self.trimmed(leaf.text)
    switch leaf.name {
    case "true", "false":
      guard leaf.text.isEmpty else { throw failure("\(leaf.name) holds no text") }
      return .boolean(leaf.name == "true")
    case "integer":
      guard Self.isInteger(text) else { throw failure("no whole number: \(text)") }
      guard let number = Self.integer(text) else {
        throw failure("a whole number beyond 64 bits: \(text)", .outOfRange)
      }
      return .integer(number)
    case "real":
      // What Swift reads too and plists have not: hexadecimal, infinity, NaN.
      guard text.utf8.allSatisfy(Self.isDecimalByte), let number = Double(text) else {
        throw failure("no number: \(text)")
      }
      guard number.isFinite else { throw failure("a number beyond range: \(text)", .outOfRange) }
      return .real(number)
    case "date":
      guard text.utf8.count == 20, text.hasSuffix("Z"), let date = Timestamp(iso8601: text) else {
        throw failure("no date as 2026-11-21T09:30:00Z: \(text)")
      }
      return .date(date)
    case "data":
      guard let bytes = Base64.decode(leaf.text.utf8.filter { $0 > 0x20 }) else {
        throw failure("the data are not base64")
      }
      return .data(bytes)
    default: return .string(leaf.text)
    }
  }

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

extension PropertyListError {
  /// What the parser found.
  fileprivate init(_ error: XMLError) {
    let code: Code =
      switch error.kind {
      case .malformed: .malformed
      case .documentType: .unsupported
      case .tooDeep: .tooDeep
      case .tooLong, .noMemory: .tooLarge
      }
    self.init(
      code, at: .text(line: error.place.line, column: error.place.column), error.reason)
  }
}
