import FresnelEngine
import FresnelModel
import Testing

@testable import PublicIndex

struct CompoundWordsTests {
  private typealias Fixture = PublicIndexFixture

  private static let words = [
    "o'hare", "image_view", "3.14", "l’été", "_x", "fooBar's", "a.b.c", "x__y", "MAX_INT",
    "naïve's",
    "1,000", "e.g", "camelCase_andMore", "北's", "q_q", "caf\u{AD}é",
    "京x", "1年1月", "東京Tower", "ไทย's", "กข_ค", "カ_x", "x_カ", "𠮷's", "ꟷ's",
  ]
  private static let contexts = [
    ("", ""), ("the ", " is"), ("x", ""), ("_", ""), ("", "_"), ("'", "'"), ("x.", "."), ("", "'s"),
    ("X", "X"), ("a", "Bc"), ("5", "5"), ("(", ")"), ("", "."), ("", "ß"), ("京", "都"), ("", ".x"),
    ("カ", "カ"),
  ]
  private static let questions =
    words + [
      "ohare", "hare's", "o'hare's", "image_view_", "bar's", "foobar's", "c.a", "b.c", "x.o'hare",
      "y.x",
      "andmore", "camelcase_and", "case_and", "max_int's", "'3.14'", "l'été", "été.x", "abc_d",
      "51,0005", "年1", "tower", "東京tower", "ไทย", "กข", "x's",
    ]

  /// Each word between each two characters, in titles and texts in turn.
  private static var pages: [Item] {
    var pages: [Item] = []
    for word in words {
      for (before, after) in contexts {
        let text = before + word + after
        let id = "\(pages.count)"
        pages.append(
          pages.count % 2 == 0
            ? Fixture.page(id, title: text) : Fixture.page(id, title: "x", text: text))
      }
    }
    return pages
  }

  private static func marked(_ pages: [Item]) -> [Item] {
    pages.map {
      var page = $0
      CompoundWords.note(in: &page)
      return page
    }
  }

  @Test func markedPagesAnswerAsThoseWhoseTextsAreCompared() async throws {
    let unmarked = try Fixture()
    let marked = try Fixture()
    try await unmarked.put(Self.pages)
    try await marked.put(Self.marked(Self.pages))
    for text in Self.questions {
      for language in ["en", "fr", "sv", "tr"] {
        for isBeingTyped in [false, true] {
          let question = Question(
            text, language: language, isBeingTyped: isBeingTyped, limit: 500)
          let expected = try unmarked.answers(question)
          #expect(
            try marked.answers(question) == expected,
            "\(text) in \(language), being typed: \(isBeingTyped)")
        }
      }
    }
  }

  @Test func pagesOfAnEarlierVersionAreFoundBesideMarkedOnes() async throws {
    let fixture = try Fixture()
    try await fixture.put([Fixture.page("old", title: "Flights to O'Hare")])
    try await fixture.put(Self.marked([Fixture.page("new", title: "O'Hare by train")]))
    #expect(Set(try fixture.answers(Question("o'hare"))) == ["old", "new"])
  }

  @Test func marksFollowTheTexts() async throws {
    let fixture = try Fixture()
    var page = Fixture.page("a", title: "O'Hare")
    CompoundWords.note(in: &page)
    page.attributes[.title] = .string("image_view")
    CompoundWords.note(in: &page)
    try await fixture.put([page])
    #expect(try fixture.answers(Question("o'hare")) == [])
    #expect(try fixture.answers(Question("image_view")) == ["a"])
  }

  @Test func marksAreNoWordsOfThePage() async throws {
    let fixture = try Fixture()
    try await fixture.put(Self.marked([Fixture.page("a", title: "O'Hare")]))
    for word in ["k1", "aoqchhare", "toqchhare", "ꟷk1", "ꟷaoqchhare", "ꟷtoqchhare"] {
      #expect(try fixture.answers(Question(word)) == [], "\(word)")
      #expect(try fixture.answers(Question(word, isBeingTyped: true)) == [], "\(word)")
    }
  }

  @Test func marksAnswerInThePlaceOfTexts() async throws {
    let fixture = try Fixture()
    var pages = Self.marked(
      ["naïve's", "image_view", "L’ÉTÉ"].map { Fixture.page($0, title: $0) })
    for number in pages.indices { pages[number].attributes[.title] = .string("Other") }
    try await fixture.put(pages)
    // The texts don't have the words any more: that they are found shows that marks are terms as they stand.
    #expect(try fixture.answers(Question("naïve's")) == ["naïve's"])
    #expect(try fixture.answers(Question("l’été")) == ["L’ÉTÉ"])
    #expect(try fixture.answers(Question("image_view")) == ["image_view"])
    #expect(try fixture.answers(Question("image_v", isBeingTyped: true)) == ["image_view"])
  }

  @Test func noPageClaimsAMark() async throws {
    let fixture = try Fixture()
    let sign = String(CompoundWords.sign)
    var pages = [Fixture.page("a", title: "O'Hare")]
    for (number, mark) in ["toqchhare", "\(sign)toqchhare", "%EA%9F%B7toqchhare"].enumerated() {
      for attribute in [AttributeID.url, .contentSources, .languages] {
        var page = Fixture.page("\(number)-\(attribute.rawValue)", title: "Nothing")
        let text =
          attribute == .languages ? mark : "https://spam.example/\(mark)"
        page.attributes[attribute] = attribute == .url ? .string(text) : .array([.string(text)])
        pages.append(page)
      }
    }
    try await fixture.put(Self.marked(pages))
    #expect(try fixture.answers(Question("o'hare")) == ["a"])
    #expect(try fixture.answers(Question("o'ha", isBeingTyped: true)) == ["a"])
  }

  @Test func aPageWithoutMarksIsNotTakenForOneThatHasThemByItsAddress() async throws {
    let fixture = try Fixture()
    for part in ["k1", "%EA%9F%B7k1"] {
      var page = Fixture.page("old-\(part)", title: "O'Hare")
      page.attributes[.url] = .string("https://old.example/\(part)")
      try await fixture.put([page])
    }
    #expect(Set(try fixture.answers(Question("o'hare"))) == ["old-k1", "old-%EA%9F%B7k1"])
  }

  @Test func longWordsAreFoundByTheirBeginnings() async throws {
    let fixture = try Fixture()
    let long = "image_view_" + String(repeating: "x", count: 80)
    let cut = String(long.prefix(80))
    try await fixture.put(
      Self.marked([Fixture.page("long", title: long), Fixture.page("cut", title: cut)]))
    #expect(
      Set(try fixture.answers(Question("image_view_", isBeingTyped: true))) == ["long", "cut"])
    #expect(
      Set(try fixture.answers(Question(cut, isBeingTyped: true))) == ["long", "cut"])
    #expect(try fixture.answers(Question(cut)) == ["cut"])
    #expect(try fixture.answers(Question(long)) == ["long"])
  }

  @Test func aBeginningOfManyMarksFindsAllPages() async throws {
    let fixture = try Fixture()
    let pages = (0..<12).map { page in
      Fixture.page(
        "\(page)", title: "Names",
        text: (0..<100).map { "z_\(10_000 + page * 100 + $0)" }.joined(separator: " "))
    }
    try await fixture.put(Self.marked(pages))
    let found = try fixture.answers(Question("z_", isBeingTyped: true, limit: 20))
    #expect(Set(found) == Set(pages.map(\.uniqueIdentifier)))
  }
}
