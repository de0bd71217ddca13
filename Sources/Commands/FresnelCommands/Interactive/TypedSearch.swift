internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import WebResults

/// The search for what is typed, in the two steps in which the screen shows it: first the best
/// results, as many as the window holds, then those below it and how many there are in all.
struct TypedSearch: Sendable {
  /// What a step found.
  struct Answer: Sendable {
    /// The results, best first, with what the list shows of most of them.
    var found: [StoreSet.Found] = []
    /// What the screen shows of them.
    var results = SearchScreen.Results()
  }

  private let query: Query
  private let compiled: CompiledQuery
  private let context: EvaluationContext

  /// The results of the second step; more than a screen, so that paging has somewhere to go.
  private static let completeCount = 100

  /// A search for what is typed; `nil` when no word is in it.
  ///
  /// - Throws: ``CommandError``.
  init?(_ typed: String, _ context: EvaluationContext) throws(CommandError) {
    guard let query = UserQuery.query(for: typed, locale: context.locale) else { return nil }
    self.query = query
    self.context = context
    do {
      compiled = try CompiledQuery(query, context: context)
    } catch {
      throw CommandError(.usage, error.message.withoutFullStop)
    }
  }

  /// Finds the best results. Where fewer match than asked for, they are all of them.
  ///
  /// - Throws: `QueryError`.
  func best(_ count: Int, in stores: StoreSet) throws -> Answer {
    // Waiting for what was written a moment ago would be felt; the next keystroke finds it.
    let answer = try stores.search(request(count, in: stores), .published)
    return described(
      answer, in: stores, totalCount: answer.found.count < count ? answer.found.count : nil)
  }

  /// Finds more of the results and counts the matches, unless the search is called off meanwhile.
  ///
  /// - Throws: `QueryError`.
  func complete(in stores: StoreSet, while isWanted: () -> Bool) throws -> Answer? {
    var sum = 0
    var isWhole = true
    for member in stores.members {
      let count = try member.library.countMatches(
        of: query, in: stores.shown, context: context
      ) { !isWanted() }
      guard let count else { return nil }
      sum += count.count
      isWhole = isWhole && count.isWhole
    }
    guard isWanted() else { return nil }
    let answer = try stores.search(request(Self.completeCount, in: stores))
    guard isWanted() else { return nil }
    var described = described(
      answer, in: stores, totalCount: isWhole ? sum : max(sum, answer.found.count))
    described.results.isCountWhole = isWhole
    return described
  }

  /// What the screen shows of results of the web.
  func rows(of results: [WebResult]) -> [ResultRow] {
    let description = ResultDescription(compiled)
    return results.map { description.row(for: $0) }
  }

  private func request(_ count: Int, in stores: StoreSet) -> SearchRequest {
    SearchRequest(
      query: query, filter: stores.shown, limit: count, context: context,
      detail: .attributes(ResultDescription.attributes))
  }

  private func described(
    _ answer: StoreSet.Answer, in stores: StoreSet, totalCount: Int?
  ) -> Answer {
    let description = ResultDescription(compiled)
    let rows = answer.found.map { found in
      description.row(for: found.hit.item, of: found.hit.scope) { stores.wholeItem(of: found) }
    }
    return Answer(
      found: answer.found,
      results: SearchScreen.Results(
        rows: rows, totalCount: totalCount, isPartial: answer.isPartial,
        isUnfinished: !answer.slowMembers.isEmpty))
  }
}
