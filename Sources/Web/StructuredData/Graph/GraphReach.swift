extension ItemGraph {
  /// Makes an item stand for itself that can't be reached from one that does: what only refers to others, and
  /// circles that nothing leads to.
  ///
  /// - Complexity: O(*n*) in the number of items and values.
  mutating func completeTopLevel() {
    var isReached = [Bool](repeating: false, count: items.count)
    for place in topLevel { reach(from: place, &isReached) }
    // What refers to others and is referred to by none comes first: its values need not stand for themselves.
    var isValue = [Bool](repeating: false, count: items.count)
    for item in items {
      for place in item.references { isValue[place] = true }
    }
    for onlyRoots in [true, false] {
      for place in items.indices where !isReached[place] && !(onlyRoots && isValue[place]) {
        topLevel.append(place)
        reach(from: place, &isReached)
      }
    }
    topLevel.sort()
  }

  /// Drops the items that can't be reached from those that stand for themselves.
  mutating func dropUnreached() {
    var isReached = [Bool](repeating: false, count: items.count)
    for place in topLevel { reach(from: place, &isReached) }
    guard isReached.contains(false) else { return }
    var newPlaces = [Int](repeating: 0, count: items.count)
    var kept: [GraphItem] = []
    for place in items.indices where isReached[place] {
      newPlaces[place] = kept.count
      kept.append(items[place])
    }
    for place in kept.indices { kept[place].mapReferences { newPlaces[$0] } }
    items = kept
    topLevel = topLevel.map { newPlaces[$0] }
  }

  /// Marks everything that references lead to from an item.
  private func reach(from place: Int, _ isReached: inout [Bool]) {
    guard !isReached[place] else { return }
    isReached[place] = true
    var waiting = [place]
    while let next = waiting.popLast() {
      for reference in items[next].references where !isReached[reference] {
        isReached[reference] = true
        waiting.append(reference)
      }
    }
  }
}

extension GraphItem {
  /// The items that it refers to.
  var references: [Int] {
    properties.flatMap { $0.values.compactMap(\.item) }
  }

  /// Gives the items that it refers to other places.
  mutating func mapReferences(_ newPlace: (Int) -> Int) {
    for property in properties.indices {
      for index in properties[property].values.indices {
        let value = properties[property].values[index]
        guard let place = value.item else { continue }
        properties[property].values[index] = GraphValue(
          .item(newPlace(place)), datatype: value.datatype, at: value.location)
      }
    }
  }
}
