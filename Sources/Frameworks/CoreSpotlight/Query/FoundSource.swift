internal import SpotlightClient
internal import SpotlightWire

/// Where a run takes what is found from: a query of the query language, or what a person typed.
enum FoundSource: Sendable {
  case query(QueryHandle)
  case ask(AskHandle)

  /// What comes next.
  enum Event: Sendable {
    /// Some of the items; at least one.
    case hits([WireHit])
    /// What the text may become; at least one.
    case suggestions([Suggestion])
    /// Everything came, or why it did not.
    case end(ServiceError?)
  }

  /// What a reader wants of what is found.
  enum Selection: Sendable {
    case items
    case suggestions
    case everything
  }

  /// Hands over what comes next, on a queue of the source's own. It may ask for the next.
  func next(_ receiver: @escaping @Sendable (Event) -> Void) {
    switch self {
    case .query(let handle):
      handle.next { event in
        switch event {
        case .hits(let hits): receiver(.hits(hits))
        case .end(let error): receiver(.end(error))
        }
      }
    case .ask(let handle):
      handle.next { event in
        switch event {
        case .hits(let hits): receiver(.hits(hits))
        case .suggestions(let suggestions): receiver(.suggestions(suggestions))
        case .end(let error): receiver(.end(error))
        }
      }
    }
  }

  /// Whether items are missing from what was found.
  var isPartial: Bool {
    switch self {
    case .query(let handle): handle.isPartial
    case .ask(let handle): handle.isPartial
    }
  }

  /// Gives it up.
  func cancel() {
    switch self {
    case .query(let handle): handle.cancel()
    case .ask(let handle): handle.cancel()
    }
  }
}

/// What a query looks for, and how: all that it knows before it starts.
struct Question: Sendable {
  /// A query string, or what a person typed.
  var text: String
  /// How it runs.
  var options: SearchOptions
  /// How it runs besides, where the text was typed; `nil` for a query string.
  var user: UserQueryOptions?
  /// The protection classes that are looked through; `nil` for all.
  var classes: [ProtectionClass]?

  /// Begins to look.
  ///
  /// - Parameters:
  ///   - connection: The connection of the app.
  ///   - selection: What is wanted.
  /// - Returns: Where what is found comes from.
  func ask(over connection: ServiceConnection, for selection: FoundSource.Selection) -> FoundSource
  {
    let context = QueryContext(keyboardLanguage: options.keyboardLanguage ?? "")
    guard let user else {
      return .query(
        connection.query(
          QueryRequest(
            query: text, filters: options.filterQueries, attributes: options.fetchAttributes,
            queryContext: context, classes: classes)))
    }
    let suggestionCount = selection == .items ? 0 : user.maxSuggestionCount
    // Filters are suggested by the tokens that are offered.
    var flags: AskRequest.Flags = suggestionCount > 0 ? [] : .offersNoTokens
    if !user.enableRankedResults { flags.formUnion([.isUnranked, .isExact]) }
    let request = AskRequest(
      text: text, tokens: user.tokens(in: text), filters: options.filterQueries,
      attributes: options.fetchAttributes, classes: classes, limit: 1,
      suggestionLimit: UInt64(max(0, suggestionCount)),
      // Without attributes a row has all that is wanted.
      detail: options.fetchAttributes.isEmpty ? .rows : .items,
      flags: flags, queryContext: context, continuing: user.currentSuggestion?.key)
    // An item has to be asked for, since what leads to none is not suggested.
    let limit: Int? =
      selection == .suggestions ? 1 : user.maxResultCount > 0 ? user.maxResultCount : nil
    return .ask(connection.ask(request, limit: limit))
  }
}
