internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire

extension QueryContext {
  /// What a query is understood in.
  func context(at now: Timestamp) -> EvaluationContext {
    let language = keyboardLanguage.isEmpty ? locale : keyboardLanguage
    return EvaluationContext(
      now: now, timeZone: timeZone.isEmpty ? nil : timeZone,
      locale: language.isEmpty ? .session : TextLocale(identifier: language))
  }
}

extension ServiceError {
  /// Translates a query that is no valid tree.
  init(_ error: QueryError) {
    self.init(.invalidQuery, error.message, column: error.column)
  }
}
