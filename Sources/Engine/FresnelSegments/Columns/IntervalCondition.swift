import FresnelQuery
import FresnelStorage

/// Tests whether numbers or dates lie in an interval.
struct IntervalCondition: ColumnCondition {
  /// The whole numbers that pass.
  private let integers: CodeInterval?
  /// The binary64 numbers that pass.
  private let doubles: CodeInterval?
  /// The least packed value of the chunk that passes, and the distance of the greatest one from it.
  private var lowest: UInt64 = 0
  private var span: UInt64 = 0

  /// Prepares a test of dates or of numbers; `nil` when none can pass.
  init?(_ test: QuantityTest, ofDates: Bool) {
    if !ofDates, test.lower?.isInstant == true || test.upper?.isInstant == true { return nil }
    integers = CodeInterval(integersOf: test)
    doubles = CodeInterval(doublesOf: test)
    if integers == nil, doubles == nil { return nil }
  }

  mutating func enter(_ entry: ChunkEntry) throws(StorageError) -> ChunkReach {
    guard let interval = entry.isFloating ? doubles : integers,
      interval.lower <= entry.greatest, interval.upper >= entry.least
    else { return .none }
    if interval.lower <= entry.least, interval.upper >= entry.greatest { return .all }
    // The interval's ends as packed values, rounded inwards.
    lowest = 0
    if interval.lower > entry.least {
      let distance = interval.lower - entry.least
      lowest = distance / entry.divisor + (distance % entry.divisor == 0 ? 0 : 1)
    }
    let highest = (interval.upper - entry.least) / entry.divisor
    guard lowest <= highest else { return .none }
    span = highest - lowest
    return .some
  }

  @inline(__always)
  mutating func accepts(packed: UInt64) throws(StorageError) -> Bool {
    packed &- lowest <= span
  }

  mutating func prepareToScan() throws(StorageError) {}
}
