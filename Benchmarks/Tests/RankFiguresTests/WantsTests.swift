import RankFigures
import Testing

/// Seeds are fixed, so that the numbers are the same each time.
@Suite("Wants of a simulated person")
struct WantsTests {
  private static let seed: UInt64 = 20_261_129

  @Test("things are drawn as often as they are wanted, of those that may be")
  func frequencies() {
    var wants = Wants(count: 50, seed: Self.seed)
    let ranked = (0..<50).sorted { wants.frequency(of: $0) > wants.frequency(of: $1) }
    #expect(abs((0..<50).reduce(0) { $0 + wants.frequency(of: $1) } - 1) < 1e-9)
    #expect(
      abs(wants.frequency(of: ranked[0]) - 10 * wants.frequency(of: ranked[9])) < 1e-9)
    let allowed = Set(ranked.prefix(3))
    var counts: [Int: Int] = [:]
    for _ in 0..<11_000 {
      if let thing = wants.next(where: allowed.contains) { counts[thing, default: 0] += 1 }
    }
    #expect(Set(counts.keys) == allowed)
    // 6 to 3 to 2 of 11 parts.
    for (thing, expected) in zip(ranked, [6000, 3000, 2000]) {
      #expect(abs(counts[thing, default: 0] - expected) < 300, "seed \(Self.seed)")
    }
    #expect(wants.next { _ in false } == nil)
  }

  @Test("the same seed gives the same wants, and a shuffle others")
  func seeds() {
    var (one, other) = (Wants(count: 300, seed: 7), Wants(count: 300, seed: 7))
    let draws = (0..<100).map { _ in one.next { _ in true } }
    #expect(draws == (0..<100).map { _ in other.next { _ in true } })
    let before = (0..<300).map { one.frequency(of: $0) }
    one.shuffle()
    let after = (0..<300).map { one.frequency(of: $0) }
    #expect(before != after)
    #expect(before.sorted() == after.sorted())
  }
}
