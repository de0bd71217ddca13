internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import FresnelText
internal import SpotlightClient
internal import SpotlightWire

/// What is searched for: the text as it was typed, which every library understands itself, and what it means, by which
/// results are highlighted.
struct SearchText: Sendable {
  /// What the text is.
  let form: SpotlightWire.SearchRequest.Form
  /// The text.
  let text: String
  /// What it means here, as it stands.
  let query: Query
  /// Whether what was typed is to be understood as it stands and in no other way.
  var isExact = false
  /// The filters that the person has chosen, beside the text.
  var tokens: [QueryToken] = []
  /// Whether filters are offered that the text may be meant as.
  var offersFilters = false
  /// How many texts are suggested that it may become.
  var suggestionCount = 0

  /// The most characters of a result's second line.
  static let snippetLength: UInt16 = 300

  /// A query string.
  ///
  /// - Throws: ``CommandError`` that points at the column where the string goes wrong.
  static func query(_ text: String) throws(CommandError) -> SearchText {
    SearchText(form: .query, text: text, query: try QueryText.query(text))
  }

  /// Words: every word, the last as the beginning of one.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - tokens: The filters beside them, which may stand alone.
  /// - Returns: What is searched for.
  /// - Throws: ``CommandError`` when there is no word in the text, and no filter beside it.
  static func words(_ text: String, tokens: [QueryToken] = []) throws(CommandError) -> SearchText {
    // More than anybody types, such as a letter that was pasted, goes as the query that it comes to.
    guard text.utf8.count <= WireLimits.typedByteCount else {
      var search = SearchText(of: try QueryText.words(text))
      search.tokens = tokens
      return search
    }
    // What is in a filter stands out in no result, unless there is nothing else.
    let filters = tokens.compactMap { try? parseQuery($0.query) }
    guard let query = UserQuery(text).asTyped ?? UserQuery("", filters: filters).asTyped else {
      throw QueryText.lacksWords
    }
    var search = SearchText(form: .typed, text: text, query: query)
    search.tokens = tokens
    return search
  }

  /// A query string, or words where the text has none of the marks of a query string.
  static func queryOrWords(_ text: String) throws(CommandError) -> SearchText {
    QueryText.looksLikeQuery(text) ? try query(text) : try words(text)
  }

  /// A query that this program made.
  init(of query: Query) {
    self.init(form: .query, text: query.description, query: query)
  }

  init(form: SpotlightWire.SearchRequest.Form, text: String, query: Query) {
    self.form = form
    self.text = text
    self.query = query
  }

  /// Makes a request for whole items.
  ///
  /// - Parameters:
  ///   - limit: The most results.
  ///   - reach: Whose items.
  ///   - order: Which come first.
  ///   - countsMatches: Whether all matches are counted.
  ///   - context: What the text is understood in.
  /// - Returns: The request.
  func items(
    _ limit: Int, of reach: SearchReach = .system, order: SearchOrder = .relevance,
    countsMatches: Bool = false, in context: EvaluationContext
  ) -> RankedRequest {
    request(limit, of: reach, .items, order: order, countsMatches: countsMatches, in: context)
  }

  /// Makes a request for rows: what a list shows of each item, with a second line that shows why it was found.
  ///
  /// - Parameters:
  ///   - limit: The most results.
  ///   - reach: Whose items.
  ///   - order: Which come first.
  ///   - countsMatches: Whether all matches are counted.
  ///   - context: What the text is understood in.
  /// - Returns: The request.
  func rows(
    _ limit: Int, of reach: SearchReach = .system, order: SearchOrder = .relevance,
    countsMatches: Bool = false, in context: EvaluationContext
  ) -> RankedRequest {
    request(limit, of: reach, .rows, order: order, countsMatches: countsMatches, in: context)
  }

  private func request(
    _ limit: Int, of reach: SearchReach, _ detail: SpotlightWire.SearchRequest.Detail,
    order: SearchOrder, countsMatches: Bool, in context: EvaluationContext
  ) -> RankedRequest {
    let queryContext = QueryContext(
      locale: context.locale.identifier, timeZone: context.timeZone ?? "")
    let snippetLength = detail == .rows ? Self.snippetLength : 0
    var request: RankedRequest
    switch form {
    case .query:
      request = .search(
        SpotlightWire.SearchRequest(
          form: form, text: text, filters: tokens.map(\.query), reach: reach, limit: 0,
          detail: detail,
          flags: countsMatches ? .countsMatches : [], queryContext: queryContext,
          order: ResultOrder(order), snippetLength: snippetLength, isSettled: true))
    case .typed:
      var flags: AskRequest.Flags = .isSettled
      if !offersFilters { flags.insert(.offersNoTokens) }
      if countsMatches { flags.insert(.countsMatches) }
      if isExact { flags.insert(.isExact) }
      request = .ask(
        AskRequest(
          text: text, tokens: tokens, reach: reach, limit: 0,
          suggestionLimit: UInt64(suggestionCount), detail: detail, flags: flags,
          queryContext: queryContext, snippetLength: snippetLength, order: ResultOrder(order)))
    }
    // A library in this process gives as many as are wanted; the daemon's says how many that gives.
    request.limit = UInt64(max(0, limit))
    return request
  }
}

extension ResultOrder {
  /// The same order in the words of the protocol.
  fileprivate init(_ order: SearchOrder) {
    switch order {
    case .relevance: self = .relevance
    case .ascending(let name): self = .ascending(name)
    case .descending(let name): self = .descending(name)
    }
  }
}

extension SearchReach {
  /// Whose items a filter of a command has.
  init(_ filter: ScopeFilter) {
    switch filter {
    // Who is asked leaves out the apps that the person switched off.
    case .everything, .excluding: self = .system
    case .app(let app): self = .apps([app])
    case .apps(let apps, _): self = .apps(apps.sorted())
    case .scopes(let scopes): self = .apps(Set(scopes.map(\.app)).sorted())
    }
  }
}
