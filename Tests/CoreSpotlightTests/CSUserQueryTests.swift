import SpotlightClient
import Testing

@testable import CoreSpotlight

/// Reads all that a user query gives.
func responses(
  _ text: String?, _ context: CSUserQueryContext? = nil
) async throws -> (items: [CSUserQuery.Item], suggestions: [CSUserQuery.Suggestion]) {
  let query = CSUserQuery(userQueryString: text, userQueryContext: context)
  var items: [CSUserQuery.Item] = []
  var suggestions: [CSUserQuery.Suggestion] = []
  for try await response in query.responses {
    switch response {
    case .item(let item):
      #expect(suggestions.isEmpty, "items come before suggestions")
      items.append(item)
    case .suggestion(let suggestion): suggestions.append(suggestion)
    }
  }
  #expect(query.foundItemCount == items.count)
  #expect(query.foundSuggestionCount == suggestions.count)
  return (items, suggestions)
}

@Suite("CSUserQuery")
struct CSUserQueryTests {
  private func index(_ titles: String...) async throws {
    try await CSSearchableIndex.default().indexSearchableItems(titles.map { item($0, $0) })
  }

  @Test("items come best first: as typed, then what may be meant")
  func items() async throws {
    try await withConnection { (_) async throws in
      try await index("Lens cleaning", "Clean the lens", "Lens", "Balcony")
      let found = try await responses("lens")
      #expect(found.items.first?.id == "Lens" && found.items.count == 3)
      #expect(found.items.sorted() == found.items)
      #expect(found.items[0].item.compare(byRank: found.items[1].item) == .orderedAscending)
      let both = try await responses("le cl").items.map(\.id)
      #expect(both.sorted() == ["Clean the lens", "Lens cleaning"])
      #expect(try await responses("balcnoy").items.map(\.id) == ["Balcony"])
      #expect(try await responses("balcony doors").items.isEmpty == false)
    }
  }

  @Test(
    "nothing is found and suggested for no text, and for signs alone",
    arguments: [nil, "", " ", "*", "\"", "||"])
  func nothing(text: String?) async throws {
    try await withConnection { (_) async throws in
      try await index("Lens * || \"", "Lens")
      let found = try await responses(text)
      #expect(found.items.isEmpty && found.suggestions.isEmpty)
    }
  }

  @Test("what is an operator in a query string is text")
  func signs() async throws {
    try await withConnection { (_) async throws in
      try await index("Lens", "Filter", "Either or neither", "C++ in a week", "Cooking")
      let exact = CSUserQueryContext()
      exact.enableRankedResults = false
      #expect(try await responses("lens || filter", exact).items.isEmpty)
      #expect(try await responses("title == \"Lens\"", exact).items.isEmpty)
      #expect(try await responses("*ens", exact).items.isEmpty)
      #expect(try await responses("l?ns", exact).items.isEmpty)
      #expect(try await responses("c++").items.map(\.id) == ["C++ in a week"])
      #expect(try await responses("\"lens").items.map(\.id) == ["Lens"])
      #expect(try await responses("lens*").items.map(\.id) == ["Lens"])
    }
  }

