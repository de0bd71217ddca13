internal import WebDocuments

/// What a context says about a word.
struct JSONLDTerm: Hashable, Sendable {
  /// How values are held.
  struct Container: OptionSet, Hashable {
    let rawValue: UInt8
    static let list = Container(rawValue: 1)
    static let set = Container(rawValue: 2)
    static let language = Container(rawValue: 4)
    static let index = Container(rawValue: 8)
    static let id = Container(rawValue: 16)
    static let type = Container(rawValue: 32)
    static let graph = Container(rawValue: 64)
  }

  /// Something that a term can say, say that there is none of, or be silent about.
  enum Mapping: Hashable {
    case unsaid
    case none
    case said(String)
  }

  /// What the word stands for, a whole name or a keyword; `nil` when it stands for nothing.
  var iri: String?
  /// Whether words may begin with it and a colon.
  var isPrefix = false
  var isProtected = false
  /// Whether its values have the property, rather than what it stands in.
  var isReverse = false
  /// What texts are: `@id`, `@vocab`, `@json`, `@none` or a whole name.
  var type: String?
  var language = Mapping.unsaid
  var direction = Mapping.unsaid
  var container: Container = []
  /// The property that the keys of an index are values of, as it was written.
  var index: String?
  var nest: String?
  /// The context of what stands under it.
  var context: LocatedJSON?

  /// Whether another definition says the same, apart from being protected.
  func saysTheSame(as other: JSONLDTerm) -> Bool {
    var first = self
    var second = other
    first.isProtected = false
    second.isProtected = false
    first.context = nil
    second.context = nil
    return first == second && Self.isSame(context, other.context)
  }

  /// Whether two contexts are the same apart from where they stand.
  private static func isSame(_ first: LocatedJSON?, _ second: LocatedJSON?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    switch (first.value, second.value) {
    case (.array(let first), .array(let second)):
      return first.count == second.count && zip(first, second).allSatisfy { isSame($0, $1) }
    case (.object(let first), .object(let second)):
      let byName = { (first: LocatedJSON.Member, second: LocatedJSON.Member) in
        first.name < second.name
      }
      return first.count == second.count
        && zip(first.sorted(by: byName), second.sorted(by: byName)).allSatisfy {
          $0.name == $1.name && isSame($0.value, $1.value)
        }
    default: return first.value == second.value
    }
  }
}
