import Testing

@testable import PublicIndex

struct RankingQualityTests {
  @Test func theBestOrderHasAGainOfOne() {
    let grades = ["a": 3.0, "b": 2, "c": 1]
    #expect(RankingQuality.discountedGain(of: ["a", "b", "c"], grades: grades) == 1)
    #expect(RankingQuality.discountedGain(of: ["x", "y"], grades: grades) == 0)
    #expect(RankingQuality.discountedGain(of: ["a"], grades: ["a": 0]) == nil)
  }

  @Test func laterResultsCountLess() throws {
    // By hand: (1 / log2 3) / (1 / log2 2), and the second of two missing.
    let late = try #require(RankingQuality.discountedGain(of: ["x", "a"], grades: ["a": 1]))
    #expect(abs(late - 0.6309297535714575) < 1e-12)
    let half = try #require(RankingQuality.discountedGain(of: ["a"], grades: ["a": 1, "b": 1]))
    #expect(abs(half - 1 / 1.6309297535714575) < 1e-12)
    let eleventh = (0..<10).map { "x\($0)" } + ["a"]
    #expect(RankingQuality.discountedGain(of: eleventh, grades: ["a": 1]) == 0)
  }
}
