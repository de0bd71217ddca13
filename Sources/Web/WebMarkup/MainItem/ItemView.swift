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

  /// The item. What looks at one part of it only takes that from the graph, as this copies the others as well.
  var item: GraphItem { graph.items[place] }

  /// Where it begins.
  var location: SourceLocation? { graph.items[place].location }

  /// Whether one of the item's types is one of some types of schema.org, or below one.
  func isA(_ names: String...) -> Bool {
    graph.items[place].isA(anyOf: names)
  }

  /// The first type for people; empty when the item has none.
  var typeName: String { graph.items[place].types.first ?? "" }

  /// What findings call a property of the item, such as `Recipe.image`.
  func subject(_ property: String) -> String {
    typeName.isEmpty ? property : "\(typeName).\(property)"
  }

  /// The values of the first of some properties that has any.
  func values(_ names: String...) -> [GraphValue] {
    for name in names {
      let values = graph.items[place][name]
      if !values.isEmpty { return values }
    }
    return []
  }

  /// The most values of a property that are looked at, the most items and texts that are taken of them, and the most
  /// bytes of a text: many items may have one and the same value, so that each costs as often as there are items.
  static let mostValues = 1_000
  static let mostTaken = 500
  static let longestText = 4_096

  /// The items among the values of a property, as many as are taken.
  func items(_ name: String) -> [ItemView] {
    graph.items[place][name].prefix(Self.mostValues).lazy.compactMap(\.item).prefix(Self.mostTaken)
      .map { ItemView(graph: graph, place: $0) }
  }

  /// The texts of a property for people, as many as are taken: white space folded, none of them empty. An item counts
  /// as its name.
  func texts(_ name: String, most: Int = ItemView.mostTaken) -> [String] {
    var texts: [String] = []
    for value in graph.items[place][name].prefix(Self.mostValues) {
      guard let text = graph.text(of: value) else { continue }
      let folded = foldingSpace(Self.cut(text))
      if !folded.isEmpty { texts.append(folded) }
      if texts.count == most { break }
    }
    return texts
  }

  /// The first text of the first of some properties that has any.
  func text(_ names: String...) -> String? {
    for name in names {
      if let text = texts(name, most: 1).first { return text }
    }
    return nil
  }

  /// As much of a text as is read, whole characters of it.
  private static func cut(_ text: String) -> String {
    let bytes = text.utf8
    guard bytes.count > longestText else { return text }
    return String(
      text.unicodeScalars.prefix(upTo: bytes.index(bytes.startIndex, offsetBy: longestText)))
  }

  /// The first value of a property as a number; `nil` where there is none, or where it is no number.
  func number(_ name: String) -> Double? {
    guard let value = graph.items[place][name].first else { return nil }
    if case .number(let number, _) = value.content { return number.isFinite ? number : nil }
    return value.text.flatMap { NumberReading($0)?.value }
  }

  /// The first date of the first of some properties that has one.
  func date(_ names: String...) -> DateReading? {
    for name in names {
      if let date = texts(name).lazy.compactMap({ DateReading($0) }).first { return date }
    }
    return nil
  }

  /// What the item is called.
  var name: String? { text("name", "headline", "title") }

  /// The first address of the web of a property that will do, of those that are looked at: of a text or an address
  /// itself, of an item its own.
  func url(
    _ name: String, base: WebURL, where willDo: (WebURL) -> Bool = { _ in true }
  ) -> WebURL? {
    for value in graph.items[place][name].prefix(Self.mostValues) {
      guard let text = graph.address(of: value) else { continue }
      if let url = WebURL(HTMLText.trimmed(text), base: base), url.isHTTP, willDo(url) {
        return url
      }
    }
    return nil
  }
}
