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
  ]
  private static let surroundings = [
    ("", ""), ("the ", " is"), ("x", ""), ("_", ""), ("", "_"), ("'", "'"), ("x.", "."), ("", "'s"),
    ("X", "X"), ("a", "Bc"), ("5", "5"), ("(", ")"), ("", "."), ("", "ß"), ("京", "都"), ("", ".x"),
  ]
  private static let questions =
    words + [
      "ohare", "hare's", "o'hare's", "image_view_", "bar's", "foobar's", "c.a", "b.c", "x.o'hare",
      "y.x",
      "andmore", "camelcase_and", "case_and", "max_int's", "'3.14'", "l'été", "été.x", "abc_d",
      "51,0005",
    ]

  /// Each word between each two characters, in titles and texts in turn.
  private static var pages: [Item] {
    var pages: [Item] = []
    for word in words {
      for (before, after) in surroundings {
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
    for word in ["k1", "aoqchhare", "toqchhare"] {
      #expect(try fixture.answers(Question(word)) == [], "\(word)")
      #expect(try fixture.answers(Question(word, isBeingTyped: true)) == [], "\(word)")
    }
  }
}
