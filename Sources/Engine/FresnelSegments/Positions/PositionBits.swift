/// Why a record is none.
enum PositionDamage: Error {
  case record
}

/// The bits of a record, from the lowest of the first byte on; eight bytes can be read behind them.
struct PositionBits {
  private let base: UnsafeRawPointer
  /// The number of bits.
  let count: Int

  /// The bytes must outlive the bits, and eight more must be readable.
  init(_ base: UnsafeRawPointer, byteCount: Int) {
    self.base = base
    count = byteCount * 8
  }

  /// The bits from one on that lies in the record; only the lower 57 are sure to be those that follow.
  @inline(__always)
  func word(at bit: Int) -> UInt64 {
    let word = UInt64(
      littleEndian: base.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
    return word &>> UInt64(truncatingIfNeeded: bit & 7)
  }

  /// Reads at most 32 bits and moves behind them.
  @inline(__always)
  func read(_ count: Int, at bit: inout Int) throws(PositionDamage) -> Int {
    guard bit &+ count <= self.count else { throw .record }
    let value = word(at: bit) & ((1 &<< UInt64(truncatingIfNeeded: count)) &- 1)
    bit &+= count
    return Int(truncatingIfNeeded: value)
  }

  /// Reads a number written as so many zeros and a one, and moves behind it; below the number of bits.
  @inline(__always)
  func readUnary(at bit: inout Int) throws(PositionDamage) -> Int {
    var value = 0
    while true {
      guard bit < count else { throw .record }
      let zeros = word(at: bit).trailingZeroBitCount
      if zeros < 57 {
        value &+= zeros
        bit &+= zeros &+ 1
        return value
      }
      value &+= 57
      bit &+= 57
    }
  }

  /// Reads a number in an exponential Golomb code and moves behind it; less than 2^32.
  @inline(__always)
  func readGolomb(order: Int, at bit: inout Int) throws(PositionDamage) -> Int {
    let length = try readUnary(at: &bit) &+ order
    guard length < 32 else { throw .record }
    return (1 &<< length | (try read(length, at: &bit))) &- 1 &<< order
  }
}
