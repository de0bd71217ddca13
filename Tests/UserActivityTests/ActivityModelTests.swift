import FresnelTestSupport
import Testing

@testable import SpotlightClient
@testable import SpotlightWire
@testable import UserActivity

@Suite("Activities under random use")
struct ActivityModelTests {
  /// Four places of an app, used in any order, and what must be true of them.
  private final class Model {
    let stage: PipelineStage
    var random: SeededGenerator
    /// The activities that the app holds, with the delegates that it holds.
    var held: [UInt64: (activity: NSUserActivity, delegate: TestDelegate)] = [:]
    var order: [UInt64] = []
    var ended: Set<UInt64> = []
    var gone: Set<UInt64> = []
    var current: UInt64?
    /// How often the delegate of each may still be asked.
    var owedSaves: [UInt64: Int] = [:]
    var problems: [String] = []
    private var depth = 0
    private var seen = 0

    init(_ stage: PipelineStage, seed: UInt64) {
      self.stage = stage
      random = SeededGenerator(seed: seed)
    }

    func make() {
      let activity = searchable("\(random.next() % 5)")
      let delegate = TestDelegate()
      let number = activity.record.number
      delegate.willSave = { [unowned self] in save($0) }
      if random.next() % 4 != 0 { activity.delegate = delegate }
      held[number] = (activity, delegate)
      order.append(number)
    }

    var anyone: NSUserActivity? {
      order.isEmpty ? nil : held[order[Int(random.next() % UInt64(order.count))]]?.activity
    }

    private func save(_ activity: NSUserActivity) {
      let number = activity.record.number
      if activity.needsSave { problems.append("asked while needsSave is set") }
      if ended.contains(number) { problems.append("asked after its end") }
      owedSaves[number, default: 0] -= 1
      if owedSaves[number, default: 0] < 0 { problems.append("asked too often") }
      guard depth < 3 else { return }
      switch random.next() % 8 {
      case 0: activity.needsSave = true
      case 1: if let other = anyone { becomeCurrent(other) }
      case 2: resign(activity)
      case 3: invalidate(activity)
      case 4: drop(number)
      default: activity.title = "saved \(random.next() % 3)"
      }
    }

    func becomeCurrent(_ activity: NSUserActivity) {
      if !ended.contains(activity.record.number) { current = activity.record.number }
      call { activity.becomeCurrent() }
    }

    func resign(_ activity: NSUserActivity) {
      if current == activity.record.number { current = nil }
      call { activity.resignCurrent() }
    }

    func invalidate(_ activity: NSUserActivity) {
      let number = activity.record.number
      if current == number { current = nil }
      // Its delegate may be asked by the call itself, and not afterwards.
      call { activity.invalidate() }
      if current == number { current = nil }
      ended.insert(number)
    }

    func drop(_ number: UInt64) {
      held[number] = nil
      order.removeAll { $0 == number }
    }

    private func call(_ body: () -> Void) {
      depth += 1
      body()
      depth -= 1
    }

    func step() {
      if order.count < 4 { make() }
      switch random.next() % 14 {
      case 0, 1, 2: if let activity = anyone { becomeCurrent(activity) }
      case 3: if let activity = anyone { resign(activity) }
      case 4: if random.next() % 3 == 0, let activity = anyone { invalidate(activity) }
      case 5: if let number = anyone?.record.number { drop(number) }
      case 6: anyone?.title = "title \(random.next() % 3)"
      case 7, 8:
        guard let activity = anyone else { break }
        if !activity.needsSave { owedSaves[activity.record.number, default: 0] += 1 }
        activity.needsSave = true
      case 9: anyone?.isEligibleForSearch = random.next() % 3 != 0
      case 10: stage.drainQueue()
      case 11: stage.isOnQueue = random.next() % 2 == 0
      default: stage.pass(.milliseconds(Int64(random.next() % 1500)))
      }
      check()
    }

    private func check() {
      // Nobody but the app keeps an activity.
      if let number = current, held[number] == nil { current = nil }
      let nowCurrent = held.values.filter(\.activity.isCurrent).map(\.activity.record.number)
      if nowCurrent != (current.map { [$0] } ?? []) {
        problems.append("current are \(nowCurrent), not \(current.map { "\($0)" } ?? "none")")
      }
      for donation in stage.donations[seen...] {
        if !donation.activity.flags.contains(.search) { problems.append("not for search") }
        if gone.contains(donation.number) { problems.append("donated after it was gone") }
        if endedBefore.contains(donation.number) { problems.append("donated after its end") }
      }
      seen = stage.donations.count
      endedBefore = ended
      for number in knownBefore where held[number] == nil { gone.insert(number) }
      knownBefore = Set(held.keys)
    }

    private var endedBefore: Set<UInt64> = []
    private var knownBefore: Set<UInt64> = []
  }

  @Test("one is current at most, what is gone or ended is quiet, and delegates are asked as owed")
  func invariants() {
    for seed in 0..<150 as Range<UInt64> {
      PipelineStage().run { stage in
        let model = Model(stage, seed: seed)
        for step in 0..<120 {
          model.step()
          if !model.problems.isEmpty {
            Issue.record("seed \(seed), step \(step): \(model.problems)")
            return
          }
        }
      }
    }
  }

  @Test("what a person saw and left is in history as it was left")
  func completeness() {
    for seed in 0..<100 as Range<UInt64> {
      PipelineStage().run { stage in
        var random = SeededGenerator(seed: seed)
        let activities = (0..<3).map { searchable("\($0)") }
        for _ in 0..<20 {
          let activity = activities[Int(random.next() % 3)]
          activity.becomeCurrent()
          let count = stage.donations.count
          if random.next() % 2 == 0 { activity.title = "title \(random.next() % 1000)" }
          stage.pass(.milliseconds(Int64(random.next() % 600)))
          if random.next() % 2 == 0 { activity.title = "title \(random.next() % 1000)" }
          activity.resignCurrent()
          let donations = stage.donations[count...]
          #expect(donations.filter(\.isVisit).count == 1, "seed \(seed)")
          #expect(donations.last?.activity.title == activity.title, "seed \(seed)")
        }
      }
    }
  }
}
