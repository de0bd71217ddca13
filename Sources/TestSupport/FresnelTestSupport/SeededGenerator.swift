/// A random generator that repeats: the same seed gives the same numbers on every machine.
///
/// The algorithm is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014). A test that fails prints its seed.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  /// Changes bytes at random, as a damaged file or a hostile sender would: some flipped, inserted,
  /// removed or repeated.
  public mutating func mutate(_ bytes: [UInt8], changes: Int = 3) -> [UInt8] {
    var result = bytes
    for _ in 0..<changes {
      let index = result.isEmpty ? 0 : Int.random(in: 0..<result.count, using: &self)
      switch Int.random(in: 0..<4, using: &self) {
      case 0 where !result.isEmpty:
        result[index] ^= 1 << UInt8.random(in: 0..<8, using: &self)
      case 1 where !result.isEmpty:
        result.remove(at: index)
      case 2 where !result.isEmpty:
        let end = min(result.count, index + Int.random(in: 1...8, using: &self))
        result.insert(contentsOf: Array(result[index..<end]), at: index)
      default:
        result.insert(UInt8.random(in: .min ... .max, using: &self), at: index)
      }
    }
    return result
  }
}
