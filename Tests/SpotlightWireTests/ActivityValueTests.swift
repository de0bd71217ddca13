import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@Suite("ActivityValue")
struct ActivityValueTests {
  private func isRefused(_ bytes: [UInt8]) -> Bool {
    EncodedForm.of(ActivityValue.self).refuses(bytes, "\(bytes.prefix(20))")
  }

  /// A value inside so many arrays.
  private func nested(_ depth: Int) -> ActivityValue {
    (0..<depth).reduce(.null) { value, _ in .array([value]) }
  }

  @Test("Sets and dictionaries have one encoding, in whatever order they are made")
  func order() throws {
    #expect(
      ActivityValue.set([.integer(1), .text("a"), .integer(1)]).canonicalBytes
        == ActivityValue.set([.text("a"), .integer(1)]).canonicalBytes)
    let pairs: [(ActivityValue, ActivityValue)] = [
      (.text("b"), .null), (.text("aa"), .null), (.integer(3), .null), (.text("b"), .integer(1)),
    ]
    let dictionary = ActivityDictionary(pairs)
    #expect(dictionary.entries.map(\.key) == [.integer(3), .text("b"), .text("aa")])
    #expect(dictionary["b"] == .integer(1))
    #expect(dictionary["c"] == nil)
    #expect(dictionary == ActivityDictionary(Array(pairs.dropFirst())))
    #expect(dictionary.keeping(["aa", "c"]).entries.map(\.key) == [.text("aa")])
  }

  @Test("Shuffled, a value is the same value", arguments: 0..<30 as Range<UInt64>)
  func shuffled(seed: UInt64) {
    var random = RandomActivities(seed: seed)
    func shuffled(_ value: ActivityValue) -> ActivityValue {
      switch value {
      case .array(let values): .array(values.map(shuffled))
      case .set(let values):
        .set((values + values.prefix(1)).map(shuffled).shuffled(using: &random.generator))
      case .dictionary(let dictionary):
        .dictionary(
          ActivityDictionary(
            dictionary.entries.map { ($0.key, shuffled($0.value)) }
              .shuffled(using: &random.generator)))
      default: value
      }
    }
    let value = random.value()
    #expect(shuffled(value).canonicalBytes == value.canonicalBytes, "seed \(seed)")
    #expect(shuffled(value) == value, "seed \(seed)")
    #expect(Set([value, shuffled(value)]).count == 1, "seed \(seed)")
  }

  @Test("Numbers have one encoding, whatever their Swift type")
  func numbers() throws {
    #expect(ActivityValue.unsigned(5) == .integer(5))
    #expect(ActivityValue.unsigned(5) != .double(5))
    #expect(ActivityValue.boolean(true) != .integer(1))
    #expect(ActivityValue.double(-0.0) == .double(0))
    #expect(ActivityValue.double(.nan) == .double(0))
    for number in [Int64.min, -1, 0, 1, .max] {
      guard case .integer(number) = try ActivityValue.read(ActivityValue.integer(number).bytes)
      else {
        Issue.record("\(number) became something else")
        continue
      }
    }
    // A small number in the form of large ones, and a number that is longer than need be.
    #expect(isRefused([12, 5, 0, 0, 0, 0, 0, 0, 0]))
    #expect(isRefused([3, 0x80, 0]))
  }

  @Test("Text keeps its form, so that texts that look alike stay apart")
  func unicode() throws {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    #expect(ActivityValue.text(composed) != .text(decomposed))
    let dictionary = ActivityDictionary([(.text(composed), .null), (.text(decomposed), .null)])
    #expect(dictionary.entries.count == 2)
    #expect(
      try ActivityValue.read(ActivityValue.dictionary(dictionary).bytes) == .dictionary(dictionary))
    // A dictionary of the app finds either.
    #expect(ActivityDictionary([(.text(composed), .integer(1))])[decomposed] == .integer(1))
  }

  @Test("Sets and keys that do not ascend, or are there twice, are refused")
  func disorder() {
    #expect(!isRefused([10, 2, 1, 2]))
    #expect(isRefused([10, 2, 2, 1]))
    #expect(isRefused([10, 2, 1, 1]))
    #expect(!isRefused([11, 2, 3, 2, 0, 3, 4, 0]))
    #expect(isRefused([11, 2, 3, 4, 0, 3, 2, 0]))
    #expect(isRefused([11, 2, 3, 2, 0, 3, 2, 1]))
  }

  @Test("Keys are text or numbers")
  func keys() {
    #expect(isRefused([11, 1, 0, 0]))
    #expect(isRefused([11, 1, 1, 0]))
    #expect(isRefused([11, 1, 9, 0, 0]))
    let error = #expect(throws: WireError.self) {
      try ActivityValue.dictionary(ActivityDictionary([(.null, .null)])).check()
    }
    #expect(error?.code == .malformed)
  }

  @Test("Values nest 64 deep and no deeper")
  func depth() throws {
    try nested(64).check()
    #expect(!isRefused(nested(64).canonicalBytes))
    let error = #expect(throws: WireError.self) { try nested(65).check() }
    #expect(error?.code == .tooLarge)
    #expect(isRefused(nested(65).canonicalBytes))
    // As hostile bytes would have it.
    #expect(isRefused([UInt8](repeating: 9, count: 200_000)))
    #expect(isRefused((0..<100_000).flatMap { _ in [9, 1] as [UInt8] } + [0]))
  }

  @Test("There are 65,536 values at most, and 256 KiB")
  func limits() throws {
    func list(_ count: Int) -> ActivityValue {
      .array([ActivityValue](repeating: .null, count: count))
    }
    try list(65_535).check()
    #expect(!isRefused(list(65_535).canonicalBytes))
    #expect(throws: WireError.self) { try list(65_536).check() }
    #expect(isRefused(list(65_536).canonicalBytes))
    let longest = ActivityValue.data([UInt8](repeating: 0, count: (256 << 10) - 4))
    try longest.check()
    #expect(longest.canonicalBytes.count == 256 << 10)
    #expect(!isRefused(longest.canonicalBytes))
    let longer = ActivityValue.data([UInt8](repeating: 0, count: (256 << 10) - 3))
    let error = #expect(throws: WireError.self) { try longer.check() }
    #expect(error?.code == .tooLarge)
    #expect(isRefused(longer.canonicalBytes))
    // Lengths beyond all that is there.
    #expect(isRefused([9, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]))
    #expect(isRefused([7, 0xff, 0xff, 0xff, 0xff, 0x0f]))
  }
}
