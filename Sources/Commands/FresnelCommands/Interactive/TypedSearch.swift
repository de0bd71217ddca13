internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery

/// The search for what is typed, in the two steps in which the screen shows it: first the best
/// results, as many as the window holds, then those below it and how many there are in all.
struct TypedSearch: Sendable {
  /// What a step found.
  struct Answer: Sendable {
    /// The results, best first.
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
    let answer = try stores.search(SearchRequest(query: query, limit: count, context: context))
    return described(
      answer.found, totalCount: answer.found.count < count ? answer.found.count : nil)
  }

  /// Finds more of the results and counts the matches, unless the search is called off meanwhile.
  ///
  /// - Throws: `QueryError`.
  func complete(in stores: StoreSet, while isWanted: () -> Bool) throws -> Answer? {
    var count = 0
    var goesOn = isWanted()
    for member in stores.members where goesOn {
      try member.store.snapshot().forEachMatch(of: query, context: context) { _ in
        count += 1
        // Asking at each match would cost more than the counting.
        if count & 0x3FF == 0 { goesOn = isWanted() }
        return goesOn
      }
    }
    guard goesOn, isWanted() else { return nil }
    let answer = try stores.search(
      SearchRequest(query: query, limit: Self.completeCount, context: context))
    guard isWanted() else { return nil }
    return described(answer.found, totalCount: count)
  }

  private func described(_ found: [StoreSet.Found], totalCount: Int?) -> Answer {
    let description = ResultDescription(compiled)
    let rows = found.map { description.row(for: $0.hit.item, of: $0.hit.scope) }
    return Answer(
      found: found, results: SearchScreen.Results(rows: rows, totalCount: totalCount))
  }
}
