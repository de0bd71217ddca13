import FresnelModel
import FresnelQuery
import FresnelTestSupport
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightService

@Suite("Corrections that are called off", .timeLimit(.minutes(30)))
struct CorrectionEndTests {
  /// Counts how often it is asked whether the work is over, which it is from some time on.
  private final class Caller: Sendable {
    private let counts = Mutex((left: 0, late: 0))

    init(after count: Int) { counts.withLock { $0.left = count } }

    var isOver: Bool {
      counts.withLock { counts in
        if counts.left > 0 {
          counts.left -= 1
          return false
        }
        counts.late += 1
        return true
      }
    }

    /// How often it was asked when the work was over.
    var lateCount: Int { counts.withLock { $0.late } }
  }

  private static func letter(_ number: Int) -> Character {
    Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(number)))
  }

  private func plans(
    of text: String, on stage: LadderStage, isOver: @escaping @Sendable () -> Bool
  ) throws -> (plans: [ReadingPlan], isPartial: Bool) {
    var corrections = CorrectionPlans(
      PlanMaker(query: UserQuery(text)), keyboardLanguage: "en", isFinished: true,
      in: try stage.stores(nil), isOver: isOver)
    let plans = corrections.plans(of: .oneEdit)
    return (plans, corrections.isPartial)
  }

  @Test("no other word and no other store is looked through once the work is over")
  func calledOff() async throws {
    let stage = LadderStage()
    let text = (0..<16).map { "wordnear\(Self.letter($0)) " }.joined()
    for (number, protection) in [ProtectionClass.none, .firstUnlock].enumerated() {
      let titles = (0..<16).map { "wordnear\(Self.letter($0))\(number == 0 ? "q" : "x")" }
      try await stage.put(
        titles.enumerated().map { item("\(number) \($0.offset)", title: $0.element) },
        protection)
    }
    let whole = try plans(of: text, on: stage) { false }
    #expect(!whole.plans.isEmpty && !whole.isPartial)
    for count in [0, 1, 5, 20, 40] {
      let caller = Caller(after: count)
      let result = try plans(of: text, on: stage) { caller.isOver }
      #expect(result.plans.isEmpty && result.isPartial, "\(count)")
      // A walk that has begun may ask, too.
      #expect(1...3 ~= caller.lateCount, "\(count): asked \(caller.lateCount) times")
    }
  }
}
