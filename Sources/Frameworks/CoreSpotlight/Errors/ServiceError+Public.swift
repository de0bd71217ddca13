internal import SpotlightWire
internal import SpotlightService

extension CSIndexError {
  /// Makes the public form of a failure of the service.
  init(_ error: ServiceError) {
    let code: Code =
      switch error.code {
      case .invalidItem: .invalidItemError
      case .invalidClientState: .invalidClientStateError
      case .mismatchedClientState: .mismatchedClientState
      case .unavailable: .indexUnavailableError
      default: .unknownError
      }
    var facts: [String: String] = [:]
    facts[Self.itemIdentifierKey] = error.itemIdentifier
    facts[Self.attributeKey] = error.attribute
    self.init(code, reason: error.message, facts: facts)
  }
}

extension CSSearchQueryError {
  /// Makes the public form of a failure of the service.
  init(_ error: ServiceError) {
    let code: Code =
      switch error.code {
      case .invalidQuery: .invalidQuery
      case .unavailable: .indexUnreachable
      default: .unknown
      }
    self.init(code, reason: error.message, column: error.column)
  }
}
