import CoreSpotlight

/// A search field as an app has it: asks at each letter, and lists items and suggestions by rank.
@MainActor
final class SearchField {
  private(set) var items: [CSUserQuery.Item] = []
  private(set) var suggestions: [CSUserQuery.Suggestion] = []
  private var currentSuggestion: CSSuggestion?
  private var query: CSUserQuery?

  init() {
    CSUserQuery.prepare()
    CSUserQuery.prepareProtectionClasses([.completeUntilFirstUserAuthentication])
  }

  /// The person has typed.
  func type(_ text: String, filter: String? = nil) async throws {
    query?.cancel()
    items = []
    suggestions = []
    let queryContext = CSUserQueryContext(currentSuggestion: currentSuggestion)
    queryContext.fetchAttributes = ["title", "contentDescription"]
    queryContext.enableRankedResults = true
    queryContext.maxResultCount = 20
    queryContext.maxSuggestionCount = 4
    if let filter { queryContext.filterQueries = [filter] }
    let query = CSUserQuery(userQueryString: text, userQueryContext: queryContext)
    self.query = query
    for try await element in query.responses {
      switch element {
      case .item(let item):
        items.append(item)
      case .suggestion(let suggestion):
        suggestions.append(suggestion)
      @unknown default:
        break
      }
    }
    items.sort { first, second in
      first.item.compare(byRank: second.item) == .orderedAscending
    }
    suggestions.sort { first, second in
      first.suggestion.compare(byRank: second.suggestion) == .orderedAscending
    }
  }

  /// The person chose a suggestion.
  func choose(_ suggestion: CSUserQuery.Suggestion) async throws {
    query?.userEngaged(suggestion, visibleSuggestions: suggestions, interaction: .select)
    currentSuggestion = suggestion.suggestion
    try await type(String(suggestion.suggestion.localizedAttributedSuggestion.characters))
  }

  /// The person opened an item.
  func open(_ item: CSUserQuery.Item) -> String {
    query?.userEngaged(item, visibleItems: items, interaction: .default)
    return item.item.uniqueIdentifier
  }
}
