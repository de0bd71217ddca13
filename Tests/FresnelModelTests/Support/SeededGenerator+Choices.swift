import FresnelTestSupport

extension SeededGenerator {
  /// A number below a bound.
  mutating func below(_ bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &self)
  }

  /// True once in so many times.
  mutating func once(in count: Int) -> Bool {
    below(count) == 0
  }
}
