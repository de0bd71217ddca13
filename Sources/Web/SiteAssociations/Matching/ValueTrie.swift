/// A set of texts, to find those that begin at a position of another text.
struct ValueTrie: Sendable {
  private var edges: [UInt64: Int32] = [:]
  private var isValue: [Bool] = [false]

  /// Holds no text yet.
  init() {}

  /// Adds a text.
  ///
  /// - Complexity: O(*c*) in the number of its characters.
  mutating func insert(_ value: some Sequence<Unicode.Scalar>) {
    var node: Int32 = 0
    for scalar in value {
      let edge = Self.edge(node, scalar)
      if let next = edges[edge] {
        node = next
      } else {
        let next = Int32(truncatingIfNeeded: isValue.count)
        edges[edge] = next
        isValue.append(false)
        node = next
      }
    }
    isValue[Int(node)] = true
  }

  /// Adds to a set where the texts end that begin at a position.
  ///
  /// - Complexity: O(*c*) in the number of characters that any of the texts shares with what stands there.
  func addEnds(
    from start: Int, in text: [Unicode.Scalar], to ends: inout PositionSet,
    work: inout MatchingWork
  ) {
    var node: Int32 = 0
    var position = start
    while true {
      if isValue[Int(node)] { ends.insert(position) }
      guard position < text.count, let next = edges[Self.edge(node, text[position])] else { break }
      node = next
      position += 1
    }
    work.spend(position - start + 1)
  }

  private static func edge(_ node: Int32, _ scalar: Unicode.Scalar) -> UInt64 {
    UInt64(UInt32(bitPattern: node)) << 32 | UInt64(scalar.value)
  }
}
