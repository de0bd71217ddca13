import CoreSpotlight
import SampleConnection
import Testing

@Suite("A search field as app developers write it")
@MainActor
struct SearchFieldTests {
  init() {
    SampleConnection.prepare
  }

  private func index(_ name: String, _ titles: String...) async throws {
    let items = titles.map { title in
      let attributes = CSSearchableItemAttributeSet(contentType: .text)
      attributes.title = title
      attributes.keywords = [name]
      return CSSearchableItem(
        uniqueIdentifier: "\(name): \(title)", domainIdentifier: name, attributeSet: attributes)
    }
    try await CSSearchableIndex(name: name).indexSearchableItems(items)
  }

  @Test("items and suggestions come while a person types, and a chosen suggestion goes on")
  func typing() async throws {
    try await index("recipes", "Gooseberry crumble", "Gooseberry pie", "Crumbly cheese")
    let field = SearchField()
    let filter = "keywords == \"recipes\""
    try await field.type("goos", filter: filter)
    #expect(field.items.map(\.item.attributeSet.title).count == 2)
    #expect(field.suggestions.first?.id == "Gooseberry")
    let chosen = try #require(field.suggestions.first { $0.id == "Gooseberry pie" })
    try await field.choose(chosen)
    #expect(field.items.first.map(field.open) == "recipes: Gooseberry pie")
    try await field.type("goosebrery", filter: filter)
    #expect(field.items.count == 2)
    #expect(field.items.first?.item.attributeSet.title?.hasPrefix("Gooseberry") == true)
    try await field.type("", filter: filter)
    #expect(field.items.isEmpty)
    // With a daemon, what was typed before the pie was opened.
    #expect(Set(field.suggestions.map(\.id)).isSubset(of: ["Gooseberry pie"]))
  }

  @Test("lists of items, of suggestions and of responses are made with their identifiers")
  func identity() async throws {
    try await index("identity", "Quince", "Quinoa")
    let context = CSUserQueryContext()
    context.filterQueries = ["keywords == \"identity\""]
    func query() -> CSUserQuery {
      CSUserQuery(userQueryString: "quin", userQueryContext: context)
    }
    var responses: Set<CSUserQuery.Responses.Response> = []
    for try await response in query().responses { responses.insert(response) }
    #expect(Set(responses.map(\.id)).count == 4)
    var suggestions: [CSUserQuery.Suggestion] = []
    for try await suggestion in query().suggestions { suggestions.append(suggestion) }
    #expect(suggestions.max() == suggestions.last && Set(suggestions).count == 2)
    var items: [CSSearchQuery.Results.Item] = []
    for try await item in query().results { items.append(item) }
    #expect(items.count == 2)
  }
}
