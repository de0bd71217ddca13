import CoreSpotlight

/// Searches with handlers that share variables, and with the sequence, as code before strict concurrency does.
class LegacySearch: NSObject {
  var found: [String] = []
  var suggested: [String] = []
  var currentQuery: CSUserQuery?

  func search(_ text: String?, completion: @escaping (Error?) -> Void) {
    currentQuery?.cancel()
    found = []
    suggested = []
    let context = CSUserQueryContext()
    context.fetchAttributes = ["title"]
    context.maxSuggestionCount = 2
    let query = CSUserQuery(userQueryString: text, userQueryContext: context)
    query.foundItemsHandler = { items in
      self.found += items.map { $0.attributeSet.title ?? "" }
    }
    query.foundSuggestionsHandler = { suggestions in
      self.suggested += suggestions.sorted {
        $0.compare(byRank: $1) == .orderedAscending
      }.map { String($0.localizedAttributedSuggestion.characters) }
    }
    query.completionHandler = completion
    currentQuery = query
    query.start()
  }

  func responses(_ text: String) async -> [String] {
    let context = CSUserQueryContext(currentSuggestion: nil)
    let query = CSUserQuery(userQueryString: text, userQueryContext: context)
    var lines: [String] = []
    do {
      for try await element in query.responses {
        switch element {
        case .item(let item): lines.append(item.id)
        case .suggestion(let suggestion): lines.append(suggestion.id)
        @unknown default: break
        }
      }
    } catch {
      print(error)
    }
    return lines
  }
}
