import FresnelModel

/// Prepares a valid, normalized tree for evaluation.
struct QueryCompiler {
  private let context: EvaluationContext
  private let times: TimeResolver

  init(context: EvaluationContext) {
    self.context = context
    times = TimeResolver(context)
  }

  func compile(_ query: Query) -> CompiledClause {
    switch query {
    case .comparison(let comparison): .comparison(compile(comparison, source: query))
    case .inRange(let attribute, let lower, let upper):
      .comparison(
        CompiledComparison(
          source: query, target: AttributeTarget(attribute), isNegated: false,
          test: .quantity(
            QuantityTest(
              lower: bound(lower, isInclusive: true), upper: bound(upper, isInclusive: true)))))
    case .not(let clause): .not(compile(clause))
    case .and(let clauses): .and(clauses.map(compile))
    case .or(let clauses): .or(clauses.map(compile))
    }
  }

  private func compile(_ comparison: Comparison, source: Query) -> CompiledComparison {
    let test: CompiledComparison.Test =
      if case .pattern(let pattern) = comparison.value {
        .text(TextTest(pattern, modifiers: comparison.modifiers, locale: context.locale))
      } else {
        .quantity(interval(comparison.comparator, comparison.value))
      }
    return CompiledComparison(
      source: source, target: AttributeTarget(comparison.attribute),
      isNegated: comparison.comparator == .notEqual, test: test)
  }

  /// The values that an operator accepts. `==` with a period accepts all of the period; the other
  /// operators compare with its start.
  private func interval(_ comparator: Comparator, _ value: Literal) -> QuantityTest {
    switch comparator {
    case .equal, .notEqual:
      if case .time(let time) = value, let end = times.end(time) {
        QuantityTest(
          lower: bound(value, isInclusive: true),
          upper: QuantityTest.Bound(
            value: .double(end.secondsSinceReferenceDate), isInclusive: false, isInstant: true))
      } else {
        QuantityTest(
          lower: bound(value, isInclusive: true), upper: bound(value, isInclusive: true))
      }
    case .less: QuantityTest(lower: nil, upper: bound(value, isInclusive: false))
    case .lessOrEqual: QuantityTest(lower: nil, upper: bound(value, isInclusive: true))
    case .greater: QuantityTest(lower: bound(value, isInclusive: false), upper: nil)
    case .greaterOrEqual: QuantityTest(lower: bound(value, isInclusive: true), upper: nil)
    }
  }

  private func bound(_ value: Literal, isInclusive: Bool) -> QuantityTest.Bound? {
    switch value {
    case .integer(let integer):
      QuantityTest.Bound(value: .integer(integer), isInclusive: isInclusive, isInstant: false)
    case .double(let double):
      QuantityTest.Bound(value: .double(double), isInclusive: isInclusive, isInstant: false)
    case .time(let time):
      QuantityTest.Bound(
        value: .double(times.instant(time).secondsSinceReferenceDate), isInclusive: isInclusive,
        isInstant: true)
    case .pattern: nil  // Validation has refused a text where an order is asked for.
    }
  }
}
