import FresnelRanking
import FresnelTestSupport
import Testing

@Suite("RankScore")
struct RankScoreTests {
  private static let unit = Double(UInt64(1) << 32)

  /// A score as the engine makes it.
  private func engineScore(
    tier: UInt64, relation: UInt64 = 0, isInTitles: Bool = false, points: UInt64 = 0,
    staticScore: UInt64 = 0
  ) -> Double {
    let titles: UInt64 = isInTitles ? 1 << 14 : 0
    let facts: UInt64 = (tier << 17) + (relation << 15) + titles + (points << 3)
    return Double(facts << 32 | staticScore) / Self.unit
  }

  @Test("without memory no two scores become one, and none loses its tier")
  func permutation() {
    var generator = SeededGenerator(seed: 1)
    var known: [Double: Double] = [:]
    for tier in 0..<UInt64(16) {
      for relation in 0..<UInt64(3) {
        for isInTitles in [false, true] {
          for points in [0, 1, 40, 2046, 2047] as [UInt64] {
            for staticScore in [0, 1, 0xffff_ffff, generator.next() >> 32] {
              let score = engineScore(
                tier: tier, relation: relation, isInTitles: isInTitles, points: points,
                staticScore: staticScore)
              let rank = RankScore.score(score, nil, isName: false)
              #expect(known.updateValue(score, forKey: rank) ?? score == score)
              #expect(UInt64(rank) >> 17 == tier)
              #expect(rank * Self.unit == (rank * Self.unit).rounded())
              #expect(rank == RankScore.score(score, Level(.unknown, date: 9), isName: false))
            }
          }
        }
      }
    }
  }

  @Test("without memory hits stand as the engine puts them")
  func orderByText() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<2000 {
      let scores = (0..<2).map { _ in
        engineScore(
          tier: 15, relation: 2 * (generator.next() % 2), isInTitles: generator.next() % 2 == 0,
          points: generator.next() % 2048, staticScore: generator.next() >> 32)
      }
      let ranks = scores.map { RankScore.score($0, nil, isName: false) }
      #expect((scores[0] < scores[1]) == (ranks[0] < ranks[1]))
    }
  }

  @Test("names stand first in a tier, then pins, then what was chosen, by its date, then the text")
  func order() {
    for tier in [0, 6, 11, 15] as [UInt64] {
      let best = engineScore(
        tier: tier, relation: 1, isInTitles: true, points: 2047, staticScore: 0xffff_ffff)
      let worst = engineScore(tier: tier)
      let name = engineScore(tier: tier, relation: 2)
      let greatest = UInt64(1) << 45 - 1
      let descending = [
        RankScore.score(worst, Level(.pinned, date: 1), isName: true),
        RankScore.score(worst, Level(.twice, date: 2), isName: true),
        RankScore.score(best, nil, isName: true),
        RankScore.score(name, nil, isName: false),
        RankScore.score(worst, Level(.pinned, date: 1), isName: false),
        RankScore.score(worst, Level(.twice, date: greatest), isName: false),
        RankScore.score(best, Level(.twice, date: 3), isName: false),
        RankScore.score(worst, Level(.twiceAfterLetter, date: greatest + 1), isName: false),
        RankScore.score(best, Level(.onceAfterLetter, date: greatest), isName: false),
        RankScore.score(worst, Level(.onceAfterLetter, date: greatest - 1), isName: false),
        RankScore.score(best, nil, isName: false),
        RankScore.score(worst, nil, isName: false),
      ]
      #expect(descending == descending.sorted(by: >))
      #expect(Set(descending).count == descending.count)
      #expect(descending.allSatisfy { UInt64($0) >> 17 == tier })
    }
  }

  @Test("a name that does not stand first stands as one that the text begins")
  func beginning() {
    for tier in [0, 6, 15] as [UInt64] {
      let name = engineScore(tier: tier, relation: 2, points: 7, staticScore: 9)
      let begun = engineScore(tier: tier, relation: 1, points: 7, staticScore: 9)
      let other = engineScore(tier: tier, isInTitles: true, points: 2047, staticScore: 9)
      #expect(RankScore.isName(name) && !RankScore.isName(begun) && !RankScore.isName(other))
      #expect(RankScore.beginning(name) == begun && RankScore.beginning(other) == other)
      let scores = [name, RankScore.beginning(name), other].map { RankScore.score($0, nil) }
      #expect(scores == scores.sorted(by: >))
      #expect(RankScore.score(begun, Level(.onceAfterLetter, date: 0)) > scores[1])
    }
    for tier in 1...5 as ClosedRange<UInt64> {
      let best = engineScore(
        tier: tier, relation: 3, isInTitles: true, points: 2047, staticScore: 9)
      #expect(!RankScore.isName(best) && RankScore.beginning(best) == best)
    }
    for score in [-1, Double(1 << 21), .infinity, .nan] {
      #expect(!RankScore.isName(score))
    }
  }

  @Test("where words are missing the whole value stands below the level")
  func missingWords() {
    for tier in 1...5 as ClosedRange<UInt64> {
      let best = engineScore(
        tier: tier, relation: 3, isInTitles: true, points: 2047, staticScore: 0xffff_ffff)
      let scores = [
        RankScore.score(engineScore(tier: tier), Level(.twice, date: 1), isName: false),
        RankScore.score(best, nil, isName: true),
        RankScore.score(engineScore(tier: tier, relation: 1), nil, isName: false),
        RankScore.score(engineScore(tier: tier), nil, isName: false),
      ]
      #expect(scores == scores.sorted(by: >))
      #expect(UInt64(scores[0]) >> 17 == tier)
    }
  }
}
