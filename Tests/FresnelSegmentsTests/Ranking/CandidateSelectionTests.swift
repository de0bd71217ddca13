import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("CandidateSelection against sorting")
struct CandidateSelectionTests {
  private struct Found: Equatable {
    let segment: Int
    let document: UInt32
    let score: Float
    let hasAll: Bool
  }

  @Test("chooses what sorting would put first", arguments: 0..<20 as Range<UInt64>)
  func choosesTheBest(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let scores: [Float] = (0..<Int.random(in: 1...40, using: &random)).map { _ in
      Float.random(in: 0...30, using: &random)
    }
    var found: [Found] = []
    let room = [10, 100, 1_000].randomElement(using: &random) ?? 1
    var selection = CandidateSelection(capacity: room)
    for segment in 0..<Int.random(in: 1...3, using: &random) {
      for document in 0..<UInt32(Int.random(in: 0...400, using: &random)) {
        let one = Found(
          segment: segment, document: document,
          score: scores.randomElement(using: &random) ?? 0, hasAll: Bool.random(using: &random))
        found.append(one)
        selection.add(
          one.document, ofSegment: one.segment, score: one.score, hasAll: one.hasAll)
      }
    }
    let order = found.indices.sorted { left, right in
      if found[left].hasAll != found[right].hasAll { return found[left].hasAll }
      if found[left].score != found[right].score { return found[left].score > found[right].score }
      return left < right
    }
    let limits = [0, 1, 7, found.count / 2, found.count, found.count + 1].map { min($0, room) }
    for limit in limits {
      for first in limits {
        let expected = order.prefix(limit).dropFirst(first).sorted().map { found[$0] }
        let best = selection.best(limit, behind: first).map { candidate in
          Found(
            segment: Int(candidate.segment), document: candidate.document,
            score: Float(bitPattern: candidate.key & ~CandidateSelection.allBit),
            hasAll: candidate.hasAll)
        }
        #expect(best == expected, "seed \(seed), \(first)..<\(limit)")
      }
    }
  }
}
