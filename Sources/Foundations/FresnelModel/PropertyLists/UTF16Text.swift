/// Text in UTF-16 with a byte order mark.
enum UTF16Text {
  /// The order of the bytes in a unit.
  enum Order {
    /// The most significant first.
    case big
    /// The least significant first.
    case little
  }

  /// The order that the mark at the start says; `nil` without a mark.
  static func mark(of bytes: [UInt8]) -> Order? {
    if bytes.starts(with: [0xfe, 0xff]) { return .big }
    if bytes.starts(with: [0xff, 0xfe]) { return .little }
    return nil
  }

  /// The text as UTF-8, without the mark.
  ///
  /// - Throws: ``PropertyListError`` where half of a unit or of a surrogate pair is missing.
  static func utf8(_ bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
    guard let order = mark(of: bytes) else { return bytes }
    guard bytes.count.isMultiple(of: 2) else {
      throw PropertyListError(
        .malformed, at: .byte(bytes.count - 1), "the text in UTF-16 ends within a character")
    }
    let units = stride(from: 2, to: bytes.count, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return order == .big ? first << 8 | second : second << 8 | first
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      let unit = firstInvalidUnit(of: units)
      throw PropertyListError(
        .malformed, at: .byte(2 + 2 * unit), "half of a surrogate pair is missing in UTF-16")
    }
    return Array(text.utf8)
  }

  /// The place of the first surrogate that has no partner.
  private static func firstInvalidUnit(of units: [UInt16]) -> Int {
    var index = 0
    while index < units.count {
      if UTF16.isTrailSurrogate(units[index]) { return index }
      if UTF16.isLeadSurrogate(units[index]) {
        guard index + 1 < units.count, UTF16.isTrailSurrogate(units[index + 1]) else {
          return index
        }
        index += 1
      }
      index += 1
    }
    return units.count
  }
}
