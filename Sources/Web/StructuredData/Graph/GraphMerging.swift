extension ItemGraph {
  /// One graph of what several syntaxes tell.
  ///
  /// An item that two of them tell of is one: where its identifier is the same, or its first type and its name
  /// are and it stands for itself in one of them. Of a property that both tell, the first syntax's values are
  /// taken; items that nothing refers to any more are dropped.
  ///
  /// - Parameter graphs: The graphs in the order in which they are believed.
  /// - Returns: The one graph.
  /// - Complexity: O(*n*) in the number of items and values.
  public static func merging(_ graphs: [ItemGraph]) -> ItemGraph {
    var result = ItemGraph()
    for graph in graphs where !graph.items.isEmpty { result.merge(graph) }
    result.dropUnreached()
    return result
  }

  /// What an item is recognised by in another syntax.
  private enum Key: Hashable {
    case identifier(String)
    case name(String, type: String)
  }

  private mutating func merge(_ other: ItemGraph) {
    guard !items.isEmpty else {
      self = other
      return
    }
    var known: [Key: Int] = [:]
    for place in items.indices {
      for key in keys(of: place) where known[key] == nil { known[key] = place }
    }
    var ownTopLevel = Set(topLevel)
    let othersTopLevel = Set(other.topLevel)
    var newPlaces = [Int](repeating: 0, count: other.items.count)
    var merged: [(old: Int, into: Int)] = []
    // A place takes one item of the other syntax: two there that are alike are two.
    var taken = Set<Int>()
    for place in other.items.indices {
      let match = other.keys(of: place).first { key in
        guard let candidate = known[key], !taken.contains(candidate) else { return false }
        if case .identifier = key { return true }
        return (ownTopLevel.contains(candidate) || othersTopLevel.contains(place))
          && mayBeSame(candidate, other, place)
      }
      if let match, let into = known[match] {
        taken.insert(into)
        newPlaces[place] = into
        merged.append((place, into))
      } else {
        newPlaces[place] = items.count
        items.append(other.items[place])
      }
    }
    for (old, place) in zip(other.items.indices, newPlaces) where !taken.contains(place) {
      items[place].mapReferences { newPlaces[$0] }
      if othersTopLevel.contains(old) { topLevel.append(place) }
    }
    for (old, place) in merged {
      var item = other.items[old]
      item.mapReferences { newPlaces[$0] }
      items[place].complete(from: item)
      if othersTopLevel.contains(old), ownTopLevel.insert(place).inserted { topLevel.append(place) }
    }
    topLevel.sort()
  }

  private func keys(of place: Int) -> [Key] {
    let item = items[place]
    var keys: [Key] = []
    if let identifier = item.identifier { keys.append(.identifier(identifier)) }
    if let type = item.types.first, let name = item.text("name") {
      keys.append(.name(foldingSpace(name), type: type))
    }
    return keys
  }

  /// Whether nothing that both are called by says that they are two.
  private func mayBeSame(_ place: Int, _ other: ItemGraph, _ otherPlace: Int) -> Bool {
    guard let first = items[place].identifier, let second = other.items[otherPlace].identifier
    else { return true }
    return first == second
  }
}

extension GraphItem {
  /// Takes over what it doesn't say itself.
  fileprivate mutating func complete(from other: GraphItem) {
    for type in other.types where !types.contains(type) { types.append(type) }
    let own = Set(properties.map(\.name))
    properties += other.properties.filter { !own.contains($0.name) }
  }
}
