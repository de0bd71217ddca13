/// Places of things by their domains, so that those at or below a domain are found without looking at the others.
///
/// A radix tree of the bytes of domains. Many domains may have much in common, or be long and have a thousand levels,
/// and each of them costs two nodes at most.
///
/// - Complexity: Inserting takes O(*b*) in the bytes of the domain, removing O(*b*) besides what was inserted of that
///   which goes.
struct DomainTree {
  private struct Node {
    /// What follows the domain of the node above.
    var label: ArraySlice<UInt8> = []
    /// What is in this domain.
    var places: [Int] = []
    /// The nodes below; no two of their labels begin with the same byte.
    var children: [Int] = []
  }

  private static let separator = UInt8(ascii: ".")
  private var nodes = [Node()]

  /// Records what is in a domain.
  mutating func insert(_ place: Int, in domain: ArraySlice<UInt8>) {
    var node = 0
    var rest = domain
    while let first = rest.first {
      guard let slot = slot(of: first, below: node) else {
        nodes[node].children.append(nodes.count)
        nodes.append(Node(label: rest, places: [place]))
        return
      }
      let child = nodes[node].children[slot]
      let common = Self.commonCount(nodes[child].label, rest)
      rest = rest.dropFirst(common)
      if common == nodes[child].label.count {
        node = child
        continue
      }
      // The node is divided where the two part.
      let middle = nodes.count
      nodes.append(Node(label: nodes[child].label.prefix(common), children: [child]))
      nodes[child].label = nodes[child].label.dropFirst(common)
      nodes[node].children[slot] = middle
      node = middle
    }
    nodes[node].places.append(place)
  }

  /// Takes out what is in a domain or below it: `a.b` is below `a`, `ab` is not.
  mutating func removeAll(atOrBelow domain: ArraySlice<UInt8>) -> [Int] {
    var node = 0
    var rest = domain
    while let first = rest.first {
      guard let slot = slot(of: first, below: node) else { return [] }
      let child = nodes[node].children[slot]
      let label = nodes[child].label
      let common = Self.commonCount(label, rest)
      rest = rest.dropFirst(common)
      if common < label.count {
        // It ends within the label: what is there is below it if a level does.
        guard rest.isEmpty, label[label.startIndex + common] == Self.separator else { return [] }
        nodes[node].children.remove(at: slot)
        return removeSubtree(child)
      }
      node = child
    }
    var places = nodes[node].places
    nodes[node].places = []
    if let slot = slot(of: Self.separator, below: node) {
      places += removeSubtree(nodes[node].children.remove(at: slot))
    }
    return places
  }

  private mutating func removeSubtree(_ top: Int) -> [Int] {
    var places: [Int] = []
    var left = [top]
    while let node = left.popLast() {
      places += nodes[node].places
      left += nodes[node].children
      nodes[node] = Node()
    }
    return places
  }

  private func slot(of byte: UInt8, below node: Int) -> Int? {
    nodes[node].children.firstIndex { nodes[$0].label.first == byte }
  }

  private static func commonCount(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
    var count = 0
    for (byte, otherByte) in zip(one, other) {
      if byte != otherByte { break }
      count += 1
    }
    return count
  }
}
