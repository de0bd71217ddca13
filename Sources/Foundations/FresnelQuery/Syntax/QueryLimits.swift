/// Bounds that keep parsing and matching linear and every recursion shallow.
public enum QueryLimits {
  /// The longest query string, in bytes of UTF-8: 8 MiB, so that a list of 50,000 identifiers fits.
  public static let maximumByteCount = 8 << 20
  /// The most clauses of a query: comparisons and ranges. Of a value with `t`, each different word
  /// after the first counts as another clause.
  ///
  /// It bounds what a query takes in memory, and what planning it takes before a search looks at its
  /// budget of time.
  public static let maximumClauseCount = 65_536
  /// How deep parentheses and negations may nest.
  public static let maximumNesting = 500
  /// The longest text value, in bytes of UTF-8: 1 MiB.
  public static let maximumValueByteCount = 1 << 20
  /// The longest value that holds a `?`, in bytes of UTF-8.
  ///
  /// Finding a text with `?` in it costs its length for every place it could start at; the bound
  /// keeps that linear in the text searched.
  public static let maximumByteCountWithAnyCharacter = 1024
  /// The largest number of days, weeks, months or years between now and a `$time` period.
  public static let maximumPeriodOffset = 1_000_000
}
