/// The clauses of a conjunction or a disjunction, in order.
///
/// Apps ask for what they show by tens of thousands of identifiers, `uniqueIdentifier == "a" || …`. The parser keeps
/// such a list as its texts, and a clause is made of one when it is looked at: the list means what its clauses
/// mean, and equals every other list of the same clauses.
public struct ClauseList: RandomAccessCollection, ExpressibleByArrayLiteral, Hashable, Sendable {
  /// The clauses; none where they are kept as texts.
  private var whole: [Query]
  /// The texts of the clauses, where these differ in nothing else.
  private(set) var literals: LiteralList?

  /// So many comparisons of one form, and nothing else, are kept as their texts. For fewer, trees are small.
  static let minimumLiteralCount = 16

  /// Makes a list of some clauses.
  public init(_ clauses: [Query]) {
    whole = clauses
  }

  /// Makes a list of the clauses of a literal.
  public init(arrayLiteral clauses: Query...) {
    whole = clauses
  }

  /// The place of the first clause.
  public var startIndex: Int { 0 }

  /// The place behind the last clause.
  public var endIndex: Int { literals?.count ?? whole.count }

  /// The clause at a place.
  public subscript(place: Int) -> Query {
    if let literals { .comparison(literals[place]) } else { whole[place] }
  }

  /// All clauses, each made.
  var clauses: [Query] { literals == nil ? whole : Array(self) }

  /// Adds a clause. Once there are enough of one form, they are kept as texts, until one of another form is
  /// added.
  mutating func append(_ clause: Query) {
    if literals != nil {
      if literals?.append(clause) == true { return }
      whole = clauses
      literals = nil
    }
    whole.append(clause)
    if whole.count == Self.minimumLiteralCount, let texts = LiteralList(whole) {
      literals = texts
      whole = []
    }
  }

  /// Lets the texts be added to in place, where the clauses are kept as texts.
  mutating func extendLiterals(_ body: (inout LiteralList) -> Void) {
    guard var texts = literals.take() else { return }
    body(&texts)
    literals = texts
  }

  /// Whether two lists have the same clauses in the same order.
  public static func == (left: ClauseList, right: ClauseList) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }

  /// Hashes the clauses.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for clause in self { hasher.combine(clause) }
  }
}
