/// How a block tells the certainties of its postings; `Documentation/formats/postings.md`.
enum CertaintyKind {
  /// All are 3.
  static let clean: UInt8 = 0
  /// Most are the same, and the others are listed.
  static let mostlySame: UInt8 = 1
  /// There are two, and a bit for each posting says which.
  static let twoValues: UInt8 = 2
  /// Each is stored in two bits.
  static let stored: UInt8 = 3
}

/// The certainties of a block's postings: the low and the high bit of each in words of 64.
struct BlockCertainties: BitwiseCopyable {
  private var low0: UInt64
  private var low1: UInt64
  private var high0: UInt64
  private var high1: UInt64

  /// The bits of an exception: its place in the block, then its certainty.
  private static let exceptionWidth = 9
  private static let greatestExceptionCount = 63

  /// The same certainty for all.
  init(all certainty: UInt8) {
    low0 = certainty & 1 != 0 ? .max : 0
    low1 = low0
    high0 = certainty & 2 != 0 ? .max : 0
    high1 = high0
  }

  /// Whether all are certainly the same.
  var areEqual: Bool {
    low0 == low1 && high0 == high1 && (low0 == 0 || low0 == .max) && (high0 == 0 || high0 == .max)
  }

  /// The certainty of a posting by its place in the block.
  @inline(__always)
  subscript(place: Int) -> UInt8 {
    let bit = UInt64(truncatingIfNeeded: place & 63)
    let low = place < 64 ? low0 : low1
    let high = place < 64 ? high0 : high1
    return UInt8(truncatingIfNeeded: low &>> bit & 1 | (high &>> bit & 1) &<< 1)
  }
}

// MARK: - Decoding

extension BlockCertainties {
  /// The number of bytes that a block's certainties take; `nil` when they would begin behind its
  /// `limit` bytes.
  @inline(__always)
  static func byteCount(
    _ block: UnsafeRawPointer, at offset: Int, kind: UInt8, postingCount: Int, limit: Int
  ) -> Int? {
    switch kind {
    case CertaintyKind.clean: return 0
    case CertaintyKind.mostlySame:
      guard offset < limit else { return nil }
      let head = block.load(fromByteOffset: offset, as: UInt8.self)
      return 1 + (Int(head & 63) * exceptionWidth + 7) / 8
    case CertaintyKind.twoValues: return 1 + (postingCount + 7) / 8
    default: return (postingCount + 3) / 4
    }
  }

  /// Reads certainties; eight bytes behind them must be readable.
  init(_ bytes: UnsafeRawPointer, kind: UInt8, postingCount: Int) {
    switch kind {
    case CertaintyKind.clean:
      self.init(all: 3)
    case CertaintyKind.mostlySame:
      let head = bytes.load(as: UInt8.self)
      self.init(all: head >> 6)
      for number in 0..<Int(head & 63) {
        let exception = packedNumber(
          bytes + 1, at: number &* Self.exceptionWidth,
          mask: packedMask(width: Self.exceptionWidth))
        set(Int(exception & 127), UInt8(truncatingIfNeeded: exception &>> 7))
      }
    case CertaintyKind.twoValues:
      let head = bytes.load(as: UInt8.self)
      let first = BlockCertainties(all: head & 3)
      let differing = BlockCertainties(all: (head ^ head >> 2) & 3)
      let word0 = Self.word(bytes + 1, 0)
      let word1 = postingCount > 64 ? Self.word(bytes + 1, 1) : 0
      self.init(all: 0)
      low0 = first.low0 ^ word0 & differing.low0
      low1 = first.low1 ^ word1 & differing.low1
      high0 = first.high0 ^ word0 & differing.high0
      high1 = first.high1 ^ word1 & differing.high1
    default:
      self.init(all: 0)
      var word = 0
      // Of 32 postings in a word each second bit is a low one.
      while word &* 32 < postingCount {
        let bits = Self.word(bytes, word)
        let shift = UInt64(word & 1) &* 32
        let low = Self.evenBits(bits) &<< shift
        let high = Self.evenBits(bits &>> 1) &<< shift
        if word < 2 {
          low0 |= low
          high0 |= high
        } else {
          low1 |= low
          high1 |= high
        }
        word &+= 1
      }
    }
  }

