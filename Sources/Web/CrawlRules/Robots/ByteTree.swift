/// A tree of byte strings that share their beginnings. Its root is node 0, the empty string.
struct ByteTree: Sendable {
  /// The nodes by their parent and the byte that leads to them.
  private var children: [Int: Int32] = [:]
  /// How long the string of each node is.
  private(set) var depths: [Int32] = [0]
  /// Each node's parent and the byte that leads to it; parents have lower numbers.
  private var edges: [Int] = [0]

  /// How many nodes it has.
  var count: Int { depths.count }

  /// Adds a string.
  ///
  /// - Parameter bytes: The string.
  /// - Returns: Its node.
  mutating func add(_ bytes: [UInt8]) -> Int32 {
    var node: Int32 = 0
    for byte in bytes {
      let edge = Int(node) << 8 | Int(byte)
      if let child = children[edge] {
        node = child
        continue
      }
      let made = Int32(depths.count)
      children[edge] = made
      depths.append(depths[Int(node)] + 1)
      edges.append(edge)
      node = made
    }
    return node
  }

  /// The node that a byte leads to from another one.
  func child(_ node: Int32, _ byte: UInt8) -> Int32? { children[Int(node) << 8 | Int(byte)] }

  /// What leads from a node to strings that end as its own does.
  struct Links: Sendable {
    /// The node of the longest other string of the tree that is an end of each node's string.
    fileprivate(set) var fallbacks: [Int32]
    /// The same among marked nodes; 0 for none.
    fileprivate(set) var ends: [Int32]
  }

  /// Works out the links.
  ///
  /// - Parameter marks: Which nodes ``Links/ends`` lead to.
  /// - Returns: The links.
  /// - Complexity: O(*b*) in the bytes of all strings that were added.
  func links(toward marks: [Bool]) -> Links {
    var links = Links(
      fallbacks: [Int32](repeating: 0, count: count), ends: [Int32](repeating: 0, count: count))
    // Shorter strings first.
    let order = (1..<max(1, count)).sorted { depths[$0] < depths[$1] }
    for node in order {
      let (parent, byte) = (Int32(edges[node] >> 8), UInt8(edges[node] & 0xFF))
      if parent != 0 {
        var known = links.fallbacks[Int(parent)]
        while known != 0, child(known, byte) == nil { known = links.fallbacks[Int(known)] }
        links.fallbacks[node] = child(known, byte) ?? 0
      }
      let fallback = Int(links.fallbacks[node])
      links.ends[node] = marks[fallback] ? Int32(fallback) : links.ends[fallback]
    }
    return links
  }

  /// The node of the longest string of the tree that ends with a byte behind a node's string.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - byte: The byte.
  ///   - links: The tree's links.
  ///   - work: Is raised by the steps that were taken.
  /// - Returns: The node.
  func next(_ node: Int32, _ byte: UInt8, _ links: Links, work: inout Int) -> Int32 {
    var known = node
    while true {
      if let child = child(known, byte) { return child }
      if known == 0 { return 0 }
      known = links.fallbacks[Int(known)]
      work += 1
    }
  }
}
