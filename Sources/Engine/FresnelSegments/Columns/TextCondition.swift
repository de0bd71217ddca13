import FresnelQuery
import FresnelStorage

/// Tests texts with the evaluator, once each.
struct TextCondition: ColumnCondition, ~Copyable {
  private enum Verdict {
    static let unknown: UInt8 = 0
    static let fails: UInt8 = 1
    static let passes: UInt8 = 2
  }

  /// What texts are tested for.
  enum Test {
    /// That they pass one test.
    case one(TextTest)
    /// That they are among some.
    case many(TextSet)

    func accepts(_ text: String) -> Bool {
      switch self {
      case .one(let test): test.accepts(text)
      case .many(let set): set.contains(text)
      }
    }
  }

  private let test: Test
  private var texts: ColumnTexts
  /// By ordinal.
  private let verdicts: UnsafeMutablePointer<UInt8>
  private let count: Int
  /// The ordinals, modulo 64, that may pass: all until every text was tested.
  private var possible = UInt64.max
  private var least: UInt64 = 0
  private var divisor: UInt64 = 1

  init(_ test: Test, _ texts: consuming ColumnTexts) {
    self.test = test
    count = texts.count
    self.texts = texts
    verdicts = .allocate(capacity: count)
    verdicts.initialize(repeating: Verdict.unknown, count: count)
  }

  deinit {
    verdicts.deallocate()
  }

  mutating func enter(_ entry: ChunkEntry) throws(StorageError) -> ChunkReach {
    guard entry.ordinalMask & possible != 0 else { return .none }
    least = entry.least
    divisor = entry.divisor
    guard entry.least == entry.greatest else { return .some }
    return try accepts(packed: 0) ? .all : .none
  }

  @inline(__always)
  mutating func accepts(packed: UInt64) throws(StorageError) -> Bool {
    let ordinal = least &+ packed &* divisor
    if ordinal < UInt64(count) {
      // `verdicts` has one element for each ordinal below `count`.
      let verdict = verdicts[Int(ordinal)]
      if verdict != Verdict.unknown { return verdict == Verdict.passes }
    }
    return try evaluate(ordinal)
  }

  /// Tests all texts if they are few, so that chunks without any that passes are skipped.
  mutating func prepareToScan() throws(StorageError) {
    guard count <= Self.fewTexts, possible == .max else { return }
    possible = 0
    for ordinal in 0..<UInt64(count) where try passes(ordinal) { possible |= 1 << (ordinal & 63) }
  }

  private static let fewTexts = 256

  /// Whether the text of an ordinal passes.
  mutating func passes(_ ordinal: UInt64) throws(StorageError) -> Bool {
    least = 0
    divisor = 1
    return try accepts(packed: ordinal)
  }

  @inline(never)
  private mutating func evaluate(_ ordinal: UInt64) throws(StorageError) -> Bool {
    let passes = test.accepts(try texts.text(ordinal))
    verdicts[Int(ordinal)] = passes ? Verdict.passes : Verdict.fails
    return passes
  }
}
