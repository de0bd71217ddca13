internal import CommandKit
internal import FresnelQuery
internal import SpotlightWire

/// A filter in the words in which the interactive search offers them: a kind, a time, a size or a person.
enum SearchFilter {
  /// Reads a filter.
  ///
  /// - Parameters:
  ///   - text: What is typed, such as `photos`.
  ///   - context: The time and the place that times are counted from.
  /// - Returns: The filter as a token beside the text that is searched for.
  /// - Throws: ``CommandError`` where the text is none, or more than one.
  static func token(
    _ text: String, in context: EvaluationContext
  ) throws(CommandError) -> QueryToken {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let filters = UserQuery(words).naturalFilters(in: context)
    guard let filter = filters.first, filter.range == 0..<words.utf8.count,
      let kind = kinds[filter.kind]
    else {
      throw .usage(
        "\"\(withoutControls(text))\" is no filter",
        advice:
          "write a kind as in photos, a time as in \"last week\", a size as in \"> 10 mb\", or from:NAME"
      )
    }
    return QueryToken(
      kind, range: 0..<0, shown: filter.shown, query: filter.query.description)
  }

  private static let kinds: [UserQuery.Token.Kind: QueryToken.Kind] = [
    .kind: .kind, .time: .time, .size: .size, .person: .person,
  ]
}
