/// What a simulated person wants of so many things: few often and most seldom, by Zipf's law. The thing of rank *r* is
/// wanted as often as 1 / *r*.
package struct Wants: Sendable {
  /// The things by rank, the one that is wanted most first.
  private var order: [Int]
  /// How often each thing is wanted, of all searches together 1.
  private var frequencies: [Double]
  private var generator: SeededGenerator

  /// Gives things ranks by chance.
  ///
  /// - Parameters:
  ///   - count: How many things there are.
  ///   - seed: What ranks and searches are drawn by.
  package init(count: Int, seed: UInt64) {
    order = Array(0..<count)
    frequencies = []
    generator = SeededGenerator(seed: seed)
    shuffle()
  }

  /// Gives all things other ranks: the person has new habits.
  package mutating func shuffle() {
    order = generator.sample(order.count, of: order)
    let sum = order.indices.reduce(0.0) { $0 + 1 / Double($1 + 1) }
    frequencies = Array(repeating: 0, count: order.count)
    for (place, thing) in order.enumerated() {
      frequencies[thing] = 1 / Double(place + 1) / sum
    }
  }

  /// How often a thing is wanted, from 0 to 1.
  package func frequency(of thing: Int) -> Double { frequencies[thing] }

  /// Draws what is looked for next, of some of the things and each as often as it is wanted.
  ///
  /// - Parameter isIncluded: Whether a thing may be drawn.
  /// - Returns: The thing; `nil` where there is none.
  package mutating func next(where isIncluded: (Int) -> Bool) -> Int? {
    let candidates = order.filter(isIncluded)
    let sum = candidates.reduce(0.0) { $0 + frequencies[$1] }
    // A number from 0 up to 1 of 53 bits, the same on every machine.
    var rest = Double(generator.next() >> 11) / Double(UInt64(1) << 53) * sum
    for thing in candidates {
      rest -= frequencies[thing]
      if rest < 0 { return thing }
    }
    return candidates.last
  }

  /// A number from 0 up to another one, which it never is.
  package mutating func below(_ bound: Int) -> Int { generator.below(bound) }
}
