import FresnelTestSupport
import FresnelText
import Testing

@Suite("Spelling of kana and Hangul")
struct KanaSpellingTests {
  private static func spelling(_ kana: String) -> String {
    String(decoding: KanaSpelling.spelling(of: kana.unicodeScalars), as: UTF8.self)
  }

  private static func canonical(_ typed: String) -> String {
    String(decoding: KanaSpelling.canonical(Array(typed.utf8)), as: UTF8.self)
  }

  private static let spellings = [
    ("さくら", "sakura"), ("サクラ", "sakura"), ("しんぶん", "shimbun"), ("しんぶん", "sinbun"),
    ("つなみ", "tsunami"), ("つなみ", "tunami"), ("ふじ", "fuji"), ("ふじ", "huzi"), ("ちゃ", "cha"),
    ("ちゃ", "tya"), ("とうきょう", "tokyo"), ("とうきょう", "toukyou"), ("トーキョー", "tookyoo"),
    ("がっこう", "gakkou"), ("がっこう", "gakko"), ("まっちゃ", "matcha"), ("ぼっち", "bocchi"),
    ("ぼっち", "botchi"), ("ざっし", "zasshi"), ("ファイル", "fairu"), ("ファイル", "failu"),
    ("フィルム", "firumu"), ("シェル", "sheru"), ("チェス", "chesu"), ("ジェット", "jetto"),
    ("ウィキ", "wiki"), ("パーティー", "paatii"), ("ヴァイオリン", "vaiorin"), ("コンピュータ", "konpyuta"),
    ("コンピューター", "kompyuutaa"), ("ジュース", "juusu"), ("しゅう", "syuu"), ("さんま", "sanma"),
    ("さんま", "samma"), ("しんいち", "shinichi"), ("ヤフー", "yafu"), ("デュオ", "dyuo"),
    ("らーめん", "ramen"), ("すし", "sushi"), ("すし", "susi"), ("にっぽん", "nippon"),
  ]

  @Test("what people type for kana comes down to its spelling", arguments: spellings)
  func forms(kana: String, typed: String) {
    #expect(Self.spelling(kana) == Self.canonical(typed))
  }

  @Test("what is typed on the way leads to what is spelt so", arguments: spellings)
  func beginnings(kana: String, typed: String) {
    for length in 1...typed.count {
      let beginning = String(typed.prefix(length))
      // An m may be the n of the next syllable, and a c is none before its h.
      if beginning.hasSuffix("m") || beginning.hasSuffix("c") { continue }
      #expect(Self.spelling(kana).hasPrefix(Self.canonical(beginning)), "\(beginning)")
    }
  }

  @Test("any text has a spelling", arguments: 0..<4 as Range<UInt64>)
  func total(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0x3000...0x3100, using: &random))
      }
      let spelling = KanaSpelling.spelling(of: scalars)
      #expect(spelling.allSatisfy { $0 < 0x80 }, "seed \(seed)")
      let letters = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        UInt8.random(in: 0x61...0x7A, using: &random)
      }
      #expect(KanaSpelling.canonical(letters).count <= letters.count * 2, "seed \(seed)")
    }
  }

  private static func keys(_ text: String) -> String {
    text.unicodeScalars.map { HangulKeys.keys(of: $0.value) }.joined()
  }

  @Test(
    "each syllable that is typed on the way to a word begins with the keys of the word",
    arguments: [
      ("한국", ["ㅎ", "하", "한", "한ㄱ", "한구", "한국"]), ("닭", ["ㄷ", "다", "달", "닭"]),
      ("과일", ["ㄱ", "고", "과", "광", "과이", "과일"]), ("없다", ["ㅇ", "어", "업", "없", "없ㄷ", "없다"]),
      ("까치", ["ㄲ", "까", "깣", "까치"]), ("의자", ["ㅇ", "으", "의", "읮", "의자"]),
    ])
  func keys(word: String, typed: [String]) {
    for text in typed { #expect(Self.keys(word).hasPrefix(Self.keys(text)), "\(text)") }
  }

  @Test("all syllables differ in their keys, and other characters have none")
  func syllables() {
    let keys = (0xAC00...0xD7A3).map { HangulKeys.keys(of: UInt32($0)) }
    #expect(Set(keys).count == keys.count)
    for scalar in "a1あ漢 ".unicodeScalars {
      #expect(HangulKeys.keys(of: scalar.value).isEmpty)
      #expect(HangulKeys.leadingKey(of: scalar.value) == nil)
    }
    #expect(HangulKeys.leadingKey(of: 0xD55C) == HangulKeys.leadingKey(of: 0x314E))
  }
}
