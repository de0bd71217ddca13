internal import WebDocuments
internal import WebMarkup

/// Which findings are about which part of the structured data.
struct ItemFindings {
  /// A value of a property of an item.
  struct ValuePlace: Hashable {
    /// The place of the item.
    let item: Int
    /// The name of the property.
    let property: String
    /// Which of its values.
    let index: Int
  }

  /// Findings about items, and about what they don't have.
  private(set) var ofItem: [Int: [Diagnostic]] = [:]
  /// Findings about values.
  private(set) var ofValue: [ValuePlace: [Diagnostic]] = [:]
  /// All of them, in the order of the document.
  private(set) var all: [Diagnostic] = []
  /// Items with an error or a warning in them, or in an item below.
  private var troubled: Set<Int> = []

  /// Finds the part for each finding by where it is, and where several things begin there, by what it names.
  init(_ diagnostics: [Diagnostic], in graph: ItemGraph) {
    var values: [SourceLocation: [ValuePlace]] = [:]
    var items: [SourceLocation: [Int]] = [:]
    var parents: [Int: [Int]] = [:]
    for (place, item) in graph.items.enumerated() {
      if let location = item.location { items[location, default: []].append(place) }
      for property in item.properties {
        for (index, value) in property.values.enumerated() {
          if let below = value.item { parents[below, default: []].append(place) }
          guard let location = value.location else { continue }
          values[location, default: []].append(
            ValuePlace(item: place, property: property.name, index: index))
        }
      }
    }
    for diagnostic in diagnostics {
      guard let location = diagnostic.location else { continue }
      let parts = diagnostic.subject?.split(separator: ".") ?? []
      let property = parts.count == 2 ? String(parts[1]) : nil
      let value = values[location]?.first { property == nil || $0.property == property }
      let types = { (place: Int) in graph[place].types.contains { $0 == parts.first ?? "" } }
      let item =
        items[location]?.first(where: types)
        ?? (property == nil || value == nil ? items[location]?.first : nil)
      if let value {
        ofValue[value, default: []].append(diagnostic)
      } else if let item {
        ofItem[item, default: []].append(diagnostic)
      } else {
        continue
      }
      all.append(diagnostic)
      if diagnostic.severity >= .warning, let place = value?.item ?? item {
        mark(place, parents)
      }
    }
  }

  /// Whether something is wrong with an item, or with one below it.
  func isTroubled(_ place: Int) -> Bool { troubled.contains(place) }

  private mutating func mark(_ place: Int, _ parents: [Int: [Int]]) {
    var waiting = [place]
    while let next = waiting.popLast() {
      if troubled.insert(next).inserted { waiting += parents[next] ?? [] }
    }
  }
}
