import FresnelQuery
import FresnelStorage

/// Tests whether numbers or dates lie in an interval, or in one of several.
struct IntervalCondition: ColumnCondition {
  /// The whole numbers that pass: ascending, apart from each other.
  private let integers: [CodeInterval]
  /// The binary64 numbers that pass, likewise.
  private let doubles: [CodeInterval]
  /// The least packed value of the chunk that passes, and the distance of the greatest one from it; of
  /// several intervals those of the first.
  private var lowest: UInt64 = 0
  private var span: UInt64 = 0
  /// The other intervals of the chunk, as codes, and what turns a packed value into a code.
  private var others: ArraySlice<CodeInterval> = []
  private var least: UInt64 = 0
  private var divisor: UInt64 = 1

  /// Prepares a test of dates or of numbers; `nil` when none can pass.
  init?(_ test: QuantityTest, ofDates: Bool) {
    if !ofDates, test.lower?.isInstant == true || test.upper?.isInstant == true { return nil }
    integers = CodeInterval(integersOf: test).map { [$0] } ?? []
    doubles = CodeInterval(doublesOf: test).map { [$0] } ?? []
    if integers.isEmpty, doubles.isEmpty { return nil }
  }

  /// Prepares a test of dates or of numbers for many intervals; `nil` when none can pass.
  init?(_ set: QuantitySet, ofDates: Bool) {
    let tests = ofDates ? set.intervals + set.instants : set.intervals
    integers = CodeInterval.merged(tests.compactMap { CodeInterval(integersOf: $0) })
    doubles = CodeInterval.merged(tests.compactMap { CodeInterval(doublesOf: $0) })
    if integers.isEmpty, doubles.isEmpty { return nil }
  }

  mutating func enter(_ entry: ChunkEntry) throws(StorageError) -> ChunkReach {
    let intervals = entry.isFloating ? doubles : integers
    var first = 0
    // A chunk of whole numbers may come after one of others, which left its own here.
    others = []
    if intervals.count > 1 {
      first = intervals.firstIndex(from: entry.least)
      let end = intervals[first...].firstIndex(beyond: entry.greatest)
      others = intervals[min(first + 1, end)..<end]
      least = entry.least
      divisor = entry.divisor
    }
    guard first < intervals.count else { return .none }
    let interval = intervals[first]
    guard interval.lower <= entry.greatest, interval.upper >= entry.least else { return .none }
    if interval.lower <= entry.least, interval.upper >= entry.greatest { return .all }
    // The interval's ends as packed values, rounded inwards.
    lowest = 0
    if interval.lower > entry.least {
      let distance = interval.lower - entry.least
      lowest = distance / entry.divisor + (distance % entry.divisor == 0 ? 0 : 1)
    }
    let highest = (interval.upper - entry.least) / entry.divisor
    guard lowest <= highest else {
      if others.isEmpty { return .none }
      // No packed value: `packed - lowest` is never so great.
      (lowest, span) = (.max, 0)
      return .some
    }
    span = highest - lowest
    return .some
  }

  @inline(__always)
  mutating func accepts(packed: UInt64) throws(StorageError) -> Bool {
    packed &- lowest <= span || !others.isEmpty && isAmongOthers(packed)
  }

  private func isAmongOthers(_ packed: UInt64) -> Bool {
    let code = least &+ packed &* divisor
    let index = others.firstIndex(from: code)
    return index < others.endIndex && others[index].lower <= code
  }

  mutating func prepareToScan() throws(StorageError) {}
}
