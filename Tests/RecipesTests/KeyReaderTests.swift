import FresnelTestSupport
import RecipeScreens
import Testing

@Suite("Keys of a terminal")
struct KeyReaderTests {
  @Test("Arrows, Enter, Escape, Backspace and letters of any script are told apart")
  func keys() {
    var reader = KeyReader()
    #expect(
      reader.keys(in: Array("\u{1B}[A\u{1B}OB\r\u{7F}é汤".utf8))
        == [.up, .down, .enter, .backspace, .character("é"), .character("汤")])
    #expect(reader.keys(in: [0x1B]) == [.escape])
  }

  @Test("A letter or an arrow in pieces is one key")
  func pieces() {
    var reader = KeyReader()
    let letter = Array("汤".utf8)
    #expect(reader.keys(in: letter.prefix(2)).isEmpty)
    #expect(reader.keys(in: letter.suffix(1)) == [.character("汤")])
    #expect(reader.keys(in: Array("\u{1B}[".utf8)).isEmpty)
    #expect(reader.keys(in: Array("1;5C".utf8)) == [])
    #expect(reader.keys(in: Array("x".utf8)) == [.character("x")])
  }

  @Test("Any bytes are read to their end", arguments: 0..<50 as Range<UInt64>)
  func anyBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var reader = KeyReader()
    for _ in 0..<200 {
      let bytes = (0..<generator.below(8)).map { _ in UInt8(generator.below(256)) }
      let keys = reader.keys(in: bytes)
      #expect(keys.count <= 20, "seed \(seed)")
    }
    // Whatever was left open ends with this, and the next key is read.
    _ = reader.keys(in: Array("~~~~~~~~".utf8))
    #expect(reader.keys(in: Array("x".utf8)).last == .character("x"), "seed \(seed)")
  }
}
