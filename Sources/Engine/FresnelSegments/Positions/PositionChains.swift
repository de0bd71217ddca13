/// Tells which symbols of a record are a chain.
struct PositionChains {
  /// The chain that was moved to.
  private(set) var start = 0
  private(set) var end = 0

  private let record: PositionRecord
  private let firstBit: Int
  private var bit: Int
  private var length = PositionFormat.leastSymbolCount

  /// Begins in front of the first chain of a record whose lengths are at a bit.
  init(_ record: PositionRecord, lengthsAt bit: Int) {
    self.record = record
    firstBit = bit
    self.bit = bit
  }

  /// Moves to the chain of a symbol, whose index must be below their count.
  @inline(__always)
  mutating func move(to index: Int) throws(PositionDamage) {
    if index < start { self = PositionChains(record, lengthsAt: firstBit) }
    while end <= index { try moveToNext() }
  }

  private mutating func moveToNext() throws(PositionDamage) {
    start = end
    if start == record.describedCount { length = PositionFormat.leastSymbolCount }
    length &+= try record.bits.readUnary(at: &bit)
    end = start &+ length
    let limit = start < record.describedCount ? record.describedCount : record.symbolCount
    guard end <= limit else { throw .record }
  }
}
