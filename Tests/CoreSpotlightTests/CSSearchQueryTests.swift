import SpotlightClient
import Testing

@testable import CoreSpotlight

@Suite("CSSearchQuery")
struct CSSearchQueryTests {
  private static let all = "title == \"Item\""

  @Test("items come in batches, counted before each is handed over, and completion once")
  func batches() async throws {
    try await withConnection { (_) async throws in
      try await indexItems(1000)
      let query = CSSearchQuery(queryString: Self.all, attributes: ["title"])
      let batches = Log<Int>()
      let counts = Log<Bool>()
      let completions = Log<String>()
      await withCheckedContinuation { continuation in
        query.foundItemsHandler = { items in
          batches.append(items.count)
          counts.append(query.foundItemCount == batches.values.reduce(0, +))
        }
        query.completionHandler = { error in
          completions.append("\(error.debugDescription)")
          continuation.resume()
        }
        query.start()
        query.start()
      }
      #expect(batches.values.reduce(0, +) == 1000 && batches.values.count > 2)
      #expect(counts.values.allSatisfy { $0 })
      #expect(completions.values == ["nil"])
      query.cancel()
      #expect(!query.isCancelled && completions.values.count == 1)
    }
  }

  @Test(
    "while the app's own store is missing, queries give the rest, end without an error and say so",
    .enabled(if: TestIndex.isInProcess))
  func partial() async throws {
    try await withConnection(app: "com.example.partial") { index async throws in
      try await indexItems(300)
      let whole = CSSearchQuery(queryString: Self.all, queryContext: nil)
      #expect(try await results(whole).count == 300 && !whole.isPartial)
      index.missOwnStore(of: "com.example.partial")
      let query = CSSearchQuery(queryString: Self.all, queryContext: nil)
      #expect(try await results(query).count == 300 && query.isPartial)
      let typed = CSUserQuery(userQueryString: "item", userQueryContext: nil)
      #expect(try await results(typed).count == 300 && typed.isPartial)
      let handled = CSSearchQuery(queryString: Self.all, queryContext: nil)
      let counts = Log<Int>()
      let error = await withCheckedContinuation { continuation in
        handled.foundItemsHandler = { counts.append($0.count) }
        handled.completionHandler = { continuation.resume(returning: $0.debugDescription) }
        handled.start()
      }
      #expect(error == "nil" && counts.values.reduce(0, +) == 300 && handled.isPartial)
    }
  }

  @Test("a found item carries the attributes asked for and no others")
  func fetchedAttributes() async throws {
    try await withConnection { (_) async throws in
      let full = item("1", "Title", domain: "d")
      full.attributeSet.keywords = ["k"]
      try await CSSearchableIndex.default().indexSearchableItems([full])
      let found = try await results(
        CSSearchQuery(queryString: "keywords == \"k\"", attributes: nil))
      #expect(found.first?.attributeSet.title == nil)
      #expect(found.first?.uniqueIdentifier == "1" && found.first?.domainIdentifier == "d")
      let titled = try await results(
        CSSearchQuery(queryString: "keywords == \"k\"", attributes: ["title"]))
      #expect(titled.first?.attributeSet.title == "Title")
      #expect(titled.first?.attributeSet.keywords == nil)
    }
  }

