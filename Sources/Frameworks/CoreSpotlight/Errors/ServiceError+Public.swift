internal import SpotlightWire

extension CSIndexError {
  /// Makes the public form of a failure of the service.
  init(_ error: ServiceError) {
    let code: Code =
      switch error.code {
      case .invalidItem, .tooLarge: .invalidItemError
      case .invalidClientState: .invalidClientStateError
      case .mismatchedClientState: .mismatchedClientState
      case .unavailable, .classLocked, .refused, .paused: .indexUnavailableError
      case .quotaExceeded: .quotaExceeded
      case .unsupported: .indexingUnsupported
      case .connectionLost: .remoteConnectionError
      case .invalidQuery, .cancelled, .resultsNotRead, .providerFailed: .unknownError
      }
    var facts: [String: Any] = [:]
    facts[Self.itemIdentifierKey] = error.itemIdentifier
    facts[Self.attributeKey] = error.attribute
    facts[Self.isRetryableKey] = error.isRetryable
    let details = error.details.map { ($0.key, $0.value) }
    self.init(
      code, reason: error.message, facts: facts,
      underlyingFacts: Dictionary(details) { first, _ in first })
  }
}

extension CSSearchQueryError {
  /// Makes the public form of a failure of the service.
  init(_ error: ServiceError) {
    let code: Code =
      switch error.code {
      case .invalidQuery: .invalidQuery
      case .cancelled: .cancelled
      case .unavailable, .classLocked, .refused, .paused, .connectionLost, .resultsNotRead:
        .indexUnreachable
      default: .unknown
      }
    self.init(code, reason: error.message, column: error.column)
  }
}
