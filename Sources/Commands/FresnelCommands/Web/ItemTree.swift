internal import CommandKit
internal import StructuredData
internal import WebDocuments

/// The things that a page tells of, as lines of a tree.
struct ItemTree {
  private let graph: ItemGraph
  private let mainItem: Int?
  private var lines: [String] = []

  /// The most lines, and how deep the tree is shown.
  private static let lineLimit = 120
  private static let depthLimit = 6
  /// The most values of a property that are shown.
  private static let valueLimit = 8

  private init(_ graph: ItemGraph, _ mainItem: Int?) {
    self.graph = graph
    self.mainItem = mainItem
  }

  /// The lines of a page's tree.
  static func lines(_ graph: ItemGraph, mainItem: Int?) -> [String] {
    var tree = ItemTree(graph, mainItem)
    for place in graph.topLevel { tree.add(place, label: "", depth: 0, above: []) }
    return tree.lines
  }

  private mutating func append(_ text: String, depth: Int) {
    if lines.count == Self.lineLimit { lines.append("  …") }
    guard lines.count < Self.lineLimit else { return }
    var shown = String.UnicodeScalarView()
    for scalar in withoutControls(text).unicodeScalars {
      shown.append(Diagnostic.turnsDirection(scalar) ? "\u{FFFD}" : scalar)
    }
    lines.append(String(repeating: "  ", count: depth + 1) + String(shown))
  }

  // The depth is bounded, and so is the number of lines.
  private mutating func add(_ place: Int, label: String, depth: Int, above: Set<Int>) {
    guard lines.count <= Self.lineLimit else { return }
    let item = graph[place]
    let type = item.types.isEmpty ? "item" : item.types.joined(separator: ", ")
    let name = item.identifier.map { " \($0)" } ?? ""
    guard !above.contains(place), depth < Self.depthLimit else {
      append("\(label)\(type)\(name) …", depth: depth)
      return
    }
    let origin = depth == 0 ? "  (\(source(of: item)))" : ""
    let mark = place == mainItem ? "  what the page is about" : ""
    append("\(label)\(type)\(name)\(origin)\(mark)", depth: depth)
    for property in item.properties {
      for value in property.values.prefix(Self.valueLimit) {
        if let next = value.item {
          add(
            next, label: "\(property.name): ", depth: depth + 1, above: above.union([place]))
        } else {
          append("\(property.name): \(truncated(value.text ?? "", to: 80))", depth: depth + 1)
        }
      }
      if property.values.count > Self.valueLimit {
        append(
          "\(property.name): \(property.values.count - Self.valueLimit) more", depth: depth + 1)
      }
    }
  }

  private func source(of item: GraphItem) -> String {
    item.syntax.name + (item.location.map { ", line \($0.line)" } ?? "")
  }
}
