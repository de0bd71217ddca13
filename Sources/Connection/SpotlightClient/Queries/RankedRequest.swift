package import SpotlightWire

/// A request for the items that answer best: a search, or what a person typed.
package enum RankedRequest: Sendable {
  /// A search, by a query string or by words as they stand.
  case search(SearchRequest)
  /// What a person typed, understood in whatever way it has to be.
  case ask(AskRequest)

  /// The most hits that are wanted.
  package var limit: UInt64 {
    get {
      switch self {
      case .search(let request): request.limit
      case .ask(let request): request.limit
      }
    }
    set {
      switch self {
      case .search(var request):
        request.limit = newValue
        self = .search(request)
      case .ask(var request):
        request.limit = newValue
        self = .ask(request)
      }
    }
  }

  /// The processor time after which the best so far are good enough; 0 for no bound.
  package var budgetMilliseconds: UInt16 {
    get {
      switch self {
      case .search(let request): request.budgetMilliseconds
      case .ask(let request): request.budgetMilliseconds
      }
    }
    set {
      switch self {
      case .search(var request):
        request.budgetMilliseconds = newValue
        self = .search(request)
      case .ask(var request):
        request.budgetMilliseconds = newValue
        self = .ask(request)
      }
    }
  }

  /// Whether the answer has everything that was acknowledged before.
  package var isSettled: Bool {
    get {
      switch self {
      case .search(let request): request.isSettled
      case .ask(let request): request.flags.contains(.isSettled)
      }
    }
    set {
      switch self {
      case .search(var request):
        request.isSettled = newValue
        self = .search(request)
      case .ask(var request):
        if newValue { request.flags.insert(.isSettled) } else { request.flags.remove(.isSettled) }
        self = .ask(request)
      }
    }
  }

  /// What is wanted of each item.
  package var detail: SearchRequest.Detail {
    get {
      switch self {
      case .search(let request): request.detail
      case .ask(let request): request.detail
      }
    }
    set {
      switch self {
      case .search(var request):
        request.detail = newValue
        self = .search(request)
      case .ask(var request):
        request.detail = newValue
        self = .ask(request)
      }
    }
  }

  /// The protection classes that are looked through; `nil` for all.
  var classes: [ProtectionClass]? {
    switch self {
    case .search: nil
    case .ask(let request): request.classes
    }
  }

  /// Which hits come first.
  package var order: ResultOrder {
    switch self {
    case .search(let request): request.order
    case .ask(let request): request.order
    }
  }

  /// Whether the person seems to be done with what they typed.
  package var isFinished: Bool {
    switch self {
    case .search: true
    case .ask(let request): request.isFinished
    }
  }

  /// The same, answered again whenever the list changes.
  var live: RankedRequest {
    switch self {
    case .search(var request):
      request.flags.insert(.isLive)
      return .search(request)
    case .ask(var request):
      request.flags.insert(.isLive)
      return .ask(request)
    }
  }

  /// The same, by weights of words that are alike in all processes: only scores by the same weights compare.
  var weighedAlike: RankedRequest {
    guard case .ask(var request) = self else { return self }
    request.flags.insert(.weighsByList)
    return .ask(request)
  }

  /// The message that makes the request over a connection.
  ///
  /// - Parameter link: The connection, which may lead to a service that does not know what is typed.
  /// - Returns: The message. Where a search cannot ask for the same, the service has to refuse it.
  func message(over link: Link) -> ClientMessage {
    switch self {
    case .search(let request): return .search(request)
    case .ask(let request):
      guard link.lacksAsk, let search = SearchRequest(standingFor: request) else {
        return .ask(request)
      }
      return .search(search)
    }
  }

  /// Whether a request that was refused may be made once more over the same connection, as a search for words:
  /// the service is older than what was asked, which is remembered for as long as the connection lasts.
  ///
  /// - Parameters:
  ///   - error: The refusal.
  ///   - message: What was refused.
  ///   - link: The connection.
  /// - Returns: Whether ``message(over:)`` gives another message now.
  func mayBeSearched(after error: ServiceError, to message: ClientMessage, over link: Link) -> Bool
  {
    guard case .ask(let ask) = message, link.noteRefusalOfAsk(error) else { return false }
    return SearchRequest(standingFor: ask) != nil
  }
}

extension SearchRequest {
  /// The search for typed words that comes nearest to what is asked; `nil` for what no search gives, such as
  /// a later page, or some classes alone.
  fileprivate init?(standingFor ask: AskRequest) {
    guard ask.after == nil, ask.classes == nil else { return nil }
    let tokens = ask.tokens.filter { $0.kind != .dismissed }
    var utf8 = Array(ask.text.utf8)
    // What a token covers is no word.
    for token in tokens {
      for index in token.range.clamped(to: 0..<utf8.count) { utf8[index] = UInt8(ascii: " ") }
    }
    var flags: Flags = []
    if ask.flags.contains(.isLive) { flags.insert(.isLive) }
    if ask.flags.contains(.countsMatches) { flags.insert(.countsMatches) }
    self.init(
      form: .typed, text: String(decoding: utf8, as: UTF8.self),
      filters: ask.filters + tokens.map(\.query), reach: ask.reach, limit: ask.limit,
      detail: ask.detail, flags: flags, budgetMilliseconds: ask.budgetMilliseconds,
      queryContext: ask.queryContext, order: ask.order, snippetLength: ask.snippetLength,
      isSettled: ask.flags.contains(.isSettled))
  }
}
