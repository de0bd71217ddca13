import FresnelQuery
import FresnelTestSupport
import Testing

@Suite struct QuantityTests {
  private static let edges: [Double] = [
    0, -0.0, 0.5, -0.5, 1, 0x1p52, 0x1p53, 0x1p53 + 2, 0x1p62, 0x1p63, -0x1p63, 0x1p64, 1e300,
    -1e300, .infinity, -.infinity, .leastNonzeroMagnitude,
  ]

  @Test("Whole and floating-point numbers compare as the numbers they are")
  func exactOrder() {
    var generator = SeededGenerator(seed: 1)
    for double in Self.edges {
      for _ in 0..<200 {
        let near = Int64(exactly: double.rounded(.down)) ?? (double < 0 ? .min : .max)
        let integer = near.addingReportingOverflow(Int64.random(in: -3...3, using: &generator))
          .partialValue
        let whole = Quantity.integer(integer)
        let other = Quantity.double(double)
        let order = exactOrder(integer, double)
        #expect((whole < other) == (order < 0), "\(integer) and \(double)")
        #expect((other < whole) == (order > 0), "\(integer) and \(double)")
        #expect((whole == other) == (order == 0), "\(integer) and \(double)")
        #expect((whole <= other) == (order <= 0), "\(integer) and \(double)")
      }
    }
  }

  /// Compares in twice the precision: a Double splits exactly into its whole part, which fits 128
  /// bits after clamping, and a fraction.
  private func exactOrder(_ integer: Int64, _ double: Double) -> Int {
    let clamped = min(max(double, -0x1p100), 0x1p100)
    let whole = Int128(clamped.rounded(.down))
    if Int128(integer) != whole { return Int128(integer) < whole ? -1 : 1 }
    return clamped.rounded(.down) < clamped ? -1 : 0
  }
}
