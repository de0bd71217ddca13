import FresnelText
import Testing

/// One text and what each set of options makes of it.
struct FoldCase: Sendable, CustomTestStringConvertible {
  let text: String
  let caseFolded: String
  let bothFolded: String
  let locale: String

  init(_ text: String, _ caseFolded: String, _ bothFolded: String, in locale: String = "") {
    self.text = text
    self.caseFolded = caseFolded
    self.bothFolded = bothFolded
    self.locale = locale
  }

  var testDescription: String { "\(text) in '\(locale)'" }
}

@Suite struct TextFolderTests {
  static let scripts = [
    FoldCase("Résumé", "résumé", "resume"),
    FoldCase("Straße STRASSE", "strasse strasse", "strasse strasse"),
    FoldCase("ẞ", "ss", "ss"),
    FoldCase("ﬁle ﬀ", "file ff", "file ff"),
    FoldCase("Ǆ ǅ ǆ", "ǆ ǆ ǆ", "dz dz dz"),
    FoldCase("Øre Łódź Đorđe", "øre łódź đorđe", "ore lodz dorde"),
    FoldCase("ħ Ħ ð ı", "ħ ħ ð ı", "h h d i"),
    FoldCase("Æsop cœur", "æsop cœur", "aesop coeur"),
    FoldCase("İ", "i\u{307}", "i"),
    FoldCase("ª ⁿ", "ª ⁿ", "ª ⁿ"),
    FoldCase("Ǿ ǿ", "ǿ ǿ", "o o"),
    FoldCase("ΌΣΟΣ ᾳ Ἀθῆναι", "όσοσ αι ἀθῆναι", "οσοσ α αθηναι"),
    FoldCase("Йод Ёлка Ґ", "йод ёлка ґ", "иод елка г"),
    FoldCase("שָׁלוֹם", "שָׁלוֹם", "שלום"),
    FoldCase("\u{FB2A}", "ש\u{5C1}", "ש"),
    FoldCase("مُحَمَّد أحمد", "مُحَمَّد أحمد", "محمد احمد"),
    FoldCase("がぎ パピ か\u{3099}", "がぎ パピ が", "がぎ パピ が"),
    FoldCase("ﾊﾟｿｺﾝ ｶﾞ", "パソコン ガ", "パソコン ガ"),
    FoldCase("Ｆｕｌｌ　Ｗｉｄｔｈ！", "full width!", "full width!"),
    FoldCase("Å Å A\u{30A}", "å å å", "a a a"),
    FoldCase("น้ำ กี่", "น้ำ กี่", "น้ำ กี่"),
    FoldCase("हिन्दी க்", "हिन्दी க்", "हिन्दी க்"),
    FoldCase("한국어", "한국어", "한국어"),
    FoldCase("\u{1112}\u{1161}\u{11AB}", "한", "한"),
    FoldCase("1️⃣ ❤️", "1️⃣ ❤️", "1️⃣ ❤️"),
    FoldCase("\u{301}a", "\u{301}a", "\u{301}a"),
    FoldCase("𐐀", "𐐨", "𐐨"),
    FoldCase("Ꭰ ꭰ", "Ꭰ Ꭰ", "Ꭰ Ꭰ"),
  ]

