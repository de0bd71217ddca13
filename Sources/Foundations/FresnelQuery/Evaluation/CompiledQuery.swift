import FresnelModel

/// A query ready to be asked of items.
///
/// This evaluator defines what queries mean, and aims at being read rather than at speed; an index
/// is right when it finds what this finds. The meaning in words is in
/// `Documentation/query-language.md`.
///
/// An evaluation takes time linear in the length of the item's text, for each comparison.
public struct CompiledQuery: Sendable {
  /// The query, normalized.
  public let query: Query
  /// What the query was compiled for.
  public let context: EvaluationContext
  /// The query with names looked up, texts folded and times resolved.
  public let root: CompiledClause

  /// Prepares a query.
  ///
  /// - Throws: ``QueryError`` for a tree that ``Query/validate()`` refuses; never for a tree that
  ///   ``parseQuery(_:)`` made.
  public init(_ query: Query, context: EvaluationContext) throws(QueryError) {
    let query = query.normalized
    try query.validateNormalized()
    self.query = query
    self.context = context
    var compiler = QueryCompiler(context: context)
    root = compiler.compile(self.query)
    try compiler.checkClauseCount()
  }

  /// Prepares a query for as long as there is time.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - context: What it is compiled for.
  ///   - goesOn: Asked before each pattern is taken apart, which takes some microseconds; when it returns false, there
  ///     is no compiled query.
  /// - Throws: ``QueryError`` for a tree that ``Query/validate()`` refuses.
  package init?(
    _ query: Query, context: EvaluationContext, goesOn: () -> Bool
  ) throws(QueryError) {
    let query = query.normalized
    try query.validateNormalized()
    self.query = query
    self.context = context
    let (root, refusal) = withoutActuallyEscaping(goesOn) { goesOn in
      var compiler = QueryCompiler(context: context, goesOn: goesOn)
      let root = compiler.compile(query)
      return (compiler.isWhole ? root : nil, compiler.refusal)
    }
    if let refusal { throw refusal }
    guard let root else { return nil }
    self.root = root
  }

  /// Whether an item matches.
  public func matches(_ source: some AttributeSource) -> Bool {
    root.matches(source)
  }
}

extension CompiledClause {
  func matches(_ source: some AttributeSource) -> Bool {
    switch self {
    case .comparison(let comparison): comparison.matches(source)
    case .not(let clause): !clause.matches(source)
    case .and(let clauses): clauses.allSatisfy { $0.matches(source) }
    case .or(let clauses): clauses.contains { $0.matches(source) }
    }
  }
}

extension CompiledComparison {
  /// Whether the comparison holds; `!=` holds exactly where `==` does not, so also where the
  /// attribute is missing.
  ///
  /// - Parameters:
  ///   - source: The item.
  ///   - goesOn: Is told before each text is held against a pattern how many bytes it has; when it
  ///     returns false, the evaluation ends, and its result means nothing.
  /// - Returns: Whether it holds.
  public func matches(
    _ source: some AttributeSource, goesOn: (_ byteCount: Int) -> Bool = { _ in true }
  ) -> Bool {
    switch test {
    case .text(let test): isNegated != test.matches(target, of: source, goesOn: goesOn)
    case .texts(let set): isNegated != set.matches(target, of: source, goesOn: goesOn)
    case .quantity(let test): isNegated != test.matches(target, of: source)
    case .quantities(let set): isNegated != set.matches(target, of: source)
    case .form(let test): isNegated != test.matches(source, goesOn: goesOn)
    }
  }
}

extension TextTest {
  /// Whether the patterns match: in one element of a named attribute, or under `*` and `**` each in
  /// any element of any attribute.
  func matches(
    _ target: AttributeTarget, of source: some AttributeSource, goesOn: (Int) -> Bool
  ) -> Bool {
    var missing = Array(patterns.indices)
    return target.anyElement(of: source) { value, _ in
      guard case .text(let text) = value else { return false }
      let element = FoldedElement(text, folder: folder)
      var missingHere: [Int] = []
      for index in missing {
        guard goesOn(text.utf8.count) else { return true }
        if ranges(of: patterns[index], in: element) == nil { missingHere.append(index) }
      }
      if target.isUnfielded { missing = missingHere }
      return missingHere.isEmpty
    }
  }
}

extension TextSet {
  /// Whether one element of the target is among the texts.
  func matches(
    _ target: AttributeTarget, of source: some AttributeSource, goesOn: (Int) -> Bool
  ) -> Bool {
    target.anyElement(of: source) { value, _ in
      guard case .text(let text) = value else { return false }
      guard goesOn(text.utf8.count) else { return true }
      return contains(text)
    }
  }
}

extension QuantityTest {
  /// Whether one element of the target lies in the interval.
  func matches(_ target: AttributeTarget, of source: some AttributeSource) -> Bool {
    target.anyQuantity(of: source, where: accepts)
  }
}

extension QuantitySet {
  /// Whether one element of the target lies in one of the intervals.
  func matches(_ target: AttributeTarget, of source: some AttributeSource) -> Bool {
    target.anyQuantity(of: source, where: accepts)
  }
}

extension AttributeTarget {
  fileprivate func anyQuantity(
    of source: some AttributeSource, where accepts: (Quantity, _ isDate: Bool) -> Bool
  ) -> Bool {
    anyElement(of: source) { value, _ in
      switch value {
      case .text: false
      case .number(let number): accepts(number, false)
      case .date(let date): accepts(.double(date.secondsSinceReferenceDate), true)
      }
    }
  }
}
