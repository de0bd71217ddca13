import FresnelModel
import FresnelQuery
import FresnelText
import Testing

@Suite("User queries as typed")
struct UserQueryAsTypedTests {
  private static func finds(
    _ query: UserQuery, _ title: String, text: String = ""
  ) throws -> Bool {
    var attributes = Attributes()
    attributes[.title] = .string(title)
    attributes[.textContent] = .string(text)
    let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))
    let asTyped = try #require(query.asTyped)
    return try CompiledQuery(asTyped, context: context)
      .matches(Item(uniqueIdentifier: "id", attributes: attributes))
  }

  @Test(
    "each piece is found somewhere in the item",
    arguments: [
      ("2024 final pdf", "invoice_2024-03_final.pdf"), ("final inv", "invoice_2024-03_final.pdf"),
      ("C++ learn", "learn c++ now"), ("c++", "C++11"), ("node.j", "node.js"), ("don't", "Don't"),
      ("\"bar baz\" foo", "foo_bar baz"), ("北京大学 ", "在北京大学学习"), (".net ", "The .NET way"),
      ("ac/dc live", "AC/DC (live)"), ("résumé", "Resume"), ("a* ", "a*b"), ("win win ", "win"),
    ])
  func found(typed: String, title: String) throws {
    #expect(try Self.finds(UserQuery(typed), title))
  }

  @Test(
    "an item that lacks a piece is none",
    arguments: [
      ("2024 final doc", "invoice_2024-03_final.pdf"), ("fin ", "final"), ("c++", "c* and cat"),
      ("\"baz bar\"", "bar baz"), ("a* ", "ab"), ("bar || foo", "bar"), ("ode", "node"),
    ])
  func notFound(typed: String, title: String) throws {
    #expect(try !Self.finds(UserQuery(typed), title))
  }

  @Test("pieces may be in several places, and only the one at the caret goes on")
  func places() throws {
    #expect(try Self.finds(UserQuery("inv fin"), "see inv", text: "the final one"))
    #expect(try !Self.finds(UserQuery("inv fin"), "invoice", text: "the final one"))
    #expect(try Self.finds(UserQuery("inv final", caret: 3), "invoice", text: "the final one"))
  }

  @Test("filters and tokens narrow what words find, and stand alone as well")
  func conditions() throws {
    let filter = try parseQuery(#"textContent == "*report*""#)
    #expect(try Self.finds(UserQuery("inv", filters: [filter]), "invoice", text: "a report"))
    #expect(try !Self.finds(UserQuery("inv", filters: [filter]), "invoice", text: "a letter"))
    let token = UserQuery.Token(.kind, range: 0..<6, filter: filter)
    #expect(try Self.finds(UserQuery("report inv", tokens: [token]), "invoice", text: "a report"))
    #expect(try !Self.finds(UserQuery("report", tokens: [token]), "report", text: "a letter"))
  }

  @Test("signs alone ask for nothing", arguments: ["", "  ", "++", "\"\"", "*", "?!"])
  func nothing(typed: String) {
    #expect(UserQuery(typed).asTyped == nil)
  }
}
