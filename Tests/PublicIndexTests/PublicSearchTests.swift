import FresnelEngine
import Testing

@testable import PublicIndex

struct PublicSearchTests {
  private typealias Fixture = PublicIndexFixture

  @Test func formsOfAWordAreFound() async throws {
    let fixture = try Fixture()
    try await fixture.put([
      Fixture.page("a", title: "Studies of slipstreams"),
      Fixture.page("b", title: "Students in the stream"),
    ])
    #expect(try fixture.answers(Question("study slipstream")) == ["a"])
    #expect(try fixture.answers(Question("Études", language: "fr")) == [])
  }

  @Test func aWordHasTheFormsOfEachLanguage() async throws {
    let fixture = try Fixture()
    try await fixture.put(
      ["nation", "national", "nationen"].map { Fixture.page($0, title: "Die \($0)") })
    // The second time the forms are remembered.
    for _ in 0..<2 {
      for language in ["en", "EN", "en-US"] {
        let found = Set(try fixture.answers(Question("nation", language: language)))
        #expect(found == ["nation", "national"], "\(language)")
      }
      let found = Set(try fixture.answers(Question("nation", language: "de")))
      #expect(found == ["nation", "nationen"])
    }
  }

  @Test func anAnswerTellsWhetherMoreComesBehindIt() async throws {
    let fixture = try Fixture()
    try await fixture.put((0..<250).map { Fixture.page("\($0)", title: "Same \($0)") })
    for (offset, limit, hasMore) in [
      (0, 10, true), (239, 10, true), (240, 10, false), (249, 1, false), (0, 249, true),
      (0, 250, false), (0, .max, false), (5, .max, false), (250, 10, false), (400, 10, false),
    ] {
      let answer = try PublicSearch(fixture.store.snapshot()).answer(
        to: Question("same", offset: offset, limit: limit))
      #expect(answer.hasMore == hasMore, "\(offset), \(limit)")
      #expect(answer.results.count == min(limit, max(0, 250 - offset)), "\(offset), \(limit)")
    }
  }

  @Test func longerFormsOfAStemAreFound() async throws {
    let fixture = try Fixture()
    try await fixture.put([
      Fixture.page("a", title: "Roasted tomatoes"), Fixture.page("b", title: "Tomatillo salsa"),
      Fixture.page("c", title: "Tomato soup"), Fixture.page("d", title: "Calendar for 20261"),
    ])
    #expect(Set(try fixture.answers(Question("tomato"))) == ["a", "c"])
    #expect(Set(try fixture.answers(Question("tomatoes"))) == ["a", "c"])
    #expect(try fixture.answers(Question("2026")) == [])
  }

  @Test func wordsOfSeveralTermsAreFoundWhole() async throws {
    let fixture = try Fixture()
    try await fixture.put([
      Fixture.page("a", title: "O'Hare to the city"), Fixture.page("b", title: "Hare and o"),
      Fixture.page("c", title: "Pi is 3.14 or so"), Fixture.page("d", title: "14 of 3"),
      Fixture.page("e", title: "我在北京的时候", text: "在北京。"),
      Fixture.page("f", title: "北方", text: "京都"),
    ])
    #expect(try fixture.answers(Question("o'hare")) == ["a"])
    #expect(try fixture.answers(Question("3.14")) == ["c"])
    #expect(try fixture.answers(Question("北京", language: "zh")) == ["e"])
    #expect(try fixture.answers(Question("ISTANBUL", language: "tr")) == [])
  }

  @Test func aWordThatIsBeingTypedMayGoOn() async throws {
    let fixture = try Fixture()
    try await fixture.put([
      Fixture.page("a", title: "Carbonara"), Fixture.page("b", title: "Carousel"),
    ])
    #expect(try fixture.answers(Question("carb", isBeingTyped: true)) == ["a"])
    #expect(try fixture.answers(Question("carb")) == [])
    // What stands behind it shows that it is whole.
    #expect(try fixture.answers(Question("carb ", isBeingTyped: true)) == [])
  }

  @Test func whatHasAllWordsComesBeforeWhatHasSome() async throws {
    let fixture = try Fixture()
    try await fixture.put([
      Fixture.page("some", title: "Soup", text: "Tomato soup with tomatoes from the garden."),
      Fixture.page("all", title: "A cold soup", text: "Almonds and garlic; no tomato at all."),
      Fixture.page("none", title: "Cheesecake"),
    ])
    #expect(try fixture.answers(Question("garlic soup")) == ["all", "some"])
  }

  @Test func aRareWordSaysMoreThanACommonOne() async throws {
    let fixture = try Fixture()
    let common = (0..<30).map {
      Fixture.page("common\($0)", title: "Bread number \($0)", text: "Flour and water.")
    }
    try await fixture.put(
      common + [Fixture.page("rare", title: "Brioche", text: "Butter and flour.")])
    #expect(try fixture.answers(Question("flour butter recipe")).first == "rare")
  }

