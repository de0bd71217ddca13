/// An IPv6 address.
struct IPv6Address {
  private var pieces: InlineArray<8, UInt16> = .init(repeating: 0)

  /// Reads an address without its brackets; `nil` when it is none.
  init?(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    let colon = UInt8(ascii: ":")
    let end = bytes.endIndex
    var index = bytes.startIndex
    var piece = 0
    /// The piece before which the zeros that `::` stands for belong, behind the one that there is at least.
    var gap: Int?

    if index < end, bytes[index] == colon {
      guard index + 1 < end, bytes[index + 1] == colon else { return nil }
      index += 2
      piece = 1
      gap = 1
    }
    while index < end {
      if piece == 8 { return nil }
      if bytes[index] == colon {
        if gap != nil { return nil }
        index += 1
        piece += 1
        gap = piece
        continue
      }
      let start = index
      var value: UInt16 = 0
      while index < end, index - start < 4, let digit = bytes[index].hexValue {
        value = value << 4 | UInt16(digit)
        index += 1
      }
      if index < end, bytes[index] == UInt8(ascii: ".") {
        guard index > start, piece <= 6, let tail = Self.tail(bytes[start..<end]) else {
          return nil
        }
        pieces[piece] = UInt16(tail >> 16)
        pieces[piece + 1] = UInt16(tail & 0xffff)
        piece += 2
        break
      }
      if index < end {
        guard bytes[index] == colon else { return nil }
        index += 1
        if index == end { return nil }
      }
      pieces[piece] = value
      piece += 1
    }
    if let gap {
      // What stands behind the gap moves to the end.
      var source = piece
      var target = 8
      while source > gap {
        source -= 1
        target -= 1
        pieces.swapAt(source, target)
      }
    } else if piece != 8 {
      return nil
    }
  }

  /// An IPv4 address of exactly four decimal parts without leading zeros, as the last two pieces may be written.
  private static func tail(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32? {
    var value: UInt32 = 0
    let parts = bytes.split(
      separator: UInt8(ascii: "."), maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    for part in parts {
      guard (1...3).contains(part.count), part.allSatisfy(\.isDigit),
        part.count == 1 || part.first != UInt8(ascii: "0")
      else { return nil }
      let number = part.reduce(UInt32(0)) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) }
      guard number < 256 else { return nil }
      value = value << 8 | number
    }
    return value
  }

  /// Appends the address in brackets, with the first longest run of two or more zeros written as `::`.
  func write(to bytes: inout [UInt8]) {
    let gap = longestZeros
    bytes.append(UInt8(ascii: "["))
    var index = 0
    while index < 8 {
      if index == gap.lowerBound, !gap.isEmpty {
        bytes.append(contentsOf: (index == 0 ? "::" : ":").utf8)
        index = gap.upperBound
        continue
      }
      bytes.append(contentsOf: String(pieces[index], radix: 16).utf8)
      if index < 7 { bytes.append(UInt8(ascii: ":")) }
      index += 1
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// The first of the longest runs of zeros; empty when none has two.
  private var longestZeros: Range<Int> {
    var longest = 0..<0
    var start = 0
    for index in 0...8 where index == 8 || pieces[index] != 0 {
      if index - start > max(longest.count, 1) { longest = start..<index }
      start = index + 1
    }
    return longest
  }
}
