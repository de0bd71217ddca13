/// A number for each item that follows from all that can be read from it on, and from nothing else: items of two
/// graphs that tell the same have the same, whatever the order and the places.
struct GraphColors {
  /// The numbers by place.
  private(set) var colors: [UInt64]
  /// How often what items refer to is taken into account: differences further away than this are not seen.
  private static let rounds = 64

  /// Works out the numbers.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - own: What an item says itself, without what it refers to.
  /// - Complexity: O(*n* log *n*) in the number of items and values, at most 64 times.
  init(_ graph: ItemGraph, own: [String]) {
    var colors = own.map { Self.mix(of: $0.utf8) }
    let references = graph.items.map(Self.references)
    var distinct = Set(colors).count
    for _ in 0..<Self.rounds {
      let next = references.indices.map { Self.next(of: $0, references[$0], colors) }
      let count = Set(next).count
      colors = next
      // Where numbers don't tell more items apart than before, they never will.
      if count == distinct { break }
      distinct = count
    }
    self.colors = colors
  }

  /// An item that another one refers to.
  private struct Reference {
    /// The property's name, as a number.
    let name: UInt64
    /// The item's place.
    let place: Int
  }

  private static func references(of item: GraphItem) -> [Reference] {
    var references: [Reference] = []
    for property in item.properties {
      let name = mix(of: property.name.utf8)
      for value in property.values {
        if let place = value.item { references.append(Reference(name: name, place: place)) }
      }
    }
    return references
  }

  /// The next number of an item, from its own and from those of what it refers to.
  private static func next(
    of place: Int, _ references: [Reference], _ colors: [UInt64]
  ) -> UInt64 {
    references.map { mix($0.name, colors[$0.place]) }.sorted().reduce(colors[place], mix)
  }

  /// FNV-1a.
  private static func mix(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// One number of two, in which each bit depends on all bits of both.
  private static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var mixed = first &* 0x9e37_79b9_7f4a_7c15 ^ second
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
