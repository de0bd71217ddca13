/// A query ready to be evaluated: names looked up, texts folded, times resolved.
///
/// The tree has the shape of the query's.
public indirect enum CompiledClause: Sendable {
  /// A comparison or a range.
  case comparison(CompiledComparison)
  /// The negation of a clause.
  case not(CompiledClause)
  /// True if every clause is.
  case and([CompiledClause])
  /// True if some clause is.
  case or([CompiledClause])
}

/// A comparison ready to be evaluated.
public struct CompiledComparison: Sendable {
  /// What the value of an attribute is tested for.
  public enum Test: Sendable {
    /// Texts match patterns.
    case text(TextTest)
    /// Numbers and dates lie in an interval.
    case quantity(QuantityTest)
  }

  /// The comparison as the query has it: a `comparison` or an `inRange`.
  public let source: Query
  /// The attributes compared.
  public let target: AttributeTarget
  /// Whether the operator is `!=`, the negation of the test.
  public let isNegated: Bool
  /// What values are tested for.
  public let test: Test
}
