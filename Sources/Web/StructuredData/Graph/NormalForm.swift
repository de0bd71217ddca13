extension ItemGraph {
  /// What the graph tells, in a form that is the same for two graphs that tell the same.
  ///
  /// A line for each item: its place among the lines, its identifier, its types, then its properties with their
  /// values, both sorted. What differs only by how a syntax can say it is folded: white space, whether an address
  /// is a text, whether a number is one, `http` and `https` in schema.org's names, and repeated values.
  ///
  /// - Parameter base: The address of the document; what lies in its folder is written relative to that.
  /// - Returns: The lines.
  /// - Complexity: O(*n* log *n*) in the number of items and values.
  package func normalForm(base: String? = nil) -> [String] {
    let folder = base.flatMap { base in
      base.lastIndex(of: "/").map { String(base[...$0]) }
    }
    // Which items stand for themselves is up to the syntax; here it is those that nothing refers to.
    var graph = self
    graph.topLevel = []
    graph.completeTopLevel()
    let own = items.map { item in
      let properties = item.properties.map { property in
        property.name + "=" + Self.plainValues(of: property, folder).joined(separator: "|")
      }
      return Self.head(of: item, folder) + " " + properties.sorted().joined(separator: " ")
    }
    let colors = GraphColors(graph, own: own).colors
    func sorted(_ places: [Int]) -> [Int] {
      places.sorted { (colors[$0], $0) < (colors[$1], $1) }
    }

    var numbers = [Int?](repeating: nil, count: items.count)
    var order: [Int] = []
    var waiting = sorted(graph.topLevel).reversed() as [Int]
    while let place = waiting.popLast() {
      guard numbers[place] == nil else { continue }
      numbers[place] = order.count
      order.append(place)
      let byName = items[place].properties.sorted { $0.name < $1.name }
      waiting += byName.flatMap { sorted($0.values.compactMap(\.item)) }.reversed()
    }
    return order.map { place in
      let properties = items[place].properties.sorted { $0.name < $1.name }.map { property in
        let references = property.values.compactMap(\.item).map { numbers[$0] ?? 0 }.sorted()
        let values = Self.plainValues(of: property, folder) + references.map { "#\($0)" }
        return property.name + "=" + values.joined(separator: "|")
      }
      return (["#\(numbers[place] ?? 0)", Self.head(of: items[place], folder)] + properties)
        .joined(separator: " ")
    }
  }

  private static func head(of item: GraphItem, _ folder: String?) -> String {
    let identifier = item.identifier.map { "<\(folded($0, folder))> " } ?? ""
    return identifier + item.types.sorted().joined(separator: ",")
  }

  /// The values that are no items, sorted, each once.
  private static func plainValues(of property: GraphProperty, _ folder: String?) -> [String] {
    let values = property.values.compactMap { value -> String? in
      guard case .number(let number, _) = value.content else {
        return value.text.map { "\"" + folded($0, folder) + "\"" }
      }
      let isWhole = number.magnitude < 1e15 && number.rounded() == number
      return "\"" + (isWhole ? "\(Int64(number))" : "\(number)") + "\""
    }
    return Set(values).sorted()
  }

  /// A text without what may differ between syntaxes.
  private static func folded(_ text: String, _ folder: String?) -> String {
    let folded = foldingSpace(text)
    if let name = SchemaNamespace.localName(of: folded) { return "schema:" + name }
    if let folder, folded.hasPrefix(folder) { return String(folded.dropFirst(folder.count)) }
    return folded
  }
}
