import FresnelModel
import FresnelQuery
import FresnelText
import Testing

@Suite struct UserQueryTests {
  @Test("Every word is asked for, the last one as a beginning")
  func words() {
    #expect(
      UserQuery.query(for: "abc de", locale: .root)?.description
        == #"** == "abc"cdwt && ** == "de*"cdwt"#)
    #expect(UserQuery.query(for: "  Ab\t", locale: .root)?.description == #"** == "Ab*"cdwt"#)
    #expect(
      UserQuery.query(for: "foo-bar", locale: .root)?.description
        == #"** == "foo"cdwt && ** == "bar*"cdwt"#)
    #expect(
      UserQuery.query(for: #"50% "off*""#, locale: .root)?.description
        == #"** == "50"cdwt && ** == "off*"cdwt"#)
  }

  @Test(
    "Nothing searchable asks nothing", arguments: ["", " ", "\n", "!?", "*", "\"\"", "--- ..."])
  func nothing(typed: String) {
    #expect(UserQuery.query(for: typed, locale: .root) == nil)
  }

  @Test("Words that touch are asked for each alone, or together as they stand")
  func touchingWords() {
    #expect(
      UserQuery.query(for: "北京天 zoo", locale: .root)?.description
        == #"(** == "北京"cdwt && ** == "天"cdwt || ** == "北京天"cdw) && ** == "zoo*"cdwt"#)
    #expect(
      UserQuery.query(for: "北京天", locale: .root)?.description
        == #"** == "北京"cdwt && ** == "天*"cdwt || ** == "北京天*"cdw"#)
  }

  @Test(
    "A title is found at every keystroke of typing it",
    arguments: [
      "Getting Started: Résumé für Anfänger", "paris-france.jpg and user@example.com",
      "don't panic, 1,000 times 3.14", "MyWindowClass XMLHttpRequest", "我爱北京天安门",
      "私は学生です。日本語を勉強しています", "ฉันรักภาษาไทยและอาหารไทย", "コンピューターゲーム売り場",
      "Tシャツ 2024年モデル", "한국어 검색 엔진", "שָׁלוֹם עולם", "Malmø – Łódź",
    ])
  func prefixes(title: String) throws {
    var item = Item(uniqueIdentifier: "i")
    item.attributes[.title] = .string(title)
    let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))
    for count in 1...title.count {
      let query = try #require(UserQuery.query(for: String(title.prefix(count)), locale: .root))
      #expect(try CompiledQuery(query, context: context).matches(item), "\(query)")
    }
  }

  @Test("Escaped text stands for itself between quotes of either kind")
  func escape() throws {
    let text = #"a "b" 'c' \d *e* ?f?"#
    for quote in ["\"", "'"] {
      #expect(
        try parseQuery("t == \(quote)\(UserQuery.escape(text))\(quote)")
          == .comparison(
            Comparison(
              attribute: .named("t"), comparator: .equal, value: .pattern(Pattern(literal: text)))))
    }
  }
}
