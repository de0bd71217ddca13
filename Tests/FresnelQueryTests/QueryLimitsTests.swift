import FresnelModel
import FresnelQuery
import FresnelTestSupport
import FresnelText
import Testing

/// Queries that a hostile or broken client sends. Each test ends quickly or the run hangs visibly.
@Suite(.timeLimit(.minutes(30))) struct QueryLimitsTests {
  @Test("Ten megabytes of junk are refused by their length")
  func junk() {
    let junk = String(repeating: "(!\"*\\$time ", count: 1_000_000)
    #expect(refusal(of: junk)?.code == .tooLong)
  }

  @Test("A query of the greatest length is read, one byte more is not")
  func greatestLength() throws {
    let frame = "t == 1"
    let space = String(repeating: " ", count: QueryLimits.maximumByteCount - frame.utf8.count)
    _ = try parseQuery(frame + space)
    #expect(refusal(of: frame + space + " ")?.code == .tooLong)
    let text = String(repeating: "a", count: QueryLimits.maximumValueByteCount)
    _ = try parseQuery("t == \"\(text)\"")
    let refusal = refusal(of: "été == 1 || t == \"\(text)a\"")
    #expect(refusal?.code == .syntax)
    #expect(self.refusal(of: "e == 'é' || t == \"\(text)a\"")?.code == .tooLong)
    #expect(self.refusal(of: "e == 'é' || t == \"\(text)a\"")?.column == 18)
  }

  @Test("The greatest number of clauses is read, one more is refused at its column")
  func greatestNumberOfClauses() throws {
    let limit = QueryLimits.maximumClauseCount
    let clause = "a==é||"
    let query = String(repeating: clause, count: limit - 1) + "a==b"
    let tree = try parseQuery(query)
    _ = try CompiledQuery(tree, context: context)
    let refusal = refusal(of: query + "||a==c")
    #expect(refusal?.code == .tooManyClauses)
    #expect(refusal?.column == 6 * limit + 1)
    #expect(refusal?.message.contains("65536") == true)
    #expect(throws: QueryError.self) {
      try CompiledQuery(.or([tree, try parseQuery("a == 1")]), context: context)
    }
  }

  @Test("Different words of a value with t count as clauses, repeated ones do not")
  func wordsOfValues() throws {
    let word = String(repeating: "word ", count: 100_000)
    _ = try CompiledQuery(try parseQuery("t == \"\(word)\"t"), context: context)
    let words = (0...QueryLimits.maximumClauseCount).map { "w\($0)" }.joined(separator: " ")
    let error = #expect(throws: QueryError.self) {
      try CompiledQuery(try parseQuery("t == \"\(words)\"t"), context: context)
    }
    #expect(error?.code == .tooManyClauses)
  }

  @Test("A query that is read because its clauses say the same is explained clause by clause")
  func explainingRepeatedWords() throws {
    let words = (0..<5000).map { "w\($0)" }.joined(separator: " ")
    let query = Array(repeating: "title == \"\(words)\"t", count: 16).joined(separator: " || ")
    let compiled = try CompiledQuery(try parseQuery(query), context: context)
    var item = Item(uniqueIdentifier: "i")
    item.attributes[.title] = .string("soup")
    let explanation = compiled.explain(item)
    #expect(explanation.clauses.count == 16)
    #expect(Set(explanation.clauses.map { $0.reason }).count == 1)
  }

  @Test(
    "Nesting of a hundred thousand levels is refused", arguments: ["(", "!", "!(", "( ! "])
  func deepNesting(opening: String) {
    let query = String(repeating: opening, count: 100_000) + "a == 1"
    let refusal = refusal(of: query)
    #expect(refusal?.code == .tooDeep)
    #expect(refusal?.expected.contains("500") == true)
    #expect((1...2_000).contains(refusal?.column ?? 0))
  }

  @Test("Nesting at the limit is read, printed and evaluated")
  func nestingAtTheLimit() throws {
    let limit = QueryLimits.maximumNesting
    let parentheses =
      String(repeating: "(", count: limit) + "a == 1" + String(repeating: ")", count: limit)
    #expect(try parseQuery(parentheses).description == "a == 1")
    let negations = String(repeating: "!", count: limit) + "a == 1"
    #expect(try parseQuery(negations).description == negations)
    #expect(refusal(of: "!" + negations)?.code == .tooDeep)
    var mixed = "a == 1"
    for _ in 0..<limit { mixed = "(b == 2 && \(mixed) || c == 3)" }
    let query = try parseQuery(mixed)
    #expect(try parseQuery(query.description) == query)
    let item = Item(uniqueIdentifier: "i")
    let compiled = try CompiledQuery(query, context: context)
    #expect(!compiled.matches(item))
    #expect(!compiled.explain(item).isMatch)
  }

  @Test(
    "Floods of one character end in an error",
    arguments: ["\"", "'", "\\", "*", "?", "&", "|", "$", "[", "]", ")", "9", ".", "é", "\u{301}"])
  func floods(character: String) {
    let count = QueryLimits.maximumValueByteCount / character.utf8.count
    #expect(refusal(of: String(repeating: character, count: count)) != nil)
    let inside = String(repeating: character, count: count - 20)
    _ = refusal(of: "t == " + inside)
    _ = refusal(of: "t == \"" + inside + "\"")
  }

  @Test("A number of a million digits is a number or an error")
  func hugeNumber() throws {
    let digits = String(repeating: "9", count: 1_000_000)
    #expect(refusal(of: "n == " + digits)?.code == .invalidNumber)
    #expect(refusal(of: "n == 0." + digits) == nil)
    #expect(refusal(of: "n == 1e" + digits)?.code == .invalidNumber)
    #expect(refusal(of: "n == 1e-" + digits) == nil)
  }

  @Test("A value with ? is bounded, one without is not")
  func anyCharacterBound() throws {
    let limit = QueryLimits.maximumByteCountWithAnyCharacter
    #expect(refusal(of: "t == \"\(String(repeating: "?", count: limit))\"") == nil)
    #expect(refusal(of: "t == \"\(String(repeating: "?", count: limit + 1))\"")?.code == .tooLong)
    #expect(refusal(of: "t == \"\(String(repeating: "a", count: limit + 1))\"") == nil)
    #expect(refusal(of: "t == \"\(String(repeating: "\\?", count: limit))\"") == nil)
  }

  @Test("Patterns made to backtrack match in linear time")
  func backtracking() throws {
    let stars = String(repeating: "*a", count: 20_000) + "*b*"
    let text = String(repeating: "a", count: 24_000)
    for modifiers in ["", "c", "w", "cdwt"] {
      #expect(try !matches("title == \"\(stars)\"\(modifiers)", text))
    }
    let almost = String(repeating: "a", count: 12_000)
    #expect(try !matches("title == \"*\(almost)b*\"", text))
    #expect(try !matches("title == \"\(almost)\"w", text))
    #expect(try matches("title == \"*\(almost)*\"w", text))
    let marks = String(repeating: "a?", count: 500)
    let long = String(repeating: "a", count: 1_000_000)
    #expect(try !matches("title == \"*\(marks)b*\"", long))
    #expect(try !matches("title == \"\(marks)*\"w", String(repeating: "-", count: 1_000_000)))
    #expect(try !matches("title == \"*\(marks)\"w", long + "é" + long + "bb"))
    #expect(try matches("title == \"*\(marks)\"", long))
  }

  @Test("A tree built by hand is checked before it is used")
  func validation() {
    func comparison(_ value: Literal, _ comparator: Comparator = .equal) -> Query {
      .comparison(Comparison(attribute: .named("a"), comparator: comparator, value: value))
    }
    var deep = comparison(.integer(1))
    for _ in 0...QueryLimits.maximumNesting { deep = .not(deep) }
    let bad: [(Query, QueryError.Code)] = [
      (comparison(.double(.infinity)), .invalidNumber),
      (comparison(.double(.nan)), .invalidNumber),
      (comparison(.pattern(Pattern(literal: "a")), .less), .invalidValue),
      (comparison(.time(.iso("yesterday"))), .unknownTime),
      (comparison(.time(.iso("2026-01-01) || (a == 1"))), .unknownTime),
      (comparison(.time(.start(of: .day, offset: .max))), .unknownTime),
      (comparison(.time(.now(offset: .nan))), .invalidNumber),
      (.inRange(.named("a"), lower: .pattern(Pattern([])), upper: .integer(1)), .invalidValue),
      (
        .comparison(Comparison(attribute: .named("a b"), comparator: .equal, value: .integer(1))),
        .syntax
      ),
      (
        .comparison(Comparison(attribute: .named(""), comparator: .equal, value: .integer(1))),
        .syntax
      ),
      (deep, .tooDeep),
    ]
    for (query, code) in bad {
      let error = #expect(throws: QueryError.self) {
        try CompiledQuery(.and([query, comparison(.integer(2))]), context: context)
      }
      #expect(error?.code == code)
      #expect(error?.column == 0)
    }
  }

  private var context: EvaluationContext {
    EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0), timeZone: "UTC")
  }

  private func refusal(of query: String) -> QueryError? {
    do {
      _ = try parseQuery(query)
      return nil
    } catch {
      return error
    }
  }

  private func matches(_ query: String, _ title: String) throws -> Bool {
    var item = Item(uniqueIdentifier: "i")
    item.attributes[.title] = .string(title)
    return try CompiledQuery(parseQuery(query), context: context).matches(item)
  }
}
