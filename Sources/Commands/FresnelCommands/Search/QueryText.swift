internal import CommandKit
internal import FresnelQuery
internal import FresnelText

/// A query typed on the command line.
enum QueryText {
  /// Reads a query string.
  ///
  /// - Throws: ``CommandError`` that points at the column where the string goes wrong.
  static func query(_ text: String) throws(CommandError) -> Query {
    do {
      return try parseQuery(text)
    } catch {
      throw CommandError(.usage, describe(error, in: text), advice: hint(for: text, error))
    }
  }

  /// The error of a text in which there is no word.
  static let lacksWords = CommandError.usage(
    "there is no word to search for", advice: "type at least one letter or digit")

  /// Makes a query of words: every word, the last as the beginning of one.
  ///
  /// - Throws: ``CommandError`` when there is no word in the text.
  static func words(_ text: String) throws(CommandError) -> Query {
    guard let query = UserQuery.query(for: text, locale: .session) else {
      throw lacksWords
    }
    return query
  }

  /// Whether a text has one of the marks of a query string.
  static func looksLikeQuery(_ text: String) -> Bool {
    text.contains { "=<>\"'".contains($0) } || text.contains("InRange")
      || text.contains("inRange")
  }

  /// A query ready to be asked.
  static func compiled(
    _ query: Query, _ context: CommandContext
  ) throws(CommandError) -> CompiledQuery {
    do {
      return try CompiledQuery(query, context: context.queryContext)
    } catch {
      throw CommandError(.usage, error.message.withoutFullStop)
    }
  }

  /// The message with the text and a mark below the column, where both fit a line.
  private static func describe(_ error: QueryError, in text: String) -> String {
    let message = error.message.withoutFullStop
    guard error.column >= 1, text.count <= 200, !text.contains(where: \.isNewline) else {
      return message
    }
    let before = String(text.prefix(error.column - 1))
    let padding = String(repeating: " ", count: displayWidth(of: before))
    return "\(message)\n  \(withoutControls(text))\n  \(padding)^"
  }

  private static func hint(for text: String, _ error: QueryError) -> String? {
    if let date = unmarkedDate(in: text, at: error.column) {
      return
        "write the date as $time.iso(\(date)), with the whole query in single quotes for the shell"
    }
    let isPlain = !text.contains { "=<>".contains($0) }
    return isPlain
      ? "for plain words use fresnel search; a query looks like 'title == \"par*\"c'" : nil
  }

  /// The date at a column of a query that stands behind a comparison as in a calendar, where it is read as a number with
  /// something behind it, or as a text, which has no order.
  private static func unmarkedDate(in text: String, at column: Int) -> String? {
    let date =
      /[=<>,]\s*["']?(\d{4}-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)?)?)\b/
    let match = text.matches(of: date).first { match in
      let start = text.distance(from: text.startIndex, to: match.range.lowerBound)
      let end = text.distance(from: text.startIndex, to: match.range.upperBound)
      return (start..<end).contains(column - 1)
    }
    return match.map { String($0.output.1).replacing(" ", with: "T") }
  }
}
