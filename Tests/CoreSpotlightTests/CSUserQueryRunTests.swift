import SpotlightClient
import Testing

@testable import CoreSpotlight

@Suite("CSUserQuery: starting and cancelling")
struct CSUserQueryRunTests {
  private func query(_ context: CSUserQueryContext? = nil) -> CSUserQuery {
    CSUserQuery(userQueryString: "it", userQueryContext: context)
  }

  @Test("handlers get items in batches, then suggestions, counted before, then the end once")
  func handlers() async throws {
    try await withConnection { (_) async throws in
      try await indexItems(1000)
      let query = query()
      let log = Log<String>()
      let counts = Log<Int>()
      await withCheckedContinuation { continuation in
        query.foundItemsHandler = { items in
          counts.append(items.count)
          log.append("items \(query.foundItemCount == counts.values.reduce(0, +))")
        }
        query.foundSuggestionsHandler = { suggestions in
          log.append("suggestions \(query.foundSuggestionCount == suggestions.count)")
        }
        query.completionHandler = { error in
          log.append("end \(error == nil)")
          continuation.resume()
        }
        query.start()
        query.start()
      }
      #expect(counts.values.reduce(0, +) == 1000 && counts.values.count > 2)
      #expect(log.values.suffix(2) == ["suggestions true", "end true"])
      #expect(log.values.dropLast(2).allSatisfy { $0 == "items true" })
      // Whoever comes second gets nothing.
      for try await _ in query.responses { Issue.record("a query runs once") }
      #expect(!query.isCancelled && log.values.count { $0 == "end true" } == 1)
    }
  }

  @Test("the sequences give what they are named for")
  func sequences() async throws {
    try await withConnection { (_) async throws in
      try await indexItems(300)
      let suggesting = query()
      var suggestions: [CSUserQuery.Suggestion] = []
      for try await suggestion in suggesting.suggestions { suggestions.append(suggestion) }
      #expect(suggestions.map(\.id) == ["Item"] && suggesting.foundSuggestionCount == 1)
      let finding = query()
      var identifiers: Set<String> = []
      for try await result in finding.results { identifiers.insert(result.id) }
      #expect(identifiers.count == 300 && finding.foundItemCount == 300)
    }
  }

  @Test(
    "cancelling from inside a handler ends the query at once", arguments: ["items", "suggestions"])
  func cancelInsideHandler(place: String) async throws {
    try await withConnection { (_) async throws in
      try await indexItems(5)
      let query = query()
      let log = Log<String>()
      @Sendable func told(_ what: String, _ continuation: CheckedContinuation<Void, Never>) {
        log.append(what)
        guard what == place else { return }
        query.cancel()
        log.append("cancelled")
        continuation.resume()
      }
      await withCheckedContinuation { continuation in
        query.foundItemsHandler = { _ in told("items", continuation) }
        query.foundSuggestionsHandler = { _ in told("suggestions", continuation) }
        query.completionHandler = { error in
          log.append("completed \((error as? CSSearchQueryError)?.code.rawValue ?? 0)")
        }
        query.start()
      }
      #expect(log.values.suffix(3) == [place, "completed -2003", "cancelled"])
      #expect(query.isCancelled)
    }
  }

  @Test("no handler is called after cancel returns, however the threads fall")
  func cancelRaces() async throws {
    try await withConnection { (_) async throws in
      try await indexItems(300)
      for round in 0..<200 {
        let query = query()
        let calls = Log<Bool>()
        let completions = Log<Bool>()
        let returned = Log<Bool>()
        query.foundItemsHandler = { _ in
          calls.append(returned.values.isEmpty)
          if round % 3 == 0 { query.cancel() }
        }
        query.foundSuggestionsHandler = { _ in calls.append(returned.values.isEmpty) }
        query.completionHandler = { _ in completions.append(returned.values.isEmpty) }
        query.start()
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<2 {
            group.addTask {
              for _ in 0..<round % 7 { await Task.yield() }
              query.cancel()
              returned.append(true)
            }
          }
        }
        #expect(completions.values == [true] && calls.values.allSatisfy { $0 }, "round \(round)")
      }
    }
  }

  @Test("a query cancelled before it starts completes as cancelled and stays silent")
  func cancelBeforeStart() async throws {
    try await withConnection { (_) async throws in
      let query = query()
      let log = Log<Int>()
      query.foundItemsHandler = { log.append($0.count) }
      query.foundSuggestionsHandler = { log.append($0.count) }
      query.completionHandler = { error in log.append((error as NSError?)?.code ?? 0) }
      query.cancel()
      query.start()
      #expect(log.values == [-2003])
      await #expect(throws: CSSearchQueryError.self) {
        for try await _ in query.responses {}
      }
    }
  }

  @Test("the query ends when the reader leaves, and when the reading task is cancelled")
  func leaving() async throws {
    try await withConnection { (_) async throws in
      try await indexItems(500)
      let left = query()
      do {
        var iterator = left.responses.makeAsyncIterator()
        for _ in 0..<10 { #expect(try await iterator.next() != nil) }
        #expect(left.foundItemCount == 10)
      }
      #expect(left.isCancelled)
      let query = query()
      let task = Task {
        for try await _ in query.responses { withUnsafeCurrentTask { $0?.cancel() } }
      }
      await #expect(throws: CSSearchQueryError.self) { try await task.value }
      #expect(query.isCancelled)
    }
  }
}
