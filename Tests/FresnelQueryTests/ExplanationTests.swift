import FresnelModel
import FresnelQuery
import FresnelTestSupport
import FresnelText
import Testing

@Suite struct ExplanationTests {
  @Test("An explanation agrees with the evaluation on every row of the table")
  func agreesWithTable() throws {
    for row in QueryCases.all {
      let query = try CompiledQuery(parseQuery(row.query), context: row.context)
      #expect(query.explain(row.item).isMatch == row.isMatch, "\(row)")
    }
  }

  @Test("A comparison says what matched where, or why not")
  func reasons() throws {
    let item = sample
    let reasons = [
      (#"title == "windows"cw"#, #"title is "My NSWindow": "windows" does not occur."#),
      (#"title == "My"w"#, #"title is "My NSWindow": matched "My" at byte 0."#),
      (#"title == "window"cw"#, #"title is "My NSWindow": "window" occurs only inside a word."#),
      (#"title == "My""#, #"title is "My NSWindow": "My" is only a part of it."#),
      (#"title == "my*""#, #"title is "My NSWindow": "my*" differs in case."#),
      (#"title == "" "#, #"title is "My NSWindow": an empty value matches an empty text only."#),
      (#"subject == "a""#, "The item has no subject."),
      (#"sparkle == "a""#, "There is no attribute named sparkle."),
      (#"secret == "a""#, #"secret is "a": matched "a" at byte 0."#),
      (#"domainIdentifier == "a""#, "The item has no domain identifier."),
      ("expirationDate > 0", "The item does not expire."),
      (#"thumbnailData == "a""#, "thumbnailData holds nothing that can be compared."),
      (#"pageCount == "12""#, "pageCount is 12, and a text compares with text only."),
      ("pageCount == 12", "pageCount is 12."),
      ("pageCount < 12", "pageCount is 12."),
      (
        "pageCount < $time.now",
        "pageCount is 12, and a $time value compares with dates only."
      ),
      ("title < 5", "title is a text, and numbers and dates never compare with text."),
      ("dueDate > 5", "dueDate is 2026-03-18T15:30:00Z."),
      (#"keywords == "delta""#, #""delta" occurs in none of the 2 texts."#),
      (#"keywords == "beta""#, #"keywords[1] is "beta": matched "beta" at byte 0."#),
      (#"keywords == "alpha beta"t"#, "No single element of keywords has all the words."),
      (
        #"* == "alpha my"ct"#,
        #"keywords[0] has "alpha" at byte 0, title has "My" at byte 0."#
      ),
    ]
    for (query, reason) in reasons {
      #expect(try explain(query, item).reason == reason, "\(query)")
    }
  }

  @Test("The tree has the query's shape, and prints with indentation")
  func shape() throws {
    let explanation = try explain(#"title == "My*" && (!pageCount > 20 || subject == "a")"#, sample)
    #expect(
      explanation.description == """
        + all of
          + title == "My*"
              title is "My NSWindow": matched "My" at byte 0.
          + one of
            + not
              - pageCount > 20
                  pageCount is 12.
            - subject == "a"
                The item has no subject.
        """)
    #expect(explanation.kind == .and)
    #expect(explanation.clauses.map(\.kind) == [.comparison, .or])
  }

  @Test("A match has the range of the original text")
  func range() throws {
    var item = Item(uniqueIdentifier: "i")
    item.attributes[.authors] = .array([
      .person(Person(displayName: "Anna Straße", handles: ["a@b.org"], handleIdentifier: "e"))
    ])
    let match = try explain(#"authors == "strasse"cw"#, item).matches.first
    #expect(match?.path == "authors[0].displayName")
    #expect(match?.range == 5..<12)
    #expect(match?.matchedText == "Straße")
  }

  private var sample: Item {
    var item = Item(uniqueIdentifier: "i")
    item.attributes[.title] = .string("My NSWindow")
    item.attributes[.pageCount] = .integer(12)
    item.attributes[.keywords] = .array([.string("alpha"), .string("beta")])
    item.attributes[.dueDate] = .date(Timestamp(fixture: "2026-03-18T15:30:00Z"))
    item.attributes[.thumbnailData] = .data([1])
    item.attributes[.custom(CustomAttributeKey(name: "secret", isSearchable: false))] = .string("a")
    return item
  }

  private func explain(_ query: String, _ item: Item) throws -> Explanation {
    let context = EvaluationContext(now: Timestamp(fixture: "2026-03-18T15:30:00Z"))
    return try CompiledQuery(parseQuery(query), context: context).explain(item)
  }
}
