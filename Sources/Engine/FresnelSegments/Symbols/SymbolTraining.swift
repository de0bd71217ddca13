/// Finds the symbols that make some texts short.
///
/// It begins without symbols and goes through the texts several times. Each time it counts how often
/// each symbol or lone byte was used, and which followed which, and the symbols and joined pairs that
/// cover most bytes are the next table (the way of the paper that ``TextSymbols`` names).
struct SymbolTraining {
  private static let rounds = 6
  /// What follows one another less often makes no symbol.
  private static let leastPairCount: UInt32 = 3
  /// Lone bytes are counted behind the codes of symbols.
  private static let byteBase = 256
  private static let placeCount = 512

  /// The texts one after the other, then eight bytes.
  private var bytes: [UInt8] = []
  /// Where each text ends.
  private var ends: [Int] = []

  private struct Symbol: Hashable {
    var value: UInt64
    var byteCount: Int
  }

  /// Adds a text.
  mutating func add(_ text: [UInt8]) {
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
  }

  /// The symbols for texts like those added.
  ///
  /// - Complexity: O(*n*) in their bytes.
  consuming func finish() -> TextSymbols {
    bytes.append(contentsOf: [UInt8](repeating: 0, count: 8))
    var symbols = TextSymbols([])
    for round in 1...Self.rounds {
      symbols = improved(symbols, joinsPairs: round < Self.rounds)
    }
    return symbols
  }

  /// The next table.
  private func improved(_ symbols: TextSymbols, joinsPairs: Bool) -> TextSymbols {
    var counts = [UInt32](repeating: 0, count: Self.placeCount)
    var pairCounts = [UInt32](repeating: 0, count: Self.placeCount * Self.placeCount)
    count(SymbolEncoder(symbols), &counts, &pairCounts)
    var gains: [Symbol: Int] = [:]
    for place in 0..<Self.placeCount where counts[place] > 0 {
      let left = Self.symbol(place, symbols)
      gains[left, default: 0] += Int(counts[place]) * left.byteCount
      guard joinsPairs, left.byteCount < TextSymbols.greatestByteCount else { continue }
      let pairs = pairCounts[place * Self.placeCount..<(place + 1) * Self.placeCount]
      for (next, count) in pairs.enumerated() where count >= Self.leastPairCount {
        let joined = Self.joined(left, Self.symbol(next, symbols))
        gains[joined, default: 0] += Int(count) * joined.byteCount
      }
    }
    // Equal gains in the order of the bytes, so that the same items make the same file.
    let best = gains.sorted { left, right in
      if left.value != right.value { return left.value > right.value }
      return (left.key.value, left.key.byteCount) < (right.key.value, right.key.byteCount)
    }
    return TextSymbols(
      best.prefix(TextSymbols.greatestCount).map { ($0.key.value, $0.key.byteCount) })
  }

  /// Codes the texts and counts what is used.
  private func count(
    _ encoder: borrowing SymbolEncoder, _ counts: inout [UInt32], _ pairCounts: inout [UInt32]
  ) {
    var place = 0
    bytes.withUnsafeBytes { bytes in
      for end in ends {
        var last: Int?
        while place < end {
          let next = bytes.fixed(UInt64.self, at: place)
          var used = Self.byteBase + Int(next & 0xff)
          var byteCount = 1
          if let found = encoder.match(next, remaining: end - place) {
            // Its first byte alone may do better than the symbol.
            if found.byteCount > 1 { counts[used] += 1 }
            used = Int(found.code)
            byteCount = found.byteCount
          }
          counts[used] += 1
          if let last { pairCounts[last * Self.placeCount + used] += 1 }
          last = used
          place += byteCount
        }
      }
    }
  }

  private static func symbol(_ place: Int, _ symbols: TextSymbols) -> Symbol {
    if place >= byteBase { return Symbol(value: UInt64(place - byteBase), byteCount: 1) }
    let (value, byteCount) = symbols.symbol(place)
    return Symbol(value: value, byteCount: byteCount)
  }

  /// One after the other, as far as it fits.
  private static func joined(_ left: Symbol, _ right: Symbol) -> Symbol {
    let byteCount = min(left.byteCount + right.byteCount, TextSymbols.greatestByteCount)
    let value = left.value | right.value << UInt64(8 * left.byteCount)
    return Symbol(
      value: value & UInt64.max >> UInt64(64 - 8 * byteCount), byteCount: byteCount)
  }
}
