/// A query ready to be evaluated: names looked up, texts folded, times resolved.
///
/// The tree means what the query's does. Long lists of clauses are put together: what ``QueryCompiler``
/// says.
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
    /// Texts are among many: a disjunction of comparisons with one text each.
    case texts(TextSet)
    /// Numbers and dates lie in an interval.
    case quantity(QuantityTest)
    /// Numbers and dates lie in one of many intervals: a disjunction of comparisons.
    case quantities(QuantitySet)
    /// The item has a form, whatever attribute it is of.
    case form(FormTest)
  }

  /// The comparison as the query has it: a `comparison` or an `inRange`, or the `or` of many.
  public let source: Query
  /// The attributes compared.
  public let target: AttributeTarget
  /// Whether the operator is `!=`, the negation of the test.
  public internal(set) var isNegated: Bool
  /// What values are tested for.
  public let test: Test

  /// The comparison with `==` where this one has `!=`; else the comparison.
  public var positive: CompiledComparison {
    var positive = self
    positive.isNegated = false
    return positive
  }
}
