import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("TextSymbols")
struct TextSymbolsTests {
  @Test("every text is read as it was coded, with whatever symbols")
  func roundTrips() {
    for seed in 0..<40 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let learnt = Self.texts(generator.below(60), &generator)
      let symbols = Self.trained(learnt)
      for text in learnt + Self.texts(20, &generator) + [[]] {
        let coded = Self.code(text, symbols)
        #expect(Self.decode(coded, symbols) == text, "seed \(seed)")
        #expect(coded.count <= 2 * text.count, "seed \(seed)")
      }
    }
  }

  @Test("texts like those learnt from become much shorter")
  func compresses() {
    let names = ["library", "tools", "documentation", "files", "for", "development", "python3"]
    var generator = SeededGenerator(seed: 3)
    func text() -> [UInt8] {
      Array((0..<6).map { _ in names[generator.below(names.count)] }.joined(separator: " ").utf8)
    }
    let symbols = Self.trained((0..<200).map { _ in text() })
    let others = (0..<200).map { _ in text() }
    let codedByteCount = others.reduce(0) { $0 + Self.code($1, symbols).count }
    #expect(codedByteCount * 3 < others.reduce(0) { $0 + $1.count })
  }

  @Test("the same texts lead to the same symbols")
  func isDeterministic() {
    var generator = SeededGenerator(seed: 5)
    let texts = Self.texts(50, &generator)
    #expect(Self.trained(texts) == Self.trained(texts))
  }

  @Test("the longest symbol is taken, and a byte without one is escaped")
  func codesTheExample() {
    let symbols = TextSymbols([Self.symbol("Hi"), Self.symbol("Hill"), Self.symbol("s")])
    #expect(Self.code(Array("HiHills!".utf8), symbols) == [0, 1, 2, 255, 0x21])
    // At the end of a text a symbol is not taken for more than there is.
    #expect(Self.code(Array("Hil".utf8), symbols) == [0, 255, 0x6c])
    var encoding: [UInt8] = []
    symbols.encode(to: &encoding)
    #expect(encoding == [3, 2, 4, 1] + Array("HiHills".utf8))
  }

  @Test("any bytes are some text")
  func decodesAnything() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let symbols = Self.trained(Self.texts(5, &generator))
      let coded = (0..<generator.below(60)).map { _ in
        generator.once(in: 5) ? 255 : UInt8(truncatingIfNeeded: generator.next())
      }
      #expect(Self.decode(coded, symbols).count <= 8 * coded.count, "seed \(seed)")
    }
  }

  @Test("a table is read as it was written, and other bytes are refused or are some table")
  func survivesDamage() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let symbols = Self.trained(Self.texts(generator.below(40), &generator))
      var encoding: [UInt8] = []
      symbols.encode(to: &encoding)
      #expect(encoding.count <= TextSymbols.greatestEncodedByteCount)
      #expect(encoding.withUnsafeBytes { TextSymbols(decoding: $0) } == symbols, "seed \(seed)")
      #expect((encoding + [0]).withUnsafeBytes { TextSymbols(decoding: $0) } == nil)
      #expect(encoding.dropLast().withUnsafeBytes { TextSymbols(decoding: $0) } == nil)
      let damaged = generator.mutate(encoding, changes: 1 + generator.below(4))
      if let read = damaged.withUnsafeBytes({ TextSymbols(decoding: $0) }) {
        #expect(Self.decode([0, 7, 200, 254, 255], read).count <= 40, "seed \(seed)")
      }
    }
  }

  // MARK: -

  private static func symbol(_ text: String) -> (value: UInt64, byteCount: Int) {
    (text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }, text.utf8.count)
  }

  private static func trained(_ texts: [[UInt8]]) -> TextSymbols {
    var training = SymbolTraining()
    for text in texts { training.add(text) }
    return training.finish()
  }

  private static func code(_ text: [UInt8], _ symbols: TextSymbols) -> [UInt8] {
    var coded: [UInt8] = []
    // What follows the text must not matter.
    SymbolEncoder(symbols).encode(text + Array("Hills ab".utf8), to: &coded)
    return coded
  }

  private static func decode(_ coded: [UInt8], _ symbols: TextSymbols) -> [UInt8] {
    let decoder = SymbolDecoder(symbols)
    return [UInt8](
      unsafeUninitializedCapacity: SymbolDecoder.textCapacity(codedByteCount: coded.count)
    ) { text, count in
      count = coded.withUnsafeBytes {
        decoder.decode(
          $0,
          into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(text)[...]))
      }
    }
  }

  /// Words of a few letters, some of them of any bytes.
  private static func texts(_ count: Int, _ generator: inout SeededGenerator) -> [[UInt8]] {
    (0..<count).map { _ in
      if generator.once(in: 6) {
        return (0..<generator.below(40)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      }
      return Array(DocumentFixture.words(generator.below(12), &generator).utf8)
    }
  }
}