  @Test func whatAQuestionRepeatsCountsForMore() async throws {
    let fixture = try Fixture()
    try await fixture.put([
      Fixture.page("a", title: "Sorting of lists"), Fixture.page("b", title: "Merging of files"),
    ])
    let (sorting, merging) = ("sorting or merging, and sorting", "sorting or merging; merging")
    #expect(try fixture.answers(Question(sorting)) == ["a", "b"])
    #expect(try fixture.answers(Question(merging)) == ["b", "a"])
    // Beyond the most words that count, those that count are still counted.
    let others = (0..<40).map { "word\($0)" }.joined(separator: " ")
    for (word, best) in [("sorting", "a"), ("merging", "b")] {
      #expect(try fixture.answers(Question("sorting merging \(others) \(word)")).first == best)
    }
  }

  @Test func wordsThatStandTogetherAreBetter() async throws {
    let fixture = try Fixture()
    try await fixture.put([
      Fixture.page(
        "apart", title: "Notes", text: "Sea and sky were green like a turtle in the sun."),
      Fixture.page(
        "together", title: "Notes", text: "In the sun lay and slept a green sea turtle."),
    ])
    #expect(try fixture.answers(Question("sea turtle")) == ["together", "apart"])
  }

  @Test func equalTextsAreOrderedByWhatIsKnownOfThePages() async throws {
    let fixture = try Fixture()
    let better: [(String, PageFacts)] = [
      ("page", PageFacts(pageReputation: 1)), ("site", PageFacts(siteReputation: 1)),
      ("rating", PageFacts(rating: 1, ratingCount: 500)),
      ("interactions", PageFacts(interactionCount: 1e6)), ("card", PageFacts(completeness: 1)),
      ("link", PageFacts(hasVerifiedLink: true)),
    ]
    for (name, facts) in better {
      try await fixture.put([
        Fixture.page("a-\(name)-plain", title: "Thing \(name)"),
        Fixture.page("b-\(name)-better", title: "Thing \(name)", facts: facts),
        Fixture.page(
          "0-\(name)-spam", title: "Thing \(name)", facts: PageFacts(keywordSpam: 1)),
      ])
      #expect(
        try fixture.answers(Question("thing \(name)")).prefix(3)
          == ["b-\(name)-better", "a-\(name)-plain", "0-\(name)-spam"])
    }
  }

  @Test func aFewEnthusiastsDontOutweighMany() {
    let few = PageFacts(rating: 1, ratingCount: 2)
    let many = PageFacts(rating: 0.9, ratingCount: 2_000)
    #expect(few.shrunkRating < many.shrunkRating)
    #expect(PageFacts(rating: 0.2, ratingCount: 50).shrunkRating < PageFacts().shrunkRating)
    #expect(PageFacts(interactionCount: .greatestFiniteMagnitude).interactionShare == 1)
  }

  @Test func resultsComeInPages() async throws {
    let fixture = try Fixture()
    try await fixture.put((0..<25).map { Fixture.page("\(10 + $0)", title: "Same") })
    let all = try fixture.answers(Question("same", limit: 100))
    #expect(all.count == 25)
    #expect(try fixture.answers(Question("same", offset: 10, limit: 10)) == Array(all[10..<20]))
    #expect(try fixture.answers(Question("same", offset: 100, limit: 10)) == [])
    #expect(try fixture.answers(Question("same", limit: -1)) == [])
  }

  @Test(arguments: [
    "", " ", "\u{0}", "***", "\"", "()", "!!! ???", String(repeating: "a ", count: 10_000),
    String(repeating: "word", count: 10_000), "🧀", "日本語のレシピ", "\u{202E}\u{FEFF}",
    "a\u{0301}\u{0301}",
  ])
  func anyQuestionIsAnswered(question: String) async throws {
    let fixture = try Fixture()
    try await fixture.put([
      Fixture.page("a", title: "日本語のレシピ", text: "word a 🧀"), Fixture.page("b", title: ""),
    ])
    for isBeingTyped in [false, true] {
      for language in ["en", "ja", "", "xx-klingon", "e\u{0}"] {
        _ = try fixture.answers(
          Question(question, language: language, isBeingTyped: isBeingTyped))
      }
    }
    #expect(try fixture.answers(Question("レシピ", language: "ja")) == ["a"])
  }

  @Test func factsGoThroughAnItem() async throws {
    let facts = PageFacts(
      rating: 0.5, ratingCount: 3, interactionCount: 7, pageReputation: 0.25, siteReputation: 1,
      completeness: 0.75, hasVerifiedLink: true, keywordSpam: 0.125, isSearchLanding: true)
    let fixture = try Fixture()
    try await fixture.put([Fixture.page("a", title: "A", facts: facts)])
    let item = try #require(
      fixture.store.snapshot().item(scope: PublicPages.scope, identifier: "a"))
    #expect(PageFacts(of: item) == facts)
  }
}
