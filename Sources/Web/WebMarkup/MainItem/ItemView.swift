internal import FresnelModel
internal import StructuredData
internal import WebAddresses
internal import WebDocuments

/// An item of a graph, with what is asked of items again and again.
struct ItemView: Sendable {
  /// The graph.
  let graph: ItemGraph
  /// The item's place in it.
  let place: Int

  /// The item.
  var item: GraphItem { graph.items[place] }

  /// Where it begins.
  var location: SourceLocation? { item.location }

  /// Whether one of the item's types is one of some types of schema.org, or below one.
  func isA(_ names: String...) -> Bool {
    item.isA(anyOf: names)
  }

  /// The first type for people; empty when the item has none.
  var typeName: String { item.types.first ?? "" }

  /// What findings call a property of the item, such as `Recipe.image`.
  func subject(_ property: String) -> String {
    typeName.isEmpty ? property : "\(typeName).\(property)"
  }

  /// The values of the first of some properties that has any.
  func values(_ names: String...) -> [GraphValue] {
    for name in names {
      let values = item[name]
      if !values.isEmpty { return values }
    }
    return []
  }

  /// The items among the values of a property.
  func items(_ name: String) -> [ItemView] {
    item[name].compactMap(\.item).map { ItemView(graph: graph, place: $0) }
  }

  /// The texts of a property for people: white space folded, none of them empty. An item counts as its name.
  func texts(_ name: String) -> [String] {
    item[name].compactMap { value in
      guard let text = graph.text(of: value) else { return nil }
      let folded = foldingSpace(text)
      return folded.isEmpty ? nil : folded
    }
  }

  /// The first text of the first of some properties that has any.
  func text(_ names: String...) -> String? {
    for name in names {
      if let text = texts(name).first { return text }
    }
    return nil
  }

  /// The first value of a property as a number; `nil` where there is none, or where it is no number.
  func number(_ name: String) -> Double? {
    guard let value = item[name].first else { return nil }
    if case .number(let number, _) = value.content { return number.isFinite ? number : nil }
    return value.text.flatMap { NumberReading($0)?.value }
  }

  /// The first date of the first of some properties that has one.
  func date(_ names: String...) -> Timestamp? {
    for name in names {
      if let date = texts(name).lazy.compactMap({ DateReading($0) }).first {
        return Timestamp(secondsSince1970: date.secondsSince1970)
      }
    }
    return nil
  }

  /// What the item is called.
  var name: String? { text("name", "headline") }

  /// The addresses of the web of a property, in order: of a text or an address itself, of an item its own.
  func urls(_ name: String, base: WebURL) -> [WebURL] {
    item[name].compactMap { value in
      guard let text = graph.address(of: value) else { return nil }
      return WebURL(HTMLText.trimmed(text), base: base).flatMap { $0.isHTTP ? $0 : nil }
    }
  }
}
