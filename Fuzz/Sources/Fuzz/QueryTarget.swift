import FresnelModel
import FresnelQuery
import FresnelText

/// Query strings, and what a person types.
enum QueryTarget: FuzzTarget {
  private static let context = EvaluationContext(
    now: Timestamp(secondsSinceReferenceDate: 8e8), timeZone: "Europe/Berlin")

  static func seeds() -> [[UInt8]] {
    [
      #"**="ball*"cwdt"#, "domain == articles && title = * || a ==[cd] par*",
      #"(title == "k?te\*"w && !(n != 'b')) || InRange(d, $time.today(-1), $time.iso(2026-01-01))"#,
      "a > -1.5e3 && d <= $time.now(60) && kind == $time.this_week",
      (0..<20).map { #"uniqueIdentifier == "id-\#($0)""# }.joined(separator: " || "),
      (0..<20).map { "n != \($0)" }.joined(separator: " && "),
      #"title == "été\u{301} 北京 it's"t"#,
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    do throws(QueryError) {
      let query = try parseQuery(text)
      let again = try parseQuery(query.description)
      expect(again == query, "A query is another one when it is read again.")
      let compiled = try CompiledQuery(query, context: context)
      let negated = try CompiledQuery(.not(query), context: context)
      for item in SampleItems.items {
        let isMatch = compiled.matches(item)
        expect(negated.matches(item) != isMatch, "A query and its contrary agree.")
        expect(compiled.explain(item).isMatch == isMatch, "An explanation says otherwise.")
      }
    } catch {
      expect(error.message.hasSuffix("."), "An error is no sentence.")
      expect(error.column <= text.count + 1, "An error is behind the query.")
    }
    if let typed = UserQuery.query(for: text, locale: .root) {
      let parsed = try? parseQuery(typed.description)
      expect(parsed == typed, "What is typed is another query when it is printed.")
    }
  }
}
