/// Attributes of an item without the item around them, one after the other: a form for storing some
/// attributes of an item apart from the others.
///
/// Each attribute is
///
/// - a varint: twice the number of a built-in attribute, or 0 for a custom one; plus 1 when the
///   attribute is not plain text, which a built-in one of type text is;
/// - only when it is not plain text: the type of the value, then for a custom attribute its flags,
///   then the length of its bytes as a varint;
/// - the attribute's bytes as the item has them; those of plain text begin with their length.
///
/// Built-in attributes come first, by ascending number. `Documentation/formats/item.md` explains
/// numbers, types and flags.
struct PackedAttributeReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0
  private var lastNumber: UInt16 = 0

  /// Reads the bytes, which may be anything and must outlive the reader.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// An attribute's row in the table of an item, and its bytes.
  struct Entry {
    /// `ffff` for a custom attribute.
    let number: UInt16
    let tag: UInt8
    let flags: UInt8
    let bytes: UnsafeRawBufferPointer
  }

  /// The next attribute; `nil` behind the last one.
  mutating func next() throws(ModelError) -> Entry? {
    guard position < bytes.count else { return nil }
    let head = try varint()
    guard head >> 1 < UInt64(ItemLayout.customAttributeNumber) else {
      throw .damaged("no such packed attribute", at: position)
    }
    let isCustom = head >> 1 == 0
    let number = isCustom ? ItemLayout.customAttributeNumber : UInt16(head >> 1)
    guard isCustom || number > lastNumber, !isCustom || head & 1 != 0 else {
      throw .damaged("packed attributes are out of order", at: position)
    }
    lastNumber = number
    var tag = ValueTag.string.rawValue
    var flags: UInt8 = 0
    var start = position
    if head & 1 != 0 {
      tag = try byte()
      if isCustom { flags = try byte() }
      let count = try varint()
      start = position
      try skip(count)
    } else {
      try skip(try varint())
    }
    return Entry(
      number: number, tag: tag, flags: flags,
      bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
  }

  private mutating func byte() throws(ModelError) -> UInt8 {
    guard position < bytes.count else {
      throw .damaged("packed attributes end early", at: position)
    }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func varint() throws(ModelError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 35, by: 7) {
      let byte = try byte()
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    throw .damaged("a packed number is too long", at: position)
  }

  private mutating func skip(_ count: UInt64) throws(ModelError) {
    guard count <= UInt64(bytes.count - position) else {
      throw .damaged("a packed attribute runs past the end", at: position)
    }
    position += Int(count)
  }
}

extension [UInt8] {
  /// Appends an attribute in the form that ``PackedAttributeReader`` reads.
  mutating func appendPacked(
    number: UInt16, tag: UInt8, flags: UInt8, _ value: UnsafeRawBufferPointer
  ) {
    let isCustom = number == ItemLayout.customAttributeNumber
    let head = isCustom ? 0 : UInt64(number) << 1
    if !isCustom, tag == ValueTag.string.rawValue, value.plainText != nil {
      appendVarint(head)
    } else {
      appendVarint(head | 1)
      append(tag)
      if isCustom { append(flags) }
      appendVarint(UInt64(value.count))
    }
    append(contentsOf: value)
  }

  private mutating func appendVarint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes of a text behind its length; `nil` when these are not a length and as many bytes.
  var plainText: UnsafeRawBufferPointer? {
    var length = 0
    for position in 0..<Swift.min(count, 5) {
      length |= Int(self[position] & 0x7f) << (7 * position)
      if self[position] < 0x80 {
        let text = self[(position + 1)...]
        return length == text.count ? UnsafeRawBufferPointer(rebasing: text) : nil
      }
    }
    return nil
  }
}
