import CoreSpotlight

/// The kind of object that drives a search field.
@MainActor
final class SearchViewModel {
  private(set) var results: [CSSearchableItem] = []
  private var query: CSSearchQuery?

  /// Runs a query, cancelling the one before, and waits for its end.
  func search(_ queryString: String, attributes: [String]) async throws {
    query?.cancel()
    results = []
    let query = CSSearchQuery(queryString: queryString, attributes: attributes)
    self.query = query
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      query.foundItemsHandler = { items in
        Task { @MainActor in
          self.results += items
        }
      }
      query.completionHandler = { error in
        Task { @MainActor in
          if let error {
            continuation.resume(throwing: error)
          } else {
            continuation.resume()
          }
        }
      }
      query.start()
    }
  }
}
