public import FresnelModel
public import FresnelQuery
import FresnelText

/// One row of the table that says what queries mean: an item, a query, and whether they match.
///
/// Every row was thought through by hand from `Documentation/query-language.md`; none was copied
/// from what an evaluator answered. So the table can judge any evaluator, the naive one and an
/// index alike.
public struct QueryCase: Sendable, CustomStringConvertible {
  /// The item asked.
  public let item: Item
  /// The query asked.
  public let query: String
  /// Whether the item matches.
  public let isMatch: Bool
  /// The locale of the query.
  public let locale: String
  /// Where the row stands, such as `QueryCases+Text.swift:12`.
  public let place: String

  /// What the query is evaluated with: Wednesday, 18 March 2026, 16:30 in Stockholm.
  public var context: EvaluationContext {
    EvaluationContext(
      now: Timestamp(fixture: "2026-03-18T15:30:00Z"), timeZone: "Europe/Stockholm",
      locale: TextLocale(identifier: locale))
  }

  /// The row as one line.
  public var description: String {
    "\(place): \(query) should\(isMatch ? "" : " not") match"
  }
}

/// The rows, by subject.
public enum QueryCases {
  /// Every row.
  public static let all: [QueryCase] = {
    var table = QueryCaseTable()
    wholeElements(&table)
    words(&table)
    tokens(&table)
    folding(&table)
    locales(&table)
    graphemes(&table)
    segmentation(&table)
    escapes(&table)
    values(&table)
    attributes(&table)
    unfielded(&table)
    numbers(&table)
    dates(&table)
    logic(&table)
    publishedQueries(&table)
    return table.cases
  }()
}
