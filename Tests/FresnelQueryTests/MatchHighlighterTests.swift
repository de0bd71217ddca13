import FresnelModel
import FresnelQuery
import FresnelText
import Testing

@Suite struct MatchHighlighterTests {
  @Test("What was typed is found in what is shown, again and again")
  func typedWords() throws {
    #expect(try highlight("de", in: "The Desktop of a dev: Décor") == ["De", "de", "Dé"])
    #expect(
      try highlight("window cl", in: "MyWindowClass, window class") == ["WindowCl", "window", "cl"])
    #expect(try highlight("strass", in: "Die Straße") == ["Straß"])
    #expect(try highlight("zebra", in: "The Desktop").isEmpty)
    #expect(try highlight("a", in: "").isEmpty)
  }

  @Test("Stars are no part of what is highlighted")
  func stars() throws {
    #expect(try ranges(#"title == "*an*""#, in: "banana") == ["anan"])
    #expect(try ranges(#"title == "*na*""#, in: "nab na") == ["na", "na"])
    #expect(try ranges(#"title == "a*c""#, in: "abc") == ["a", "c"])
    #expect(try ranges(#"title == "a*c""#, in: "abcd").isEmpty)
    #expect(try ranges(#"title == "*""#, in: "abc").isEmpty)
    #expect(try ranges(#"title == "a*c"w"#, in: "x a b c") == ["a b c"])
  }

  @Test("Negated comparisons and other attributes highlight nothing")
  func onlyWhatMatched() throws {
    #expect(try ranges(#"!title == "*a*" && title != "*b*""#, in: "ab").isEmpty)
    #expect(try ranges(#"title == "*a*" || subject == "*b*""#, in: "ab", of: .title) == ["a"])
    #expect(try ranges(#"* == "*a*""#, in: "ab", of: .title) == ["a"])
    #expect(try ranges(#"* == "*a*""#, in: "ab", of: .textContent).isEmpty)
    #expect(try ranges(#"** == "*a*""#, in: "ab", of: .textContent) == ["a"])
    #expect(try ranges("pageCount == 1", in: "1").isEmpty)
  }

  @Test("Ranges are those of the original text")
  func originalRanges() throws {
    #expect(try ranges(#"title == "strasse"cw"#, in: "Zur Straße 1") == ["Straße"])
    #expect(try ranges(#"title == "abc"cw"#, in: "x ＡＢＣ y") == ["ＡＢＣ"])
    #expect(
      try ranges(#"title == "resume"cdw"#, in: "Re\u{301}sume\u{301}!") == ["Re\u{301}sume\u{301}"])
  }

  private func highlight(_ typed: String, in text: String) throws -> [String] {
    let query = try #require(UserQuery.query(for: typed, locale: .root))
    return try ranges(query.description, in: text)
  }

  private func ranges(
    _ query: String, in text: String, of id: AttributeID? = nil
  ) throws -> [String] {
    let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))
    let highlighter = MatchHighlighter(try CompiledQuery(parseQuery(query), context: context))
    let utf8 = Array(text.utf8)
    return highlighter.ranges(in: text, of: id.map { .builtIn($0) }).map {
      String(decoding: utf8[$0], as: UTF8.self)
    }
  }
}
