internal import FresnelPlatform
internal import PublicIndex

/// Searches the served index within a time.
package struct IndexSearch: Sendable {
  private let index: ServedIndex
  private let apps: AppLookup
  private let seconds: Double
  private let known = AnswerCache()

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - apps: Finds the apps of results.
  ///   - seconds: How long a search may take.
  package init(of index: ServedIndex, apps: AppLookup, seconds: Double) {
    self.index = index
    self.apps = apps
    self.seconds = seconds
  }

  /// Answers a question.
  ///
  /// - Throws: ``APIProblem`` where there is no index, none of it can be read, or the time is over.
  func answer(to question: Question) throws(APIProblem) -> SearchAnswer {
    let start = MonotonicClock.nanoseconds
    let deadline = start.addingClamped(UInt64(max(0, seconds) * 1e9))
    let state = index.state
    if var answer = known.answer(to: question, generation: state.generation, at: start) {
      answer.seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
      return answer
    }
    guard let search = state.search else {
      // Where it would be is told to those who run the service, and to nobody else.
      throw APIProblem(
        status: 503, title: "There is no index",
        detail:
          "There is nothing to search in yet: who runs the service makes an index with fresnel-cloud crawl; "
          + "ask again in a minute.", retryAfter: 60)
    }
    let found: PublicSearch.Answer
    do {
      found = try search.answer(to: question) {
        Task.isCancelled || MonotonicClock.nanoseconds > deadline
      }
    } catch is CancellationError {
      throw APIProblem(
        status: 503, title: "The time is over",
        detail: "The question could not be answered in time: ask for fewer words.", retryAfter: 5)
    } catch {
      throw APIProblem(status: 400, title: "The question can't be asked", detail: "\(error)")
    }
    if found.isPartial { index.noteFault() }
    guard !found.isPartial || !found.results.isEmpty || question.offset > 0 else {
      // What could not be read may hold all that was asked for.
      throw APIProblem(
        status: 503, title: "The index is damaged",
        detail:
          "Nothing was found, and part of the index could not be read: who runs the service has it written anew with "
          + "fresnel-cloud crawl; ask again in a minute.", retryAfter: 60)
    }
    let answer = SearchAnswer(
      question: question, results: found.results.map { SearchResult($0, apps: apps) },
      hasMore: found.hasMore, count: found.count,
      isPartial: found.isPartial,
      siteSearch: question.offset == 0
        ? PublicSearch.siteSearch(for: question, in: found.results) : nil,
      seconds: Double(MonotonicClock.nanoseconds - start) / 1e9, weights: search.weights)
    known.add(answer, generation: state.generation, at: start)
    return answer
  }
}
