package import SpotlightWire
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import FresnelText

/// What an app looks for among its own items.
package struct ItemSearch: Sendable {
  let query: Query
  let context: EvaluationContext
  let attributes: [AttributeKey]

  /// Reads the query strings.
  ///
  /// - Parameters:
  ///   - query: The query string.
  ///   - filters: Further query strings, all of which an item must match too.
  ///   - attributes: The names of the attributes to fetch; names that no attribute has are left
  ///     out.
  ///   - keyboardLanguage: The language of the typed text; `nil` for that of the session.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` and the column.
  package init(
    query: String, filters: [String] = [], attributes: [String] = [],
    keyboardLanguage: String? = nil
  ) throws(ServiceError) {
    var clauses = [try Self.parse(query, called: "query string")]
    for (index, filter) in filters.enumerated() {
      clauses.append(try Self.parse(filter, called: "filter query \(index + 1)"))
    }
    self.query = Query.all(of: clauses)
    self.attributes = attributes.map { name in
      AttributeTable.id(named: name).map { .builtIn($0) }
        ?? .custom(CustomAttributeKey(name: name))
    }
    context = EvaluationContext(
      now: Timestamp(secondsSince1970: WallClock.secondsSince1970),
      locale: keyboardLanguage.map { TextLocale(identifier: $0) } ?? .session)
  }

  private static func parse(_ text: String, called name: String) throws(ServiceError) -> Query {
    do throws(QueryError) {
      return try parseQuery(text)
    } catch {
      throw ServiceError(
        .invalidQuery, "The \(name) is malformed: \(error.message)", column: error.column)
    }
  }
}
