internal import CommandKit
internal import FresnelModel
internal import FresnelQuery
internal import LocalAnswers
internal import SearchSurface
internal import SpotlightClient
internal import SpotlightWire
internal import WebResults

/// The search for what is typed, in the two steps in which the screen shows it: first the best
/// results, as many as the window holds, then those below it and how many there are in all. Each step is one request.
struct TypedSearch: Sendable {
  /// What a step found.
  struct Answer: Sendable {
    /// The results, best first, with what the list shows of them.
    var found: [StoreSet.Found] = []
    /// What the screen shows of them.
    var results = SearchScreen.Results()
  }

  private let text: SearchText
  private let context: EvaluationContext
  private let description: ResultDescription
  /// The answer where the text is a sum, an amount in a unit or a question of the calendar.
  private let localAnswer: LocalAnswer?

  /// The results of the second step; more than a screen, so that paging has somewhere to go.
  private static let completeCount = 128
  /// Of so many suggestions the first that goes on from the text is shown.
  private static let suggestionCount = 5

  /// A search for what is typed; `nil` when no word is in it and no filter is chosen.
  ///
  /// - Parameters:
  ///   - typed: What is typed.
  ///   - context: What it is understood in.
  ///   - tokens: The filters that are chosen, beside the text.
  ///   - isExact: Whether it is to be understood as it stands.
  ///   - offersFilters: Whether filters are offered that it may be meant as.
  ///   - suggests: Whether the text is suggested that it may become.
  ///   - answerContext: Where and when sums, units and days are asked for; `nil` where none are answered.
  /// - Throws: ``CommandError``.
  init?(
    _ typed: String, _ context: EvaluationContext, tokens: [QueryToken] = [],
    isExact: Bool = false, offersFilters: Bool = false, suggests: Bool = false,
    answerContext: AnswerContext? = nil
  ) throws(CommandError) {
    // What is in a filter stands out in no result, unless there is nothing else.
    let filters = tokens.compactMap { try? parseQuery($0.query) }
    guard let query = UserQuery(typed).asTyped ?? UserQuery("", filters: filters).asTyped else {
      return nil
    }
    var text = SearchText(form: .typed, text: typed, query: query)
    (text.isExact, text.tokens, text.offersFilters) = (isExact, tokens, offersFilters)
    text.suggestionCount = suggests ? Self.suggestionCount : 0
    // A filter is about what is found.
    localAnswer =
      tokens.isEmpty
      ? answerContext.flatMap { LocalAnswer(to: typed, in: $0) } : nil
    self.text = text
    self.context = context
    do {
      description = ResultDescription(
        try CompiledQuery(query, context: context), in: context)
    } catch {
      throw CommandError(.usage, error.message.withoutFullStop)
    }
  }

  /// Finds the best results. Where fewer match than asked for, they are all of them.
  ///
  /// - Parameters:
  ///   - count: The most results.
  ///   - stores: Where to look.
  ///   - cancellation: Calls the search off.
  /// - Returns: The results.
  /// - Throws: `ServiceError`.
  func best(
    _ count: Int, in stores: StoreSet, _ cancellation: SearchCancellation? = nil
  ) throws -> Answer {
    var text = text
    // A daemon suggests and offers filters with the second step.
    if stores.areOfDaemon { (text.suggestionCount, text.offersFilters) = (0, false) }
    var request = text.rows(count, in: context)
    // Waiting for what was written a moment ago would be felt; the next keystroke finds it.
    request.isSettled = false
    let answer = try stores.search(request, cancellation)
    return described(
      answer, of: stores, totalCount: answer.found.count < count ? answer.found.count : nil)
  }

  /// Finds more of the results and counts the matches; `nil` where the search is called off meanwhile.
  ///
  /// - Throws: `ServiceError`.
  func complete(in stores: StoreSet, _ cancellation: SearchCancellation) throws -> Answer? {
    let answer = try stores.search(completeRequest, cancellation)
    guard !cancellation.isCancelled else { return nil }
    return complete(answer, of: stores)
  }

  /// Finds the same where a daemon is searched, and again whenever the list is another one, until that is called off.
  ///
  /// - Parameters:
  ///   - stores: Where to look.
  ///   - cancellation: Calls the search off.
  ///   - revise: Called with each list, one after the other.
  ///   - finish: Called once after them, at the end.
  /// - Returns: Whether there is a daemon.
  func follow(
    in stores: StoreSet, _ cancellation: SearchCancellation,
    revise: @escaping @Sendable (Answer) -> Void,
    finish: @escaping @Sendable (ServiceError?) -> Void
  ) -> Bool {
    stores.follow(
      completeRequest, cancellation, revise: { revise(complete($0, of: stores)) }, finish: finish)
  }

  private var completeRequest: RankedRequest {
    text.rows(Self.completeCount, countsMatches: true, in: context)
  }

  private func complete(_ answer: StoreSet.Answer, of stores: StoreSet) -> Answer {
    var described = described(
      answer, of: stores, totalCount: max(answer.matchCount ?? 0, answer.found.count))
    described.results.isCountWhole = answer.matchCount != nil && !answer.isPartial
    return described
  }

  /// What the screen shows of results of the web.
  func rows(of results: [WebResult]) -> [ResultRow] {
    results.map { description.row(for: $0) }
  }

  private func described(
    _ answer: StoreSet.Answer, of stores: StoreSet, totalCount: Int?
  ) -> Answer {
    var descriptions = ResultDescriptions(description)
    let rows = answer.found.map { found in
      descriptions.description(by: found.understanding).row(
        for: found.hit.item, of: found.hit.scope, snippet: found.snippet)
    }
    return Answer(
      found: answer.found,
      results: SearchScreen.Results(
        rows: rows, totalCount: totalCount, isPartial: answer.isPartial,
        isUnfinished: !answer.slowMembers.isEmpty, correctedText: answer.correctedText,
        offers: answer.offeredTokens.map { FilterOffer(typed: text.text, token: $0) },
        completion: answer.suggestions.lazy.compactMap { TextCompletion(of: text.text, by: $0) }
          .first,
        answer: localAnswer, inspection: stores.areOfDaemon ? "fresnel status" : "fresnel check"))
  }
}