  @Test(arguments: scripts)
  func `case, width and marks fold by script`(_ row: FoldCase) {
    #expect(scalars(folded(row.text, .caseInsensitive)) == scalars(row.caseFolded))
    #expect(
      scalars(folded(row.text, [.caseInsensitive, .diacriticInsensitive]))
        == scalars(row.bothFolded))
  }

  static let locales = [
    FoldCase("Åäö é Ü", "åäö é ü", "åäö e ü", in: "sv"),
    FoldCase("Åäö", "åäö", "aao", in: "en_US"),
    FoldCase("Åäö", "åäö", "aao", in: "de"),
    FoldCase("Ǻ Ǟ", "ǻ ǟ", "å ä", in: "sv_SE"),
    FoldCase("ñandú", "ñandú", "ñandu", in: "es_MX"),
    FoldCase("Æble Ø å é đ", "æble ø å é đ", "æble ø å e d", in: "da"),
    FoldCase("Æ ø å", "æ ø å", "æ ø å", in: "nb_NO"),
    FoldCase("Łódź ñ", "łódź ñ", "łódź n", in: "pl"),
    FoldCase("čřšž é ů", "čřšž é ů", "čřšž e u", in: "cs"),
    FoldCase("IİıiŞĞ âö", "ıiıişğ âö", "ıiıişğ aö", in: "tr"),
    FoldCase("I\u{307} I\u{323}\u{307}", "i \u{1ECB}", "i i", in: "az"),
    FoldCase("Ґ ї й", "ґ ї й", "ґ ї й", in: "uk"),
    FoldCase("Й ё", "й ё", "й е", in: "ru"),
    FoldCase("Ấ ậ ơ\u{323} đ á", "ấ ậ ợ đ á", "â â ơ đ a", in: "vi"),
    FoldCase("Ärger", "ärger", "arger", in: "zh_Hans_CN"),
    FoldCase("Ärger", "ärger", "arger", in: "xx_unknown"),
  ]

  @Test(arguments: locales)
  func `letters of their own stay under their locale`(_ row: FoldCase) {
    #expect(scalars(folded(row.text, .caseInsensitive, row.locale)) == scalars(row.caseFolded))
    #expect(
      scalars(folded(row.text, [.caseInsensitive, .diacriticInsensitive], row.locale))
        == scalars(row.bothFolded))
  }

  @Test func `marks fold without touching case or width`() {
    #expect(folded("Résumé Ø Æ Ａ ß", .diacriticInsensitive) == "Resume O AE Ａ ß")
    #expect(folded("Åland İ", .diacriticInsensitive, "tr") == "Aland İ")
    #expect(folded("ᾳ", .diacriticInsensitive) == "α")
  }

  @Test func `no options still compose`() {
    #expect(scalars(folded("e\u{301} \u{212B} ﬁ Ａ", [])) == scalars("é Å ﬁ Ａ"))
    #expect(scalars(folded("a\u{315}\u{300}\u{5AE}", [])) == scalars("à\u{5AE}\u{315}"))
  }

  @Test func `damaged bytes become replacement characters`() {
    let folder = TextFolder(options: .caseInsensitive, locale: .root)
    var output: [UInt8] = []
    [0x41, 0xC3, 0x42, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0xE4, 0xB8].withUnsafeBufferPointer {
      folder.appendFolded(utf8: $0, to: &output)
    }
    let expected = String(
      decoding: [0x61, 0xC3, 0x62, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0xE4, 0xB8], as: UTF8.self)
    #expect(String(decoding: output, as: UTF8.self) == expected)
  }

  @Test(.timeLimit(.minutes(30)))
  func `one buffer collects many texts without being copied for each`() {
    let folder = TextFolder(options: .caseInsensitive, locale: .root)
    var output: [UInt8] = []
    let text = Array("Hello World".utf8)
    for _ in 0..<100_000 {
      text.withUnsafeBufferPointer { folder.appendFolded(utf8: $0, to: &output) }
    }
    #expect(output.count == 1_100_000)
    #expect(output.capacity < 4_400_000)
  }

  @Test func `changes of case are told in folded offsets`() {
    let folder = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: .root)
    let table: [(String, [Int])] = [
      ("MyWindowClass", [2, 8]), ("NSWindow", []), ("été Été éÉ", [9]),
      ("ße\u{301}Ab", [3]), ("aǅ", [1]), ("a1B", []), ("", []), ("caféBar", [4]), ("Abc DEf", []),
    ]
    for (text, expected) in table {
      var output: [UInt8] = []
      var changes: [Int] = []
      Array(text.utf8).withUnsafeBufferPointer {
        folder.appendFolded(utf8: $0, to: &output, caseChanges: &changes)
      }
      #expect(changes == expected, "\(text)")
      #expect(output == folder.foldedBytes(text))
    }
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [FoldOptions(), .caseInsensitive, [.caseInsensitive, .diacriticInsensitive]])
  func `a hostile run of marks takes linear time`(options: FoldOptions) {
    let folder = TextFolder(options: options, locale: .root)
    // Marks of two classes in turn: insertion sort would make a billion moves.
    let text = "a" + String(repeating: "\u{301}\u{316}", count: 100_000)
    let foldedText = folder.fold(text)
    let isStripped = options.contains(.diacriticInsensitive)
    #expect(foldedText.bytes.count == (isStripped ? 1 : 400_000))
    #expect(foldedText.originalRange(of: 0..<1) == 0..<400_001)
    #expect(folder.foldedBytes(String(repeating: "👩\u{200D}", count: 50_000)).count == 350_000)
  }
}
