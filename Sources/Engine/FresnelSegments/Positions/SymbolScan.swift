/// Looks for symbols among packed ones, as many at a time as a word of 64 bits holds.
///
/// A *lane* is the bits of one symbol. Whether it is zero is told by its highest bit in
/// ~(((*x* & *m*) + *m*) | *x*), where *m* has all its bits but that one: the sum carries into it if any
/// of the others is set. No lane disturbs its neighbour.
struct SymbolScan {
  let width: Int
  /// The lanes of a word.
  let laneCount: Int
  /// The lowest bit of each lane.
  private let ones: UInt64
  /// The highest.
  private let highs: UInt64
  /// All bits but the highest.
  private let lows: UInt64

  /// A scan of symbols of 1 to 15 bits.
  init(width: Int) {
    self.width = width
    // So many bits of a word are sure to be there, wherever it begins.
    laneCount = 57 / width
    let all: UInt64 = (1 << UInt64(laneCount * width)) - 1
    ones = all / ((1 << UInt64(width)) - 1)
    highs = ones << UInt64(width - 1)
    lows = all ^ highs
  }

  @inline(__always)
  private func zeros(_ word: UInt64) -> UInt64 {
    ~(((word & lows) &+ lows) | word) & highs
  }

  /// A word whose lanes all hold a symbol.
  @inline(__always)
  func lanes(of symbol: UInt64) -> UInt64 { ones &* symbol }

  /// The highest bit of each lane of a word that holds the symbol of all lanes of another.
  @inline(__always)
  func matches(_ word: UInt64, _ lanes: UInt64) -> UInt64 { zeros(word ^ lanes) }

  /// The number of the lowest lane whose highest bit is set; one has to be.
  @inline(__always)
  func lane(of highs: UInt64) -> Int { highs.trailingZeroBitCount / width }

  /// The first of some indices at which a symbol is followed by another; `nil` if there is none.
  ///
  /// Each index and the next must be below the record's number of symbols.
  @inline(__always)
  func firstPair(
    _ first: UInt64, _ second: UInt64, in indices: Range<Int>, of record: PositionRecord
  ) -> Int? {
    let firsts = ones &* first
    let seconds = ones &* second
    let shift = UInt64(truncatingIfNeeded: width)
    // Of the last lane the second symbol is not there.
    let step = laneCount &- 1
    let bitStep = step &* width
    var index = indices.lowerBound
    var bit = record.start &+ index &* width
    while index < indices.upperBound {
      let word = record.bits.word(at: bit)
      let found = zeros(word ^ firsts) & (zeros(word ^ seconds) &>> shift)
      if found != 0 {
        let place = index &+ found.trailingZeroBitCount / width
        return place < indices.upperBound ? place : nil
      }
      index &+= step
      bit &+= bitStep
    }
    return nil
  }

  /// The first of some indices at which a symbol is; `nil` if there is none.
  ///
  /// Each index must be below the record's number of symbols.
  func first(_ symbol: UInt64, in indices: Range<Int>, of record: PositionRecord) -> Int? {
    let wanted = ones &* symbol
    var index = indices.lowerBound
    while index < indices.upperBound {
      let found = zeros(record.bits.word(at: record.start &+ index &* width) ^ wanted)
      if found != 0 {
        let place = index &+ found.trailingZeroBitCount / width
        return place < indices.upperBound ? place : nil
      }
      index &+= laneCount
    }
    return nil
  }
}
