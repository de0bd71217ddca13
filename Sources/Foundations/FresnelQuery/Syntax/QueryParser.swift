/// Reads a query string into its tree.
///
/// - Parameter text: The query; at most ``QueryLimits/maximumByteCount`` bytes of UTF-8.
/// - Returns: The tree. Nested `&&` in `&&` and `||` in `||` are joined into one list.
/// - Throws: ``QueryError`` with the column of the offending token.
/// - Complexity: O(*n*) in the length of the text; the call stack does not grow with nesting.
public func parseQuery(_ text: String) throws(QueryError) -> Query {
  var parser = QueryParser(scanner: QueryScanner(text))
  return try parser.parse()
}

/// The parser: one pass over the bytes, open groups on a stack of its own.
struct QueryParser {
  var scanner: QueryScanner
  /// The attribute named last and where: in long lists of alternatives it is the same again and again.
  private var lastName: (reference: AttributeReference, place: Range<Int>) = (.metadata, 0..<0)
  var clauseCount = 0

  /// A parenthesis that is still open, or the query as a whole.
  private struct Group {
    /// Where its parenthesis stands.
    let start: Int
    /// Clauses already closed by `||`.
    var alternatives = ClauseList([])
    /// Clauses joined by `&&` since then.
    var clauses: [Query] = []
    /// How many `!` stand before the next clause.
    var negations = 0

    mutating func add(_ clause: Query) {
      var clause = clause
      for _ in 0..<negations { clause = .not(clause) }
      negations = 0
      clauses.append(clause)
    }

    mutating func closeAlternative() {
      if clauses.count == 1 {
        alternatives.append(clauses.removeLast())
      } else {
        alternatives.append(.all(of: clauses))
        clauses.removeAll(keepingCapacity: true)
      }
    }

    mutating func finish() -> Query {
      closeAlternative()
      return alternatives.literals == nil ? .any(of: alternatives.clauses) : .or(alternatives)
    }
  }

  init(scanner: QueryScanner) {
    self.scanner = scanner
  }

  mutating func parse() throws(QueryError) -> Query {
    guard scanner.bytes.count <= QueryLimits.maximumByteCount else {
      throw QueryError(
        code: .tooLong, column: scanner.column(of: QueryLimits.maximumByteCount),
        expected: "a query of at most \(QueryLimits.maximumByteCount) bytes",
        found: "\(scanner.bytes.count) bytes")
    }
    var groups: [Group] = []
    var group = Group(start: 0)
    var nesting = 0
    while true {
      scanner.skipWhiteSpace()
      let isNegation = scanner.next == UInt8(ascii: "!")
      if isNegation || scanner.next == UInt8(ascii: "(") {
        nesting += 1
        guard nesting <= QueryLimits.maximumNesting else {
          throw scanner.error(
            .tooDeep, at: scanner.offset,
            expected: "at most \(QueryLimits.maximumNesting) nested parentheses and negations")
        }
        if isNegation {
          group.negations += 1
        } else {
          groups.append(group)
          group = Group(start: scanner.offset)
        }
        scanner.offset += 1
        continue
      }
      clauseCount += 1
      guard clauseCount <= QueryLimits.maximumClauseCount else {
        throw .tooManyClauses(column: scanner.column(of: scanner.offset), found: "another one")
      }
      var clause = try parsePredicate()
      // A clause is followed by any number of closing parentheses, then by an operator or the end.
      clauseEnd: while true {
        nesting -= group.negations
        group.add(clause)
        scanner.skipWhiteSpace()
        if scanner.take("&&") {
          break clauseEnd
        } else if scanner.take("||") {
          group.closeAlternative()
          parseAlternatives(of: &group)
          break clauseEnd
        } else if scanner.next == UInt8(ascii: ")"), let outer = groups.popLast() {
          scanner.offset += 1
          nesting -= 1
          clause = group.finish()
          group = outer
        } else if scanner.isAtEnd, groups.isEmpty {
          return group.finish()
        } else {
          throw missingOperator(openGroup: groups.isEmpty ? nil : group.start)
        }
      }
    }
  }

  /// Reads what goes on as a long list of one form, at once.
  private mutating func parseAlternatives(of group: inout Group) {
    guard case .named(let name)? = group.alternatives.literals?.attribute else { return }
    group.alternatives.extendLiterals { parseAlternatives(into: &$0, name: name) }
  }

  /// The attribute whose name stands at a place.
  mutating func attribute(at place: Range<Int>) -> AttributeReference {
    if place.count != lastName.place.count || !scanner.areEqual(place, lastName.place) {
      lastName = (.named(Self.spelled(scanner.text(in: place))), place)
    }
    return lastName.reference
  }

  /// A name, where it is the one that long lists ask for as the constant: no copy of that counts references.
  private static func spelled(_ name: String) -> String {
    name == "uniqueIdentifier" ? "uniqueIdentifier" : name
  }

  private func missingOperator(openGroup: Int?) -> QueryError {
    let rest =
      openGroup.map { "a parenthesis that closes the one at column \(scanner.column(of: $0))" }
      ?? "the end of the query"
    return scanner.error(.syntax, at: scanner.offset, expected: "\"&&\", \"||\" or \(rest)")
  }
}
