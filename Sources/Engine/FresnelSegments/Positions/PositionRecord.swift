import FresnelStorage

/// The head of a document's record, and where its parts are.
struct PositionRecord {
  /// The bits of a symbol.
  let width: Int
  /// The symbols of what `*` covers, which are the first ones.
  let describedCount: Int
  /// All symbols.
  let symbolCount: Int
  let hasExceptions: Bool
  let bits: PositionBits
  /// The first bit of the symbols.
  let start: Int
  /// How many buckets terms go to; 0 where terms have no slots of their own.
  private let bucketCount: Int
  private let displacements: UnsafeRawPointer

  /// Whether each term of the document has a slot of its own.
  var isExact: Bool { bucketCount > 0 }
  /// The first bit behind the symbols.
  var end: Int { start &+ symbolCount &* width }

  /// Reads the head of a record that has bytes and may be read eight bytes beyond its end; `nil` when
  /// it says that nothing is known.
  @inline(__always)
  init?(_ bytes: UnsafeRawBufferPointer) throws(PositionDamage) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { throw .record }
    let head = bytes[0]
    if head == PositionFormat.unknownHead {
      guard bytes.count == 1 else { throw .record }
      return nil
    }
    width = Int(head & 15)
    guard width > 0, bytes.count >= 3 else { throw .record }
    hasExceptions = head & PositionFormat.exceptionsBit != 0
    var position = 1
    let bitCount = UInt64(bytes.count) * 8
    var described = UInt64(head >> 5)
    if described == PositionFormat.longCount {
      guard let rest = Varint.readShort(bytes, at: &position), rest <= bitCount else {
        throw .record
      }
      described += rest
    }
    guard let text = Varint.readShort(bytes, at: &position), text <= bitCount,
      let buckets = Varint.readShort(bytes, at: &position),
      buckets <= UInt64(bytes.count - position)
    else { throw .record }
    describedCount = Int(described)
    symbolCount = Int(described + text)
    bucketCount = Int(buckets)
    bits = PositionBits(base, byteCount: bytes.count)
    displacements = base + position
    start = (position + bucketCount) * 8
    // At most twice the bits and a few, times 15.
    guard end <= bits.count else { throw .record }
  }

  /// The slot of a term that the document has.
  @inline(__always)
  func slot(of hash: UInt64) -> UInt64 {
    var displacement: UInt8 = 0
    if bucketCount > 0 {
      // A bucket's number is below their count, and all displacements were found to be there.
      displacement = displacements.load(
        fromByteOffset: PositionSlots.bucket(of: hash, count: bucketCount), as: UInt8.self)
    }
    return UInt64(
      truncatingIfNeeded: PositionSlots.slot(
        of: hash, displacement: displacement, count: PositionSlots.count(width: width)))
  }

  /// A symbol; the index must be below their count.
  @inline(__always)
  func symbol(at index: Int) -> UInt64 {
    bits.word(at: start &+ index &* width)
      & ((1 &<< UInt64(truncatingIfNeeded: width)) &- 1)
  }
}
