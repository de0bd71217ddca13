internal import WebMarkup

/// Where each item of a graph is shown: once, so that a graph whose items refer to each other stays as small as it is.
struct ShownItems {
  /// The value that an item is shown at; `nil` for one that stands for itself.
  private var owners: [Int: ItemFindings.ValuePlace?] = [:]
  /// Whether some aren't shown.
  private(set) var isCut = false

  /// Takes items level by level, those that stand for themselves first.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - depth: How many levels are taken.
  ///   - count: How many items are taken.
  ///   - values: How many values of a property are looked at.
  init(_ graph: ItemGraph, depth: Int, count: Int, values: Int) {
    var level = graph.topLevel.map { (place: $0, owner: ItemFindings.ValuePlace?.none) }
    for _ in 0..<depth {
      var next: [(place: Int, owner: ItemFindings.ValuePlace?)] = []
      for (place, owner) in level where owners[place] == nil {
        guard owners.count < count else {
          isCut = true
          return
        }
        owners[place] = .some(owner)
        for property in graph[place].properties {
          for (index, value) in property.values.prefix(values).enumerated() {
            guard let item = value.item else { continue }
            next.append((item, .init(item: place, property: property.name, index: index)))
          }
        }
      }
      level = next
    }
    isCut = level.contains { owners[$0.place] == nil }
  }

  /// Whether an item is shown somewhere.
  func contains(_ place: Int) -> Bool { owners[place] != nil }

  /// Whether an item is shown at a value.
  func isShown(_ place: Int, at value: ItemFindings.ValuePlace) -> Bool { owners[place] == value }

  /// Whether an item that stands for itself is shown.
  func isShownAtTop(_ place: Int) -> Bool { owners[place] == .some(.none) }
}
