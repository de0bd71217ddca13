/// Numbers of equal width in bits, one after the other from the lowest bit of the first byte up.
enum BitPacking {
  /// The zero bytes after packed numbers that let the last one be loaded by eight bytes.
  static let slackByteCount = 7

  /// The width of numbers up to a greatest one: 0 to 56, or 64.
  static func width(of greatest: UInt64) -> Int {
    let width = 64 - greatest.leadingZeroBitCount
    return width > 56 ? 64 : width
  }

  /// Whether a width is one that numbers are packed in.
  static func isAllowed(width: Int) -> Bool {
    0...56 ~= width || width == 64
  }

  /// The number of bytes of packed numbers, without slack.
  static func byteCount(_ count: Int, width: Int) -> Int {
    (count * width + 7) / 8
  }

  /// Appends numbers of at most `width` bits, up to a whole byte.
  static func append(_ numbers: some Sequence<UInt64>, width: Int, to bytes: inout [UInt8]) {
    guard width > 0 else { return }
    var pending: UInt64 = 0
    var pendingBits = 0
    for number in numbers {
      if width == 64 {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        continue
      }
      // Fewer than 8 bits are pending, so that with 56 more they fit.
      pending |= number << UInt64(pendingBits)
      pendingBits += width
      while pendingBits >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        pendingBits -= 8
      }
    }
    if pendingBits > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
  }

  /// Reads the number of an index. `base` must have the packed bytes up to that number and
  /// ``slackByteCount`` more.
  @inline(__always)
  static func read(_ base: UnsafeRawPointer, _ index: Int, width: Int) -> UInt64 {
    // A number of up to 56 bits begins within 7 bits of a byte, so eight bytes hold it; one of 64
    // bits begins with a byte.
    let bit = index &* width
    let word = UInt64(
      littleEndian: (base + (bit &>> 3)).loadUnaligned(as: UInt64.self))
    return (word &>> UInt64(truncatingIfNeeded: bit & 7)) & mask(width)
  }

  /// As many low bits set as a number is wide.
  @inline(__always)
  static func mask(_ width: Int) -> UInt64 {
    // Shifts of 64 or more give zero here, unlike masking ones.
    ~(UInt64.max << UInt64(truncatingIfNeeded: width))
  }
}
