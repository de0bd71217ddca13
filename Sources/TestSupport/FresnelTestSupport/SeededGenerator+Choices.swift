extension SeededGenerator {
  /// A number below a bound.
  public mutating func below(_ bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &self)
  }

  /// True once in so many times.
  public mutating func once(in count: Int) -> Bool {
    below(count) == 0
  }
}
