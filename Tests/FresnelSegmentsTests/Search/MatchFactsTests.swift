import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("MatchFacts")
struct MatchFactsTests {
  private static let mostStatic = Double(UInt32.max) / Double(UInt64(1) << 32)

  @Test("a tier decides before titles, titles before points, and points before static scores")
  func orderOfParts() {
    let best = MatchFacts.of(points: 5000) | MatchFacts.inTitles
    for tier in 0..<15 {
      let upper = MatchFacts.facts(0, inTier: tier + 1)
      let lower = MatchFacts.facts(best, inTier: tier)
      #expect(Double(upper) > Double(lower) + Self.mostStatic)
    }
    #expect(MatchFacts.inTitles > MatchFacts.of(points: 5000))
    #expect(
      Double(MatchFacts.of(points: 4)) > Double(MatchFacts.of(points: 3)) + Self.mostStatic)
  }

  @Test("the greatest facts and static score are a number that tells each step apart")
  func scoresAreExact() {
    let facts = Double(MatchFacts.facts(0x1FFFF, inTier: 15))
    #expect(facts == Double((1 << 21) - 1))
    let step = 1 / Double(UInt64(1) << 32)
    #expect(facts + Self.mostStatic - (facts + Self.mostStatic - step) == step)
  }

  @Test("the points that facts ask for are the fewest that reach them")
  func leastPoints() {
    for points in [0, 1, 3, 40, 2046, 2047] {
      let facts = MatchFacts.of(points: points)
      #expect(MatchFacts.points(for: facts) == points)
      #expect(MatchFacts.points(for: facts + 1) == points + 1)
    }
    #expect(MatchFacts.points(for: -MatchFacts.inTitles) <= 0)
  }
}
