import FresnelModel
import FresnelQuery
import FresnelText

extension GrowthCase {
  private static let context = EvaluationContext(
    now: Timestamp(secondsSinceReferenceDate: 8e8), timeZone: "UTC")

  private static func compile(_ text: String) {
    guard let query = try? parseQuery(text),
      let compiled = try? CompiledQuery(query, context: context)
    else { return }
    use(query.description)
    use(compiled)
  }

  /// Query strings, what people type, texts that are folded and taken apart, and evaluation.
  static var queries: [GrowthCase] {
    [
      text(
        "query: alternatives of identifiers",
        list(separator: " || ") { "uniqueIdentifier == \"id-\($0)\"" }, compile),
      text(
        "query: alternatives of several attributes",
        list(separator: " || ") { "a\($0 % 9) == \"id-\($0)\"cd" }, compile),
      text(
        "query: one clause again and again", list(separator: " && ") { _ in "title == \"a\"" },
        compile),
      text("query: negations", list(separator: " && ") { "title != \"x\($0)*\"" }, compile),
      text("query: numbers", list(separator: " || ") { "fileSize == \($0 * 7 % 1001)" }, compile),
      text(
        "query: ranges and times",
        list(separator: " || ") { "InRange(d, $time.today(\($0 % 99)), $time.now(1))" }, compile),
      text(
        "query: groups side by side", list(separator: " || ") { "(a == \($0) && !(b == 'x'))" },
        compile),
      text(
        "query: lists within lists", from: 30,
        { levels in
          let clauses = (0..<16).map { "a == \($0)" }
          let rest = clauses.joined(separator: " || ")
          return (0..<levels).reduce("b == 1") { list, level in
            "c == \(level) && (\(rest) || (\(list)))"
          }
        }, compile),
      text("query: without quotes", list(separator: " || ") { "a = b\($0)*" }, compile),
      text("query: white space", list("a", " == 1") { _ in "\u{A0} " }, compile),
      text(
        "query: words of a value with t",
        list("** == \"", "\"cdwt", separator: " ") { "word\($0)" },
        compile),
      text("query: stars", list("title == \"", "\"cd") { _ in "*ab" }, compile),
      text("query: question marks", list("title == \"", "\"cd") { _ in "?a*" }, compile),
      text("query: escapes", list("title == \"", "\"") { _ in "\\*\\\"" }, compile),
      text("query: a long number", list("n == 0.") { _ in "7" }, compile),
      text("query: modifiers", list("t == \"a\"") { _ in "cdwt" }, compile),
      text("typed: different words", list(separator: " ") { "word\($0)" }) {
        use(UserQuery.query(for: $0, locale: .root) as Any)
      },
      text("typed: one word again and again", list(separator: " ") { _ in "word" }) {
        use(UserQuery.query(for: $0, locale: .root) as Any)
      },
      text("typed: Chinese", list { _ in "北京天安门" }) {
        use(UserQuery.query(for: $0, locale: .root) as Any)
      },
      text("typed: the spelling of a name", list { _ in "bei3 jing1 " }) {
        use(UserQuery($0).readings())
      },
      text("typed: the spelling of words", list { _ in "al-moskva'ye-" }) {
        use(UserQuery($0).inOtherAlphabets(.all, goesOn: true))
      },
      text("typed: words with an article", list { _ in "القاهرة " }) { text in
        let query = UserQuery(text)
        use(query.pieces.map { query.withOtherArticle($0) })
      },
      text("typed: simplified characters", list { _ in "发后台" }) {
        use(UserQuery($0).inOtherCharacters())
      },
      evaluation(
        "evaluating: many words",
        query: { "** == \"" + list(separator: " ") { "x\($0)" }($0) + "\"cdwt" },
        title: { _ in "x1 x2 x3 x4" }),
      evaluation(
        "evaluating: a long text", query: { _ in "** == \"*needle*\"cd" },
        title: list(separator: " ") { "word\($0)" }),
      evaluation(
        "evaluating: many stars in a long text", query: { _ in "** == \"*a*a*a*a*b*\"" },
        title: list { _ in "aaaa" }),
      evaluation(
        "evaluating: as many stars as letters",
        query: { "** == \"" + list { _ in "*b" }($0) + "*\"" },
        title: { list { _ in "a" }($0) + list { _ in "b" }($0 / 2) }),
      evaluation(
        "evaluating: a long pattern with ?", from: 4,
        query: { "** == \"*" + list { _ in "a?" }($0 / 2 - 1) + "b*\"" },
        title: { list { _ in "a" }($0 * 1024) }),
      evaluation(
        "evaluating: Hangul in single letters", query: { _ in "** == \"\u{D55C}*\"cdw" },
        title: list { _ in "\u{1112}\u{1161}\u{11AB}" }),
      evaluation(
        "evaluating: one of many texts", query: list(separator: " || ") { "title == \"a\($0)\"" },
        title: { _ in "a17" }),
      highlighting,
      text("explaining", list(separator: " && ") { "title == \"x\($0)*\"" }) { text in
        var item = Item(uniqueIdentifier: "a")
        item.attributes[.title] = .string("x1 x2")
        guard let query = try? parseQuery(text),
          let compiled = try? CompiledQuery(query, context: context)
        else { return }
        use(compiled.explain(item))
      },
      text("folding: Latin with accents", list { _ in "Éàüß " }, fold),
      text("folding: combining marks", list("a") { $0 % 2 == 0 ? "\u{301}" : "\u{323}" }, fold),
      text("folding: Hangul and kana", list { _ in "한국ｶﾞ" }, fold),
      text("folding: Hangul in single letters", list { _ in "\u{1112}\u{1161}\u{11AB}" }, fold),
      text(
        "words: Latin", doublings: 6, list(separator: " ") { "camelCase\($0 % 900 + 100)" }, words),
      text("words: Thai", from: 128, list { _ in "ภาษาไทยเป็นภาษา" }, words),
      text("words: one long word", list { _ in "abc" }, words),
      text("words: marks and joiners", list("a") { _ in "\u{301}\u{200D}" }, words),
      text("visible text of HTML", list { "<p class=x>text \($0)</p><!-- c -->&amp;&#65;" }) {
        use(visibleText(ofHTML: Array($0.utf8)))
      },
      text("visible text of HTML: open tags", list { _ in "<a <b <script " }) {
        use(visibleText(ofHTML: Array($0.utf8)))
      },
      text("ISO 8601: fraction", list("2026-01-01T10:00:00.", "Z") { _ in "7" }) {
        use(ISO8601Date($0) as Any)
      },
    ].flatMap { $0 }
  }

  private static func fold(_ text: String) {
    use(TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: .root).fold(text))
  }

  private static func words(_ text: String) {
    use(WordSegmenter.words(in: text, locale: .root))
  }

  private static func evaluation(
    _ name: String, from smallest: Int = 512, query: @escaping (Int) -> String,
    title: @escaping (Int) -> String
  ) -> [GrowthCase] {
    [
      GrowthCase(name: name, smallest: smallest, doublings: 4) { count in
        let compiled = try CompiledQuery(try parseQuery(query(count)), context: context)
        var item = Item(uniqueIdentifier: "a")
        item.attributes[.title] = .string(title(count))
        return { use(compiled.matches(item)) }
      }
    ]
  }

  private static var highlighting: [GrowthCase] {
    [
      GrowthCase(name: "highlighting", smallest: 512, doublings: 4) { count in
        let compiled = try CompiledQuery(try parseQuery("** == \"*wo*\"cd"), context: context)
        let highlighter = MatchHighlighter(compiled)
        let text = list(separator: " ") { "word\($0)" }(count)
        return { use(highlighter.ranges(in: text)) }
      }
    ]
  }
}
