extension PropertyList {
  /// The forms in which a property list can be written.
  package enum Form: String, Sendable {
    /// XML, in UTF-8 or UTF-16.
    case xml
    /// The binary form, `bplist00`.
    case binary
    /// JSON.
    case json
  }

  /// The form that bytes begin as; `nil` for none.
  ///
  /// - Complexity: O(*s*) in the white space before the first character.
  package static func form(of bytes: [UInt8]) -> Form? {
    if BinaryPropertyListReader.begins(bytes) { return .binary }
    if bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xff, 0xfe]) { return .xml }
    let start = bytes.starts(with: utf8Mark) ? utf8Mark.count : 0
    switch bytes[start...].first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "<"): return .xml
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
    default: return nil
    }
  }

  /// Reads a property list of any form.
  ///
  /// - Throws: ``PropertyListError`` for bytes that are none, whatever they are.
  /// - Complexity: O(*b*) in the number of bytes and in the limits.
  package static func read(
    _ bytes: [UInt8], limits: PropertyListLimits = PropertyListLimits()
  ) throws(PropertyListError) -> PropertyList {
    guard bytes.count <= limits.byteCount else {
      throw PropertyListError(
        .tooLarge, at: .byte(limits.byteCount),
        "a property list of more than \(limits.byteCount) bytes is not read")
    }
    switch form(of: bytes) {
    case .binary:
      return try BinaryPropertyListReader.read(bytes, limits: limits)
    case .xml:
      return try XMLPropertyListReader.read(bytes, limits: limits)
    case .json:
      return try PropertyList.readJSON(try utf8(bytes), limits: limits)
    case nil:
      throw PropertyListError(
        .notAPropertyList, at: .byte(0),
        bytes.isEmpty
          ? "the file is empty"
          : "the file begins neither as XML nor as a binary property list nor as JSON")
    }
  }

  static let utf8Mark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// The text of a list as UTF-8 without a mark.
  private static func utf8(_ bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
    let text = bytes.starts(with: utf8Mark) ? Array(bytes.dropFirst(utf8Mark.count)) : bytes
    if let offset = text.firstInvalidUTF8 {
      throw PropertyListError(
        .malformed, at: .text(in: text[...], at: offset), "the text is not UTF-8")
    }
    return text
  }
}

extension PropertyListError.Place {
  /// The line and column of an offset in a text.
  static func text(in bytes: ArraySlice<UInt8>, at offset: Int) -> Self {
    let before = bytes[..<min(offset, bytes.endIndex)]
    let lineStart = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? bytes.startIndex
    return .text(
      line: before.count { $0 == 0x0a } + 1,
      // Every byte but the continuation bytes of UTF-8 begins a character.
      column: before[lineStart...].count { $0 & 0xc0 != 0x80 } + 1)
  }
}

extension [UInt8] {
  /// Where the bytes stop being UTF-8; `nil` when all are.
  fileprivate var firstInvalidUTF8: Int? {
    if String(validating: self, as: UTF8.self) != nil { return nil }
    // The decoder says that there is an error, not where: count what it takes before the first one.
    var decoder = UTF8()
    var iterator = makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      offset += UTF8.width(scalar)
    }
    return offset
  }
}
