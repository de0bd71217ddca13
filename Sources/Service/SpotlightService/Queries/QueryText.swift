internal import FresnelModel
internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire

/// What a client looks for, as it said it.
///
/// Understanding it takes time, and more memory than the text has: that is done where reads run, of which
/// there are few at a time, each time that one runs.
struct QueryText: Sendable {
  private let form: SearchRequest.Form
  private let text: String
  private let filters: [String]
  /// The bytes of the texts.
  let byteCount: Int
  /// The language that the text is understood in.
  let locale: TextLocale

  /// Takes the texts.
  ///
  /// - Parameters:
  ///   - form: What the text is.
  ///   - text: What is looked for.
  ///   - filters: Query strings, all of which an item must match too.
  ///   - queryContext: What the meaning depends on besides.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` when they are longer than may
  ///   be.
  init(
    _ form: SearchRequest.Form, _ text: String, filters: [String], _ queryContext: QueryContext
  ) throws(ServiceError) {
    guard filters.count <= WireLimits.filters else {
      throw ServiceError(
        .invalidQuery,
        "There are \(filters.count) filter queries; the limit is \(WireLimits.filters).")
    }
    if form == .typed, text.utf8.count > WireLimits.typedByteCount {
      throw ServiceError(
        .invalidQuery,
        "What was typed has \(text.utf8.count) bytes; the limit is \(WireLimits.typedByteCount).")
    }
    let byteCount = filters.reduce(text.utf8.count) { $0 + $1.utf8.count }
    guard byteCount <= WireLimits.queryByteCount else {
      throw ServiceError(
        .invalidQuery,
        "The query strings have \(byteCount) bytes together; the limit is "
          + "\(WireLimits.queryByteCount).")
    }
    (self.form, self.text, self.filters, self.byteCount) = (form, text, filters, byteCount)
    locale = queryContext.context(at: .distantFuture).locale
  }

  /// The query; `nil` when what was typed has no word.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` and the column.
  func query() throws(ServiceError) -> Query? {
    var clauses: [Query] = []
    switch form {
    case .query: clauses.append(try Self.parse(text, called: "query string"))
    case .typed:
      if let typed = UserQuery.query(for: text, locale: locale) { clauses.append(typed) }
    }
    let conditions = try conditions()
    return clauses.isEmpty ? nil : .all(of: clauses + conditions)
  }

  /// The filters.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` and the column.
  func conditions() throws(ServiceError) -> [Query] {
    var conditions: [Query] = []
    for (index, filter) in filters.enumerated() {
      conditions.append(try Self.parse(filter, called: "filter query \(index + 1)"))
    }
    return conditions
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
