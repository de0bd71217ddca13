/// The things that a page tells of, and how they belong together.
///
/// Items refer to each other by their places, and may do so in circles: who follows references keeps a set of
/// the places that were visited, or bounds how deep it goes.
public struct ItemGraph: Hashable, Sendable {
  /// All items in the order of the document.
  public internal(set) var items: [GraphItem]
  /// The places of the items that stand for themselves and are not merely a value of another one, in order.
  /// From these all others can be reached.
  public internal(set) var topLevel: [Int]

  /// A graph without items.
  public init() {
    items = []
    topLevel = []
  }

  init(items: [GraphItem], topLevel: [Int]) {
    self.items = items
    self.topLevel = topLevel
  }

  /// The item at a place.
  public subscript(place: Int) -> GraphItem { items[place] }

  /// The items that are values of a property of an item, in order.
  ///
  /// - Parameters:
  ///   - name: The name as ``GraphProperty/name`` has it.
  ///   - place: The place of the item.
  /// - Returns: Their places.
  public func items(_ name: String, of place: Int) -> [Int] {
    items[place][name].compactMap(\.item)
  }

  /// The text of a value for people: an item counts as its `name`.
  ///
  /// - Returns: The text as it was written; `nil` for an item without a name.
  public func text(of value: GraphValue) -> String? {
    guard let place = value.item else { return value.text }
    return items[place].text("name")
  }

  /// The address that a value gives: of an item its identifier.
  public func address(of value: GraphValue) -> String? {
    guard let place = value.item else { return value.text }
    return items[place].identifier
  }
}
