/// Why a query string, or a query tree built by hand, was refused.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake it was. Every one is the caller's to mend: the same text fails again.
  public struct Code: Hashable, Sendable {
    private enum Kind: String {
      case syntax, unterminatedText, unknownModifier, unknownTime, invalidNumber, invalidValue
      case tooLong, tooDeep, tooManyClauses
    }
    private let kind: Kind

    /// Something other than what the grammar asks for stands at the column.
    public static let syntax = Code(kind: .syntax)
    /// A quotation mark is never closed; the column is that of the opening one.
    public static let unterminatedText = Code(kind: .unterminatedText)
    /// A letter after the closing quote, or in brackets, is none of c, d, w and t.
    public static let unknownModifier = Code(kind: .unknownModifier)
    /// A `$time` form is unknown, or its argument is not of the right kind.
    public static let unknownTime = Code(kind: .unknownTime)
    /// A number is malformed or too large for a Double.
    public static let invalidNumber = Code(kind: .invalidNumber)
    /// The value is not of a kind that the operator compares, or has no text form.
    public static let invalidValue = Code(kind: .invalidValue)
    /// The query string, or a value with `?`, is longer than the limit.
    public static let tooLong = Code(kind: .tooLong)
    /// Parentheses and negations nest deeper than the limit.
    public static let tooDeep = Code(kind: .tooDeep)
    /// There are more clauses than the limit.
    public static let tooManyClauses = Code(kind: .tooManyClauses)
  }

  /// What kind of mistake it was.
  public let code: Code
  /// The column of the offending token: 1-based, counted in characters. 0 when the tree was built
  /// by hand and no text exists.
  public let column: Int
  /// What would have been right there, such as `a closing parenthesis`.
  public let expected: String
  /// What stands there instead, such as `"="` or `the end of the query`.
  public let found: String

  /// The whole story in one sentence.
  public var message: String {
    let mistake = "xpected \(expected), but found \(found)."
    return column > 0 ? "At column \(column), e\(mistake)" : "E\(mistake)"
  }

  /// The same sentence as ``message``.
  public var description: String { message }

  /// Makes an error.
  public init(code: Code, column: Int, expected: String, found: String) {
    self.code = code
    self.column = column
    self.expected = expected
    self.found = found
  }
}
