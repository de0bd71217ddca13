/// Why an item matches a query or does not: a tree with the shape of the query's.
public struct Explanation: Hashable, Sendable {
  /// What a node of the tree stands for.
  public enum Kind: String, Hashable, Sendable {
    /// A comparison or a range.
    case comparison
    /// A negation, with one clause.
    case not
    /// Clauses joined by `&&`.
    case and
    /// Clauses joined by `||`.
    case or
  }

  /// A place in the item that satisfied a comparison.
  public struct Match: Hashable, Sendable {
    /// Which element of which attribute, as ``ElementPath`` prints it.
    public var path: String
    /// The element: text as it is, a number or a date in print.
    public var value: String
    /// Where the pattern matched, in bytes of the value's UTF-8; `nil` for numbers and dates.
    public var range: Range<Int>?
    /// The text at the range.
    public var matchedText: String?
  }

  /// What the node stands for.
  public let kind: Kind
  /// The comparison in canonical spelling; empty for the other kinds.
  public let clause: String
  /// Whether the node is true of the item.
  public let isMatch: Bool
  /// Why, in one sentence; empty for `and` and `or`, whose clauses say it.
  public let reason: String
  /// The places that satisfied the comparison: one for each pattern.
  public let matches: [Match]
  /// The clauses of `not`, `and` and `or`.
  public let clauses: [Explanation]
}

extension Explanation: CustomStringConvertible {
  /// The tree as lines, two spaces of indentation for each level: `+` before what is true of the
  /// item, `-` before what is not.
  public var description: String {
    var lines: [String] = []
    append(to: &lines, depth: 0)
    return lines.joined(separator: "\n")
  }

  private func append(to lines: inout [String], depth: Int) {
    let heading =
      switch kind {
      case .comparison: clause
      case .not: "not"
      case .and: "all of"
      case .or: "one of"
      }
    let indent = String(repeating: "  ", count: depth)
    lines.append(indent + (isMatch ? "+ " : "- ") + heading)
    if !reason.isEmpty { lines.append(indent + "    " + reason) }
    for clause in clauses { clause.append(to: &lines, depth: depth + 1) }
  }
}
