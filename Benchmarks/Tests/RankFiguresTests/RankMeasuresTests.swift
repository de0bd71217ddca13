import RankFigures
import Testing

@Suite("Measures of ranks")
struct RankMeasuresTests {
  @Test("the reciprocal rank ends with the tenth place")
  func reciprocalRank() {
    #expect(RankMeasures.reciprocalRank(0) == 1)
    #expect(RankMeasures.reciprocalRank(3) == 0.25)
    #expect(RankMeasures.reciprocalRank(9) == 0.1)
    #expect(RankMeasures.reciprocalRank(10) == 0)
    #expect(RankMeasures.reciprocalRank(nil) == 0)
  }

  @Test("what is tied has the mean of all orders, and nothing beyond the tenth place")
  func ties() {
    #expect(RankMeasures.expectedReciprocalRank(tied: 1) == 1)
    #expect(RankMeasures.expectedReciprocalRank(tied: 2) == 0.75)
    #expect(RankMeasures.expectedReciprocalRank(tied: 2, above: 1) == (0.5 + 1.0 / 3) / 2)
    #expect(RankMeasures.expectedReciprocalRank(tied: 4, above: 9) == 0.1 / 4)
    #expect(RankMeasures.expectedReciprocalRank(tied: 3, above: 10) == 0)
    #expect(RankMeasures.expectedReciprocalRank(tied: 0) == 0)
  }

  @Test("the gain is one for the best order, less for another, and counts ten hits")
  func gain() throws {
    let grades = ["a": 1, "b": 1, "c": 0]
    #expect(RankMeasures.gain(of: ["a", "b"], grades: grades) == 1)
    #expect(RankMeasures.gain(of: ["b", "a", "c"], grades: grades) == 1)
    #expect(RankMeasures.gain(of: [], grades: grades) == 0)
    let second = try #require(RankMeasures.gain(of: ["x", "a"], grades: ["a": 1]))
    #expect(abs(second - 0.630_93) < 0.000_01)
    let late = (0..<10).map { "x\($0)" } + ["a"]
    #expect(RankMeasures.gain(of: late, grades: grades) == 0)
    #expect(RankMeasures.gain(of: ["a"], grades: ["c": 0]) == nil)
  }

  @Test("a better item in the second place costs more than a lesser one")
  func grades() throws {
    let grades = ["good": 2, "fair": 1]
    let swapped = try #require(RankMeasures.gain(of: ["fair", "good"], grades: grades))
    #expect(swapped < 1 && swapped > 0.8)
    #expect(RankMeasures.gain(of: ["good", "fair"], grades: grades) == 1)
  }

  @Test("means go by letters, from the fourth on together")
  func means() {
    var means = LetterMeans()
    for (value, letters) in [(1.0, 1), (0, 1), (0.5, 3), (1, 4), (0.5, 9)] {
      means.add(value, letters: letters)
    }
    #expect(means.means == [0.5, nil, 0.5, 0.75])
    #expect(means.textCount == 5)
    #expect(means.mean == 0.6)
    #expect(means.first == nil)
    means.addLast(1)
    means.addLast(0.5)
    #expect(means.first == 0.75)
  }
}
