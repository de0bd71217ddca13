import FresnelTestSupport
import FresnelText
import Testing

@Suite("Latin spelling of words in other alphabets")
struct AlphabetSpellingTests {
  private static func scalars(_ word: String) -> [Unicode.Scalar] { Array(word.unicodeScalars) }

  private static func text(_ form: [UInt8]?) -> String? {
    form.map { String(decoding: $0, as: UTF8.self) }
  }

  private static let cyrillicWords = [
    ("москва", "moskva", "moskwa"), ("достоевскии", "dostoevsky", "dostojewskij"),
    ("маррия", "mariya", "maria"), ("щука", "shchuka", "schuka"), ("юрии", "yuri", "iurii"),
    ("хор", "khor", "hor"), ("цирк", "tsirk", "cirk"), ("подъезд", "podyezd", "podezd"),
    ("българия", "balgariya", "balgaria"), ("иод", "yod", "iod"), ("win7я", "win7ya", "win7ja"),
    ("троцкии", "trockij", "trotsky"), ("донецк", "doneck", "donetsk"),
  ]

  @Test("however a Cyrillic word is typed, it comes down to its spelling", arguments: cyrillicWords)
  func cyrillic(word: String, first: String, second: String) {
    let spelling = CyrillicSpelling.spelling(of: Self.scalars(word))
    #expect(spelling == CyrillicSpelling.canonical(Array(first.utf8)))
    #expect(spelling == CyrillicSpelling.canonical(Array(second.utf8)))
  }

  @Test("what is typed on the way to a Cyrillic word leads to it", arguments: cyrillicWords)
  func beginnings(word: String, first: String, second: String) throws {
    let spelling = try #require(CyrillicSpelling.spelling(of: Self.scalars(word)))
    for typed in [first, second] {
      for length in 1...typed.count {
        let beginnings = CyrillicSpelling.beginnings(Array(typed.prefix(length).utf8))
        #expect(beginnings.contains { spelling.starts(with: $0) }, "\(typed.prefix(length))")
      }
    }
  }

  @Test(
    "a Greek word has the spelling of passports, of ears and of classical names",
    arguments: [
      ("αθηνα", ["athina", "athena"]), ("μπαμπης", ["bampis", "babis", "mpampes"]),
      ("ευβοια", ["evoia", "evia", "eouboia"]), ("ουζο", ["ouzo"]), ("χι", ["hi"]),
    ] as [(String, [String])])
  func greek(word: String, spellings: [String]) {
    let found = GreekSpelling.spellings(of: Self.scalars(word)).compactMap(Self.text)
    #expect(found == spellings)
  }

  @Test(
    "a short word keeps written vowels, and a longer one has consonants alone",
    arguments: [
      ("دبي", ["dbI"]), ("كتاب", ["ktAb"]), ("محمد", ["mhmd"]), ("مستشفى", ["mstcf"]),
      ("علي", ["alI"]),
      ("نوال", ["nUl"]), ("اب", ["ab"]),
    ] as [(String, [String])])
  func arabic(word: String, spellings: [String]) {
    let found = ConsonantSpelling.arabic.spellings(of: Self.scalars(word)).compactMap(Self.text)
    #expect(found == spellings)
  }

  @Test("what is typed may have any of its vowels written, and few ways are tried")
  func typedConsonants() {
    func typed(_ text: String) -> [String] {
      ConsonantSpelling.arabic.typed(Array(text.utf8)).compactMap(Self.text)
    }
    #expect(typed("dubai") == ["db", "dbA", "dbI", "dUb", "dUbA", "dUbI"])
    #expect(typed("muhammad") == ["mhmd"])
    #expect(typed("ali") == ["al", "alI"])
    // The last h may be heard or not.
    #expect(Set(typed("sarah")).isSuperset(of: typed("sara")))
    #expect(typed("saleh").contains("sAlh") && typed("shah").contains("cAh"))
    #expect(typed("fattah").contains("fth") && typed("aiouahouaeiouaeh").count <= 24)
    #expect(typed("aiouaeioubaeioucaeioud").count <= 24)
  }

  @Test(
    "what is typed on the way to a longer word leads to its consonants",
    arguments: [
      ("مستشفى", "mustashfa"), ("عبدالخالق", "abdulkhaliq"), ("فاتحه", "fatihah"),
      ("مصطفى", "mustafa"), ("عبدالرحمن", "abdulrahman"),
    ])
  func consonantBeginnings(word: String, typed: String) {
    let spelling = ConsonantSpelling.arabic
    // The article of names is not counted among the letters of the word.
    let forms = spelling.spellings(of: Self.scalars(word)).map { form in
      word.hasPrefix("عبدال") ? form.filter { $0 != UInt8(ascii: "A") } : form
    }
    var asked = 0
    for length in 1...typed.count {
      let beginnings = spelling.beginnings(Array(typed.prefix(length).utf8))
      if beginnings.isEmpty { continue }
      asked += 1
      #expect(
        beginnings.contains { beginning in forms.contains { $0.starts(with: beginning) } },
        "\(typed.prefix(length))")
    }
    #expect(asked > 0)
  }

  @Test("any letters have spellings of their own script alone", arguments: 0..<4 as Range<UInt64>)
  func total(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let word = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0x370...0x6FF, using: &random))
      }
      let forms =
        [CyrillicSpelling.spelling(of: word)].compactMap(\.self)
        + GreekSpelling.spellings(of: word) + ConsonantSpelling.arabic.spellings(of: word)
        + ConsonantSpelling.hebrew.spellings(of: word)
      #expect(forms.allSatisfy { $0.allSatisfy { $0 < 0x80 } }, "seed \(seed)")
      let letters = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        UInt8.random(in: 0x30...0x7A, using: &random)
      }
      #expect(CyrillicSpelling.beginnings(letters).count <= 3, "seed \(seed)")
      #expect(GreekSpelling.canonical(letters).count <= 2 * letters.count, "seed \(seed)")
      #expect(ConsonantSpelling.hebrew.typed(letters).count <= 24, "seed \(seed)")
      #expect(ConsonantSpelling.hebrew.beginnings(letters).count <= 4, "seed \(seed)")
    }
  }
}
