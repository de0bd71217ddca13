import FresnelStorage

/// Why a record is none.
enum PositionDamage: Error {
  case record
}

/// The head of a document's record, and where its parts are.
struct PositionRecord {
  /// The bits of a symbol.
  let width: Int
  /// How many buckets terms go to; 0 where terms have no slots of their own.
  let bucketCount: Int
  /// The chains of each section.
  let describedCount: Int
  let textCount: Int
  private let bytes: UnsafeRawBufferPointer
  private let base: UnsafeRawPointer
  private let displacements: Int
  /// The first bit behind the displacements.
  let start: Int

  /// Whether each term of the document has a slot of its own.
  var isExact: Bool { bucketCount > 0 }

  /// Reads the head of a record that has bytes and may be read eight bytes beyond its end; `nil` when
  /// it says that nothing is known.
  init?(_ bytes: UnsafeRawBufferPointer) throws(PositionDamage) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { throw .record }
    let head = bytes[0]
    if head == PositionFormat.unknownHead {
      guard bytes.count == 1 else { throw .record }
      return nil
    }
    width = Int(head & 15)
    guard width >= 2, bytes.count >= 3 else { throw .record }
    bucketCount = Int(bytes[1])
    var position = 2
    var described = UInt64(head >> 4)
    let bitCount = UInt64(bytes.count) * 8
    if described == PositionFormat.longCount {
      guard let rest = Varint.readShort(bytes, at: &position), rest <= bitCount else {
        throw .record
      }
      described += rest
    }
    guard let text = Varint.readShort(bytes, at: &position), described <= bitCount,
      text <= bitCount, bytes.count - position >= bucketCount
    else { throw .record }
    describedCount = Int(described)
    textCount = Int(text)
    self.bytes = bytes
    self.base = base
    displacements = position
    start = (position + bucketCount) * 8
  }

  /// The slot of a term that the document has.
  @inline(__always)
  func slot(of hash: UInt64) -> UInt32 {
    var displacement: UInt8 = 0
    if bucketCount > 0 {
      // A bucket's number is below their count, and all displacements were found to be there.
      displacement = bytes[displacements &+ PositionSlots.bucket(of: hash, count: bucketCount)]
    }
    return UInt32(
      truncatingIfNeeded: PositionSlots.slot(
        of: hash, displacement: displacement, count: PositionSlots.count(width: width)))
  }

  /// Appends the lengths of all chains, in symbols; returns the first bit of the symbols.
  func readLengths(
    into lengths: inout GrowableBuffer<Int>
  ) throws(PositionDamage) -> Int {
    let end = bytes.count * 8
    var bit = start
    for count in [describedCount, textCount] {
      var length = PositionFormat.leastSymbolCount
      for _ in 0..<count {
        while true {
          guard bit < end else { throw .record }
          let zeros = word(at: bit).trailingZeroBitCount
          // Of the 64 bits loaded, 57 at least are those from `bit` on.
          if zeros < 57 {
            length += zeros
            bit += zeros + 1
            break
          }
          length += 57
          bit += 57
        }
        guard length <= end else { throw .record }
        lengths.append(length)
      }
    }
    var symbolCount = 0
    for index in 0..<lengths.count {
      symbolCount += lengths[index]
      guard bit + symbolCount * width <= end else { throw .record }
    }
    return bit
  }

  /// The bits from one on that lies in the record, the lowest first; zeros follow the 57th at latest.
  @inline(__always)
  func word(at bit: Int) -> UInt64 {
    // Eight bytes behind the record may be read.
    let word = UInt64(
      littleEndian: base.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
    return word &>> UInt64(truncatingIfNeeded: bit & 7)
  }
}
