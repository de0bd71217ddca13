/// The first bytes of a term, at most eight: what a stored prefix list is found by.
struct TermPrefix: BitwiseCopyable, Hashable, Comparable {
  /// The longest prefix that has a list, in bytes.
  static let maximumLength = 8

  /// The bytes as a big-endian number, filled up with zeros, which no term holds: so numbers order
  /// prefixes as bytes do, each before those it is a prefix of.
  let key: UInt64
  let length: Int

  /// The first bytes of a term, which has at least as many.
  init(_ termKey: UInt64, length: Int) {
    key = length == 0 ? 0 : termKey & ~UInt64(0) &<< UInt64(64 &- 8 &* length)
    self.length = length
  }

  /// The first eight bytes of a term as a big-endian number, filled up with zeros.
  @inline(__always)
  static func key(of term: UnsafeBufferPointer<UInt8>) -> UInt64 {
    if term.count >= 8 {
      return UInt64(
        bigEndian: UnsafeRawPointer(term.baseAddress.unsafelyUnwrapped)
          .loadUnaligned(as: UInt64.self))
    }
    var key: UInt64 = 0
    for index in 0..<term.count { key |= UInt64(term[index]) &<< UInt64(56 &- 8 &* index) }
    return key
  }

  /// Whether a term begins with the prefix.
  @inline(__always)
  func isPrefix(of termKey: UInt64) -> Bool {
    TermPrefix(termKey, length: length).key == key
  }

  /// The bytes.
  var bytes: [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: key >> UInt64(56 - 8 * $0)) }
  }

  static func < (left: TermPrefix, right: TermPrefix) -> Bool { left.key < right.key }
}