  private static func word(_ bytes: UnsafeRawPointer, _ number: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: number &* 8, as: UInt64.self))
  }

  /// The bits 0, 2, 4 … of a number, side by side.
  private static func evenBits(_ bits: UInt64) -> UInt64 {
    var rest = bits & 0x5555_5555_5555_5555
    rest = (rest | rest &>> 1) & 0x3333_3333_3333_3333
    rest = (rest | rest &>> 2) & 0x0F0F_0F0F_0F0F_0F0F
    rest = (rest | rest &>> 4) & 0x00FF_00FF_00FF_00FF
    rest = (rest | rest &>> 8) & 0x0000_FFFF_0000_FFFF
    return (rest | rest &>> 16) & 0xFFFF_FFFF
  }

  private mutating func set(_ place: Int, _ certainty: UInt8) {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: place & 63)
    if place < 64 {
      low0 = certainty & 1 != 0 ? low0 | bit : low0 & ~bit
      high0 = certainty & 2 != 0 ? high0 | bit : high0 & ~bit
    } else {
      low1 = certainty & 1 != 0 ? low1 | bit : low1 & ~bit
      high1 = certainty & 2 != 0 ? high1 | bit : high1 & ~bit
    }
  }
}

// MARK: - Encoding

extension BlockCertainties {
  /// The certainties of up to 128 postings.
  init(_ certainties: UnsafePointer<UInt8>, count: Int) {
    self.init(all: 0)
    for place in 0..<count where certainties[place] != 0 { set(place, certainties[place]) }
  }

  /// The shortest form for the first `count` postings, and its number of bytes.
  func shortestForm(count: Int) -> (kind: UInt8, byteCount: Int) {
    let counts = counts(count)
    if counts[3] == count { return (CertaintyKind.clean, 0) }
    var most = 0
    var valueCount = 0
    for value in counts.indices where counts[value] > 0 {
      most = max(most, counts[value])
      valueCount += 1
    }
    var best = (kind: CertaintyKind.stored, byteCount: (count + 3) / 4)
    let twoByteCount = 1 + (count + 7) / 8
    if valueCount <= 2, twoByteCount < best.byteCount {
      best = (CertaintyKind.twoValues, twoByteCount)
    }
    let exceptionCount = count - most
    let listByteCount = 1 + (exceptionCount * Self.exceptionWidth + 7) / 8
    if exceptionCount <= Self.greatestExceptionCount, listByteCount < best.byteCount {
      best = (CertaintyKind.mostlySame, listByteCount)
    }
    return best
  }

  /// Writes the first `count` in the form that ``shortestForm(count:)`` chose.
  func write(kind: UInt8, count: Int, to bytes: UnsafeMutableRawPointer) {
    var writer = PackedBitsWriter(at: bytes)
    let counts = counts(count)
    switch kind {
    case CertaintyKind.clean: return
    case CertaintyKind.mostlySame:
      var common = 0
      for value in counts.indices where counts[value] > counts[common] { common = value }
      writer.append(UInt64(count - counts[common]) | UInt64(common) << 6, width: 8)
      for place in 0..<count where Int(self[place]) != common {
        writer.append(UInt64(place) | UInt64(self[place]) << 7, width: Self.exceptionWidth)
      }
    case CertaintyKind.twoValues:
      let values = counts.indices.filter { counts[$0] > 0 }
      let second = values.count > 1 ? values[1] : values[0]
      writer.append(UInt64(values[0]) | UInt64(second) << 2, width: 8)
      for place in 0..<count {
        writer.append(Int(self[place]) == second ? 1 : 0, width: 1)
      }
    default:
      for place in 0..<count { writer.append(UInt64(self[place]), width: 2) }
    }
  }

  /// How many of the first `count` postings have each certainty.
  private func counts(_ count: Int) -> InlineArray<4, Int> {
    let first = count < 64 ? packedMask(width: count) : .max
    let second = count <= 64 ? 0 : count < 128 ? packedMask(width: count - 64) : .max
    let three = (low0 & high0 & first).nonzeroBitCount + (low1 & high1 & second).nonzeroBitCount
    let two = (~low0 & high0 & first).nonzeroBitCount + (~low1 & high1 & second).nonzeroBitCount
    let one = (low0 & ~high0 & first).nonzeroBitCount + (low1 & ~high1 & second).nonzeroBitCount
    return [count - one - two - three, one, two, three]
  }
}
