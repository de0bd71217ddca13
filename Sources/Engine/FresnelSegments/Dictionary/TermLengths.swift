/// The lengths at the head of a term: one byte for both, and one more for each that is 15 or above.
struct TermLengths {
  /// How many bytes are shared with the term before.
  let shared: Int
  /// How many follow.
  let suffix: Int

  /// Reads the lengths and moves `position` behind them.
  init(_ bytes: UnsafeRawBufferPointer, at position: inout Int) throws(TermDamage) {
    guard position < bytes.count else { throw .truncated }
    let lengths = bytes[position]
    position &+= 1
    var shared = Int(lengths >> 4)
    var suffix = Int(lengths & 15)
    if shared == TermBlockFormat.longLength {
      guard position < bytes.count else { throw .truncated }
      shared &+= Int(bytes[position])
      position &+= 1
    }
    if suffix == TermBlockFormat.longLength {
      guard position < bytes.count else { throw .truncated }
      suffix &+= Int(bytes[position])
      position &+= 1
    }
    self.shared = shared
    self.suffix = suffix
  }

  /// Appends the lengths.
  static func append(shared: Int, suffix: Int, to bytes: inout GrowableBuffer<UInt8>) {
    let long = TermBlockFormat.longLength
    bytes.append(UInt8(min(shared, long) << 4 | min(suffix, long)))
    if shared >= long { bytes.append(UInt8(shared - long)) }
    if suffix >= long { bytes.append(UInt8(suffix - long)) }
  }
}
