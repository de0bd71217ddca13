/// Random numbers that are the same for the same seed on every machine: SplitMix64.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Begins with a seed.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to another one, which it never is.
  package mutating func below(_ bound: Int) -> Int {
    // The standard library may draw in another way in a later version; this stays. What the remainder favours is
    // less than one part in 2^40 for the sizes here.
    Int(next() % UInt64(bound))
  }

  /// So many elements of an array, drawn without putting any back, in the order in which they were drawn.
  ///
  /// - Parameters:
  ///   - count: How many; all where there are fewer.
  ///   - elements: What is drawn from.
  /// - Returns: The sample.
  package mutating func sample<Element>(_ count: Int, of elements: [Element]) -> [Element] {
    var rest = elements
    let count = Swift.min(count, rest.count)
    for place in 0..<count {
      rest.swapAt(place, place + below(rest.count - place))
    }
    return Array(rest.prefix(count))
  }
}
