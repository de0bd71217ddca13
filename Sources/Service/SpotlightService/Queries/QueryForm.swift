internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire

extension QuerySurroundings {
  /// What a query is understood in.
  func context(at now: Timestamp) -> EvaluationContext {
    let language = keyboardLanguage.isEmpty ? locale : keyboardLanguage
    return EvaluationContext(
      now: now, timeZone: timeZone.isEmpty ? nil : timeZone,
      locale: language.isEmpty ? .session : TextLocale(identifier: language))
  }
}

extension Query {
  /// The query of a query string and further ones, all of which an item has to match.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` and the column.
  init(_ text: String, filters: [String]) throws(ServiceError) {
    var clauses = [try Self.parse(text, called: "query string")]
    for (index, filter) in filters.enumerated() {
      clauses.append(try Self.parse(filter, called: "filter query \(index + 1)"))
    }
    self = .all(of: clauses)
  }

  static func parse(_ text: String, called name: String) throws(ServiceError) -> Query {
    do throws(QueryError) {
      return try parseQuery(text)
    } catch {
      throw ServiceError(
        .invalidQuery, "The \(name) is malformed: \(error.message)", column: error.column)
    }
  }
}

extension ServiceError {
  /// Translates a query that is no valid tree.
  init(_ error: QueryError) {
    self.init(.invalidQuery, error.message, column: error.column)
  }
}

extension AttributeKey {
  /// The key of an attribute as apps name it.
  init(queryName name: String) {
    self =
      AttributeTable.id(named: name).map { .builtIn($0) }
      ?? .custom(CustomAttributeKey(name: name))
  }
}
