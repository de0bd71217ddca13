/// Gathers bits, the lowest first, and appends them byte by byte; ``PositionBits`` reads them.
struct PositionBitWriter {
  private var word: UInt64 = 0
  private var bitCount: UInt64 = 0

  /// Appends at most 32 bits.
  @inline(__always)
  mutating func append(
    _ value: UInt64, bits: UInt64, to bytes: inout GrowableBuffer<UInt8>
  ) {
    word |= value &<< bitCount
    bitCount &+= bits
    while bitCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: word))
      word &>>= 8
      bitCount &-= 8
    }
  }

  /// Appends a number as so many zeros and a one.
  mutating func append(unary value: Int, to bytes: inout GrowableBuffer<UInt8>) {
    var zeros = value
    while zeros > 31 {
      append(0, bits: 31, to: &bytes)
      zeros -= 31
    }
    append(1 << UInt64(zeros), bits: UInt64(zeros + 1), to: &bytes)
  }

  /// Appends a number below 2^31 in the exponential Golomb code of an order.
  mutating func append(golomb value: Int, order: Int, to bytes: inout GrowableBuffer<UInt8>) {
    let raised = UInt64(value) + 1 << UInt64(order)
    let length = 63 - raised.leadingZeroBitCount
    append(unary: length - order, to: &bytes)
    append(raised & (1 << UInt64(length) - 1), bits: UInt64(length), to: &bytes)
  }

  /// Fills the last byte up with zeros and appends it.
  mutating func flush(to bytes: inout GrowableBuffer<UInt8>) {
    if bitCount > 0 { bytes.append(UInt8(truncatingIfNeeded: word)) }
    word = 0
    bitCount = 0
  }
}
