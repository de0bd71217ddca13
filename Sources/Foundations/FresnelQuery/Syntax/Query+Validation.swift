extension Query {
  /// Checks what the types of a tree built by hand cannot rule out.
  ///
  /// A tree that the parser made always passes. Anyone may build a tree with an attribute name that
  /// has a space in it, an infinite number or `title < "a"`; such a tree has no text and no meaning.
  ///
  /// - Throws: ``QueryError`` with column 0.
  public func validate() throws(QueryError) {
    try normalized.validateNormalized()
  }

  /// Checks a tree that is normalized already.
  func validateNormalized() throws(QueryError) {
    var progress = ValidationProgress()
    try validate(nesting: 0, &progress)
  }

  /// Nesting is counted as the parser counts it in the printed text.
  private func validate(nesting: Int, _ progress: inout ValidationProgress) throws(QueryError) {
    guard nesting <= QueryLimits.maximumNesting else {
      throw .inTree(
        .tooDeep, "at most \(QueryLimits.maximumNesting) nested parentheses and negations",
        "a deeper tree")
    }
    switch self {
    case .comparison(let comparison):
      try progress.countClause()
      try comparison.validate(&progress)
    case .inRange(let attribute, let lower, let upper):
      try progress.countClause()
      try progress.validate(attribute)
      for bound in [lower, upper] {
        if case .pattern = bound {
          throw .inTree(.invalidValue, "a number or a $time value as a bound of InRange", "a text")
        }
        try bound.validate()
      }
    case .not(let clause):
      try clause.validate(nesting: nesting + (clause.isJunction ? 2 : 1), &progress)
    case .and(let clauses):
      for clause in clauses {
        if case .or = clause {
          try clause.validate(nesting: nesting + 1, &progress)
        } else {
          try clause.validate(nesting: nesting, &progress)
        }
      }
    case .or(let clauses):
      // The parser has checked the texts of a long list.
      if let literals = clauses.literals { return try progress.countClauses(literals.count) }
      for clause in clauses { try clause.validate(nesting: nesting, &progress) }
    }
  }
}

/// How far the check of a tree has come.
private struct ValidationProgress {
  private var clauseCount = 0
  /// The valid name seen last: in a long list it is the same again and again.
  private var lastName = ""

  mutating func countClause() throws(QueryError) {
    try countClauses(1)
  }

  mutating func countClauses(_ count: Int) throws(QueryError) {
    clauseCount += count
    guard clauseCount <= QueryLimits.maximumClauseCount else {
      throw .tooManyClauses(column: 0, found: "more")
    }
  }

  mutating func validate(_ attribute: AttributeReference) throws(QueryError) {
    guard case .named(let name) = attribute, lastName.isEmpty || name != lastName else { return }
    guard !name.isEmpty, name.utf8.allSatisfy(isNameByte) else {
      throw .inTree(
        .syntax, "an attribute name of ASCII letters, digits and underscores", "\"\(name)\"")
    }
    lastName = name
  }
}

extension Comparison {
  fileprivate func validate(_ progress: inout ValidationProgress) throws(QueryError) {
    try progress.validate(attribute)
    if case .pattern = value, comparator.isOrdering {
      throw .inTree(
        .invalidValue, "a number or a $time value after \"\(comparator.rawValue)\"", "a text")
    }
    try value.validate()
  }
}

extension Literal {
  fileprivate func validate() throws(QueryError) {
    switch self {
    case .integer: return
    case .double(let double), .time(.now(offset: let double)):
      guard double.isFinite else {
        throw .inTree(.invalidNumber, "a finite number", "\(double)")
      }
    case .time(.start(_, let offset)):
      let limit = QueryLimits.maximumPeriodOffset
      guard -limit...limit ~= offset else {
        throw .inTree(.unknownTime, "a whole number from -\(limit) to \(limit)", "\(offset)")
      }
    case .time(.iso(let instant)):
      guard instant.utf8.allSatisfy(isInstantByte), isISO8601Instant(instant) else {
        throw .inTree(.unknownTime, "an ISO 8601 instant", "\"\(instant)\"")
      }
    case .pattern(let pattern): try pattern.validate(column: 0)
    }
  }
}

extension Pattern {
  /// Checks the length of a pattern, which may be greater where it holds no `?`.
  func validate(column: Int) throws(QueryError) {
    var byteCount = 0
    var hasAnyCharacter = false
    if let literal {
      byteCount = literal.utf8.count
    } else {
      for element in elements {
        if case .text(let text) = element { byteCount += text.utf8.count } else { byteCount += 1 }
        if case .anyCharacter = element { hasAnyCharacter = true }
      }
    }
    let limit =
      hasAnyCharacter
      ? QueryLimits.maximumByteCountWithAnyCharacter : QueryLimits.maximumValueByteCount
    guard byteCount <= limit else {
      throw QueryError(
        code: .tooLong, column: column,
        expected: "at most \(limit) bytes in a value" + (hasAnyCharacter ? " with \"?\"" : ""),
        found: "\(byteCount) bytes")
    }
  }
}

extension QueryError {
  /// The error of a query with more clauses than may be.
  static func tooManyClauses(column: Int, found: String) -> QueryError {
    QueryError(
      code: .tooManyClauses, column: column,
      expected: "at most \(QueryLimits.maximumClauseCount) clauses", found: found)
  }

  /// An error in a tree that no text stands behind.
  fileprivate static func inTree(
    _ code: Code, _ expected: String, _ found: String
  ) -> QueryError {
    QueryError(code: code, column: 0, expected: expected, found: found)
  }
}
