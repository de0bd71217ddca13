internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery

/// Names of attributes that a query or an order asks for and no item has.
///
/// A query string may name what an app will store tomorrow, so an unknown name is no error of the
/// language. To a person at a terminal it is most often a spelling mistake.
struct UnknownAttributes {
  private let stores: StoreSet
  private let context: CommandContext

  init(_ stores: StoreSet, _ context: CommandContext) {
    self.stores = stores
    self.context = context
  }

  /// What to say of the names of a query and its order, a sentence each.
  func sentences(of query: Query, orderedBy sortName: String?) throws -> [String] {
    var names: [String] = []
    query.forEachName { if !names.contains($0), names.count < Self.mostNames { names.append($0) } }
    var sentences: [String] = []
    for name in names where try isUnknown(name) {
      sentences.append("no item has an attribute named \(name)" + advice(for: name))
    }
    if let sortName, try isUnknown(sortName) {
      sentences.append(
        "no item has an attribute named \(sortName) to sort by" + advice(for: sortName))
    }
    return sentences
  }

  /// Nobody reads about more names than these; each takes a search.
  private static let mostNames = 16

  private func isUnknown(_ name: String) throws -> Bool {
    let target = AttributeTarget(.named(name))
    guard case .custom = target, name != "*", name != "**" else { return false }
    // An attribute has a text, or a number, a date or a truth value, which all lie in the range.
    let attribute = AttributeReference.named(name)
    let bound = Double.greatestFiniteMagnitude
    let query = Query.or([
      .comparison(
        Comparison(
          attribute: attribute, comparator: .equal, value: .pattern(Pattern([.anySequence])))),
      .inRange(attribute, lower: .double(-bound), upper: .double(bound)),
    ])
    let answer = try stores.search(
      FresnelEngine.SearchRequest(
        query: query, limit: 1, context: context.queryContext, detail: .rows))
    return answer.found.isEmpty && !answer.isPartial
  }

  /// What the members of a line of items are called in a query, where they are called otherwise.
  private static let memberNames = [
    "id": "uniqueIdentifier", "domain": "domainIdentifier", "expires": "expirationDate",
  ]

  private func advice(for name: String) -> String {
    if let other = Self.memberNames[name] { return "; did you mean \(other)?" }
    let known = AttributeTable.all.map(\.swiftName)
    return nearest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
  }
}

extension Query {
  /// Calls a closure with each name of an attribute in the query.
  fileprivate func forEachName(_ body: (String) -> Void) {
    switch self {
    case .comparison(let comparison):
      if case .named(let name) = comparison.attribute { body(name) }
    case .inRange(let attribute, _, _): if case .named(let name) = attribute { body(name) }
    case .not(let clause): clause.forEachName(body)
    case .and(let clauses), .or(let clauses): for clause in clauses { clause.forEachName(body) }
    }
  }
}
