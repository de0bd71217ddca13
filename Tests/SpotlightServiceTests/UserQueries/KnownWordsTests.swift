import FresnelTestSupport
import Testing

@testable import SpotlightService

@Suite("Known words")
struct KnownWordsTests {
  /// The words of the table, each put together again.
  static var words: [String] {
    var words: [String] = []
    for line in "\(KnownWords.table)".split(separator: "\n") {
      var word = ""
      for letter in line {
        if letter.isUppercase {
          words.append(word)
          word = String(word.prefix(Int(letter.asciiValue ?? 0) - 65))
        } else {
          word.append(letter)
        }
      }
      words.append(word)
    }
    return words
  }

  @Test("each word of the list is known")
  func list() {
    let words = Self.words
    #expect(words.count > 80_000)
    #expect(words == words.sorted() && Set(words).count == words.count)
    let unknown = words.filter { !KnownWords.contains(Array($0.utf8)) }
    #expect(unknown.isEmpty, "\(unknown.prefix(5))")
  }

  @Test(
    "what is near a word of the list is known only if the list has it",
    arguments: 0..<4 as Range<UInt64>)
  func others(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = Self.words
    let known = Set(words)
    for _ in 0..<5_000 {
      var letters = Array((words.randomElement(using: &random) ?? "").utf8)
      let letter = UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: letters.append(letter)
      case 1: letters[Int.random(in: 0..<letters.count, using: &random)] = letter
      case 2: letters.removeLast()
      default: letters.insert(letter, at: Int.random(in: 0..<letters.count, using: &random))
      }
      let word = String(decoding: letters, as: UTF8.self)
      #expect(
        KnownWords.contains(letters) == known.contains(word), "seed \(seed), “\(word)”")
    }
  }

  @Test("what is no word of small letters is not known")
  func noWords() {
    for text in [
      "", " ", "of", "a", "House", "house ", "zzzzzz", "hOuse", "\n", "haus\u{E4}", "北京",
    ] {
      #expect(!KnownWords.contains(Array(text.utf8)), "“\(text)”")
    }
  }
}