  @Test("filter queries narrow, and the keyboard language decides about letters")
  func context() async throws {
    try await withConnection { (_) async throws in
      let indexed = [item("1", "Öland"), item("2", "Oland"), item("3", "Gotland")]
      try await CSSearchableIndex.default().indexSearchableItems(indexed)
      let context = CSSearchQueryContext()
      context.filterQueries = ["title == \"*land\"", "title != \"Gotland\""]
      context.keyboardLanguage = "sv"
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: context, requiringSecureCoding: true)
      let read = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: CSSearchQueryContext.self, from: data))
      let swedish = CSSearchQuery(queryString: "title == \"oland\"cd", queryContext: read)
      #expect(try await results(swedish).map(\.uniqueIdentifier) == ["2"])
      read.keyboardLanguage = "en"
      let english = CSSearchQuery(queryString: "title == \"oland\"cd", queryContext: read)
      #expect(Set(try await results(english).map(\.uniqueIdentifier)) == ["1", "2"])
    }
  }

  @Test("a malformed query fails with its column, in handlers and in the sequence")
  func malformed() async throws {
    try await withConnection { (_) async throws in
      let error = await #expect(throws: CSSearchQueryError.self) {
        _ = try await results(CSSearchQuery(queryString: "title == ", attributes: nil))
      }
      #expect(error?.code == .invalidQuery && error?.column != nil)
      #expect((error as NSError?)?.userInfo[NSUnderlyingErrorKey] != nil)
      let reported: (any Error)? = await withCheckedContinuation { continuation in
        let query = CSSearchQuery(queryString: "(", attributes: nil)
        query.completionHandler = { continuation.resume(returning: $0) }
        query.start()
      }
      #expect((reported as? CSSearchQueryError)?.code == .invalidQuery)
    }
  }

  @Test("cancelling from inside a handler ends the query at once")
  func cancelInsideHandler() async throws {
    try await withConnection { (_) async throws in
      try await indexItems(500)
      let query = CSSearchQuery(queryString: Self.all, attributes: nil)
      let log = Log<String>()
      await withCheckedContinuation { continuation in
        query.foundItemsHandler = { _ in
          log.append("items")
          query.cancel()
          query.cancel()
          log.append("cancelled")
          continuation.resume()
        }
        query.completionHandler = { error in
          log.append("completed \((error as? CSSearchQueryError)?.code.rawValue ?? 0)")
        }
        query.start()
      }
      #expect(log.values == ["items", "completed -2003", "cancelled"])
      #expect(query.isCancelled)
    }
  }

  @Test("no handler is called after cancel returns, however the threads fall")
  func cancelRaces() async throws {
    try await withConnection { (_) async throws in
      try await indexItems(300)
      for round in 0..<200 {
        let query = CSSearchQuery(queryString: Self.all, attributes: nil)
        let calls = Log<Bool>()
        let completions = Log<Bool>()
        let returned = Log<Bool>()
        query.foundItemsHandler = { _ in
          calls.append(returned.values.isEmpty)
          if round % 3 == 0 { query.cancel() }
        }
        query.completionHandler = { _ in completions.append(returned.values.isEmpty) }
        query.start()
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<2 {
            group.addTask {
              if round % 2 == 0 { await Task.yield() }
              query.cancel()
              returned.append(true)
            }
          }
        }
        #expect(completions.values.count == 1, "round \(round)")
        #expect(calls.values.allSatisfy { $0 } && completions.values == [true], "round \(round)")
      }
    }
  }

  @Test("a query cancelled before it starts completes as cancelled and stays silent")
  func cancelBeforeStart() async throws {
    try await withConnection { (_) async throws in
      let query = CSSearchQuery(queryString: Self.all, attributes: nil)
      let log = Log<Int>()
      query.foundItemsHandler = { log.append($0.count) }
      query.completionHandler = { error in log.append((error as NSError?)?.code ?? 0) }
      query.cancel()
      query.start()
      #expect(log.values == [-2003])
      await #expect(throws: CSSearchQueryError.self) { _ = try await results(query) }
    }
  }

  @Test("the sequence runs only a little ahead of its reader, and ends when the reader leaves")
  func backPressure() async throws {
    try await withConnection { (_) async throws in
      try await indexItems(2000)
      let query = CSSearchQuery(queryString: Self.all, attributes: nil)
      do {
        var iterator = query.results.makeAsyncIterator()
        for _ in 0..<10 { #expect(try await iterator.next() != nil) }
        #expect(query.foundItemCount == 10)
      }
      #expect(query.isCancelled)
      let whole = CSSearchQuery(queryString: Self.all, attributes: nil)
      #expect(try await results(whole).count == 2000)
      #expect(!whole.isCancelled && whole.foundItemCount == 2000)
      #expect(try await results(whole).isEmpty)
    }
  }

  @Test("cancelling the reading task cancels the query")
  func taskCancellation() async throws {
    try await withConnection { (_) async throws in
      try await indexItems(500)
      let query = CSSearchQuery(queryString: Self.all, attributes: nil)
      let task = Task {
        for try await _ in query.results { withUnsafeCurrentTask { $0?.cancel() } }
      }
      await #expect(throws: CSSearchQueryError.self) { try await task.value }
      #expect(query.isCancelled)
    }
  }

  @Test("an app sees its own items only")
  func isolation() async throws {
    try await withConnection { (index) async throws in
      try await indexItems(2)
      let other = index.connection(of: "com.example.other")
      defer { other.close() }
      try await AppConnection.$override.withValue(other) {
        let query = CSSearchQuery(queryString: Self.all, attributes: nil)
        let found = try await results(query)
        #expect(found.isEmpty)
      }
    }
  }

  private func results(_ query: CSSearchQuery) async throws -> [CSSearchableItem] {
    var items: [CSSearchableItem] = []
    for try await result in query.results { items.append(result.item) }
    return items
  }
}
