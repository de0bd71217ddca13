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

  /// Refuses to sort by what no item has: the order would be any, and look like the one asked for. Where not all items
  /// can be read now it warns.
  ///
  /// - Throws: ``CommandError`` with status ``ExitStatus/usage``, which names attributes that may be meant.
  func refuse(toSortBy name: String) throws {
    // Where nothing is indexed there is nothing to sort either, and any name may come.
    guard stores.itemCount > 0, let lack = try lack(of: name) else { return }
    guard lack.isCertain else {
      return context.warn("\(lack.sentence) to sort by\(advice(for: name))")
    }
    let near = Self.namesNear(name)
    throw CommandError.usage(
      "\(lack.sentence) to sort by",
      advice: near.isEmpty
        ? "fresnel show ID lists the attributes of an item"
        : "did you mean \(near.joined(separator: " or "))?")
  }

  /// What to say of the names of a query, a sentence each.
  func sentences(of query: Query) throws -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    query.forEachName { if seen.insert($0).inserted { names.append($0) } }
    var sentences: [String] = []
    for name in names.prefix(Self.mostNames) {
      guard let lack = try lack(of: name) else { continue }
      sentences.append(lack.sentence + advice(for: name))
    }
    if let rest = Self.rest(of: names.count), !sentences.isEmpty { sentences.append(rest) }
    return sentences
  }

  /// What to say of attributes that are to be shown, a sentence each.
  func sentences(toShow names: [String]) throws -> [String] {
    // Where nothing is indexed any name may come.
    if stores.itemCount == 0 { return [] }
    var seen: Set<String> = []
    let wanted = names.filter { seen.insert($0).inserted }
    var sentences: [String] = []
    for name in wanted.prefix(Self.mostNames) {
      guard let lack = try lack(of: name) else { continue }
      sentences.append("\(lack.sentence) to show\(advice(for: name))")
    }
    if let rest = Self.rest(of: wanted.count), !sentences.isEmpty { sentences.append(rest) }
    return sentences
  }

  /// Nobody reads about more names than these; each takes a search.
  private static let mostNames = 10

  /// Says how many names were not looked at.
  private static func rest(of count: Int) -> String? {
    guard count > mostNames else { return nil }
    return
      "\(counted(count - mostNames, "more attribute")) of the command \(count == mostNames + 1 ? "was" : "were") "
      + "not looked for"
  }

  /// That no item was found with an attribute of a name.
  private struct Lack {
    /// The sentence, which may go on.
    let sentence: String
    /// Whether all items were looked at.
    let isCertain: Bool
  }

  private func lack(of name: String) throws -> Lack? {
    let target = AttributeTarget(.named(name))
    guard case .custom = target, name != "*", name != "**" else { return nil }
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
      SearchText(of: query).items(1, in: context.queryContext), includesHidden: true)
    guard answer.found.isEmpty else { return nil }
    let items = answer.isPartial ? "no item that can be searched now" : "no item"
    return Lack(
      sentence: "\(items) has an attribute named \(withoutControls(name))",
      isCertain: !answer.isPartial)
  }

  /// What the members of a line of items are called in a query, where they are called otherwise.
  private static let memberNames = [
    "id": "uniqueIdentifier", "domain": "domainIdentifier", "expires": "expirationDate",
  ]

  /// The attributes that a name may stand for: the one that it is called in lines of items, one spelled nearly so, and
  /// those that have it as a part, three at most.
  private static func namesNear(_ name: String) -> [String] {
    if let other = memberNames[name] { return [other] }
    let known = AttributeTable.all.map(\.swiftName)
    let word = name.lowercased()
    let longer = known.filter { word.count >= 3 && $0.lowercased().contains(word) }
    let spelled = nearest(to: name, among: known).map { [$0] } ?? []
    let others = longer.filter { !spelled.contains($0) }
      .sorted { ($0.count, $0) < ($1.count, $1) }
    return Array((spelled + others).prefix(3))
  }

  private func advice(for name: String) -> String {
    if let other = Self.memberNames[name] { return "; did you mean \(other)?" }
    return Self.nameNear(name).map { "; did you mean \($0)?" } ?? ""
  }

  /// The attribute that is spelled nearly as a name that is none; `nil` where none is, or the name is one.
  static func nameNear(_ name: String) -> String? {
    guard case .custom = AttributeTarget(.named(name)) else { return nil }
    return nearest(to: name, among: AttributeTable.all.map(\.swiftName))
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
