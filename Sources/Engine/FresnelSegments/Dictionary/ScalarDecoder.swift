/// Takes UTF-8 apart; a byte that belongs to no character counts as one of its own.
enum ScalarDecoder {
  /// The greatest character; bytes that belong to none have numbers above it.
  static let maximum: UInt32 = 0x10_FFFF

  /// The characters of bytes, and where each one ends.
  static func scalars(_ bytes: UnsafeRawBufferPointer) -> (scalars: [UInt32], ends: [Int]) {
    var scalars: [UInt32] = []
    var ends: [Int] = []
    var position = 0
    while position < bytes.count {
      let scalar = scalar(bytes, at: position)
      position += scalar.byteCount
      scalars.append(scalar.value)
      ends.append(position)
    }
    return (scalars, ends)
  }

  /// The character at a position.
  static func scalar(
    _ bytes: UnsafeRawBufferPointer, at position: Int
  ) -> (value: UInt32, byteCount: Int) {
    let lead = bytes[position]
    if lead < 0x80 { return (UInt32(lead), 1) }
    let stray = (maximum + UInt32(lead), 1)
    let byteCount = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard lead >= 0xC2, lead < 0xF5, position + byteCount <= bytes.count else { return stray }
    var scalar = UInt32(lead) & (0x7F >> UInt32(byteCount))
    for index in 1..<byteCount {
      let byte = bytes[position + index]
      guard byte & 0xC0 == 0x80 else { return stray }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    // Longer than needed, a surrogate, or too great: such bytes would not be in the order of characters.
    let least: UInt32 = byteCount == 2 ? 0x80 : byteCount == 3 ? 0x800 : 0x1_0000
    guard scalar >= least, scalar <= maximum, !(0xD800...0xDFFF ~= scalar) else { return stray }
    return (scalar, byteCount)
  }
}