  @Test("filters narrow items and suggestions, whatever else is tried; a malformed one fails")
  func filters() async throws {
    try await withConnection { (_) async throws in
      let kept = item("kept", "Balcony plants")
      kept.attributeSet.keywords = ["public"]
      let hidden = item("hidden", "Balcony secrets")
      try await CSSearchableIndex.default().indexSearchableItems([kept, hidden])
      let context = CSUserQueryContext()
      context.filterQueries = ["keywords == \"public\""]
      for text in ["balcony", "bal", "balcnoy", "balcony s", "balcony ", "secrets balcony"] {
        let found = try await responses(text, context)
        #expect(!found.items.contains { $0.id == "hidden" }, "\(text)")
        #expect(!found.suggestions.contains { $0.id.hasSuffix("secrets") }, "\(text)")
      }
      #expect(try await responses("balcony", context).items.map(\.id) == ["kept"])
      context.filterQueries = ["title == "]
      let error = await #expect(throws: CSSearchQueryError.self) {
        _ = try await responses("balcony", context)
      }
      #expect(error?.code == .invalidQuery && error?.column != nil)
    }
  }

  @Test("a text that is longer than may be fails")
  func longText() async throws {
    try await withConnection { (_) async throws in
      let error = await #expect(throws: CSSearchQueryError.self) {
        _ = try await responses(String(repeating: "lens ", count: 1000))
      }
      #expect(error?.code == .invalidQuery)
    }
  }

  @Test("items carry the attributes asked for and no others")
  func fetchedAttributes() async throws {
    try await withConnection { (_) async throws in
      let full = item("1", "Lens", domain: "d")
      full.attributeSet.keywords = ["k"]
      try await CSSearchableIndex.default().indexSearchableItems([full])
      let plain = try await responses("lens").items.first?.item
      #expect(plain?.attributeSet.title == nil && plain?.domainIdentifier == "d")
      let context = CSUserQueryContext()
      context.fetchAttributes = ["keywords"]
      let fetched = try await responses("lens", context).items.first?.item
      #expect(fetched?.attributeSet.keywords == ["k"] && fetched?.attributeSet.title == nil)
    }
  }

  @Test(
    "all items are found, once each, or as many as are wanted",
    arguments: [0, 1, 99, 100, 101, 700])
  func resultCount(count: Int) async throws {
    try await withConnection { (_) async throws in
      try await indexItems(1350)
      let context = CSUserQueryContext()
      context.maxResultCount = count
      let ranked = try await responses("item", context)
      #expect(ranked.items.count == (count == 0 ? 1350 : count))
      #expect(Set(ranked.items.map(\.id)).count == ranked.items.count)
      #expect(ranked.items.sorted() == ranked.items)
      context.enableRankedResults = false
      context.fetchAttributes = ["title"]
      let unranked = try await responses("item", context)
      #expect(Set(unranked.items.map(\.id)).count == ranked.items.count)
    }
  }

  @Test("unranked, only what was typed is found")
  func unranked() async throws {
    try await withConnection { (_) async throws in
      try await index("Balcony")
      let context = CSUserQueryContext()
      context.enableRankedResults = false
      #expect(try await responses("balcnoy", context).items.isEmpty)
      #expect(try await responses("balcony", context).items.count == 1)
    }
  }

  @Test("an app finds its own items only, and nothing of others is suggested")
  func isolation() async throws {
    try await withConnection { (index) async throws in
      try await indexItems(2)
      let other = index.connection(of: "com.example.other")
      defer { other.close() }
      try await AppConnection.$override.withValue(other) {
        let found = try await responses("it")
        #expect(found.items.isEmpty && found.suggestions.isEmpty)
      }
    }
  }

  @Test("the keyboard language decides about letters")
  func language() async throws {
    try await withConnection { (_) async throws in
      try await index("Öland", "Oland")
      let context = CSUserQueryContext()
      context.keyboardLanguage = "sv"
      #expect(try await responses("oland", context).items.map(\.id) == ["Oland"])
      context.keyboardLanguage = "en"
      #expect(try await responses("oland", context).items.count == 2)
    }
  }

  @Test("only the protection classes that are named are looked through")
  func protectionClasses() async throws {
    try await withConnection { (_) async throws in
      let names: [(FileProtectionType, String)] = [
        (.none, "Lens open"), (.completeUntilFirstUserAuthentication, "Lens guarded"),
      ]
      for (protection, title) in names {
        let index = CSSearchableIndex(name: title, protectionClass: protection)
        try await index.indexSearchableItems([item(title, title)])
      }
      for (protection, title) in names {
        let query = CSUserQuery(userQueryString: "lens", userQueryContext: nil)
        query.protectionClasses = [protection]
        var ids: [String] = []
        for try await response in query.responses { ids.append(response.id) }
        #expect(ids == ["item \(title)", "suggestion \(title)"])
      }
    }
  }

  @Test("what is prepared and told of finds the same")
  func preparation() async throws {
    try await withConnection { (_) async throws in
      CSUserQuery.prepare()
      CSUserQuery.prepareProtectionClasses([.none, .complete])
      try await index("Lens", "Lens cap")
      let query = CSUserQuery(userQueryString: "lens", userQueryContext: nil)
      let found = try await responses("lens")
      for _ in 0..<1000 {
        query.userEngaged(found.items[0], visibleItems: found.items, interaction: .select)
        query.userEngaged(
          found.suggestions[0], visibleSuggestions: found.suggestions, interaction: .focus)
      }
      #expect(CSUserQuery.UserInteractionKind.default == .select)
      #expect(try await responses("lens").items == found.items)
    }
  }
}
