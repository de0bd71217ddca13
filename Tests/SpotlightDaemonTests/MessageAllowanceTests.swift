import FresnelTestSupport
import Testing

@testable import SpotlightDaemon

@Suite("MessageAllowance")
struct MessageAllowanceTests {
  private static let second: UInt64 = 1_000_000_000

  private static func allowance(
    perSecond: Int = 10, burst: Int = 4, total: Int = 1_000, totalBurst: Int = 1_000
  ) -> MessageAllowance<String> {
    MessageAllowance(
      perOwner: .init(perSecond: perSecond, burst: burst),
      total: .init(perSecond: total, burst: totalBurst), at: second)
  }

  @Test("an owner who has used its burst may go on when a message's time has passed")
  func rate() {
    var allowance = Self.allowance()
    let taken = (0..<4).map { _ in allowance.count(of: "a", at: Self.second) }
    #expect(taken == [true, true, true, false])
    #expect(allowance.mayTake(of: "a", at: Self.second + Self.second / 10 - 1) == false)
    #expect(allowance.mayTake(of: "a", at: Self.second + Self.second / 10) == true)
    #expect(allowance.count(of: "a", at: Self.second + Self.second / 10) == false)
  }

  @Test("one owner's messages keep no other waiting, as long as there is enough for all")
  func owners() {
    var allowance = Self.allowance(totalBurst: 6)
    for _ in 0..<5 { _ = allowance.count(of: "flood", at: Self.second) }
    #expect(allowance.mayTake(of: "flood", at: Self.second) == false)
    #expect(allowance.mayTake(of: "other", at: Self.second) == true)
    #expect(allowance.count(of: "other", at: Self.second) == false)
    #expect(allowance.mayTake(of: "third", at: Self.second) == false)
    #expect(allowance.mayTake(of: "third", at: Self.second + Self.second / 1_000) == true)
  }

  @Test("who sends seldom has sent less lately than those who flood, also where all may send again")
  func recentUse() {
    var allowance = Self.allowance(perSecond: 8_000, burst: 8_000, total: 16_000)
    var now = Self.second
    for _ in 0..<1_000 {
      now += Self.second / 2_000
      _ = allowance.count(of: "flood", at: now)
    }
    for _ in 0..<10 {
      now += Self.second / 50
      _ = allowance.count(of: "quiet", at: now)
    }
    #expect(allowance.messageCount(of: "flood", at: now) == 8_000)
    let (flood, quiet) = (
      allowance.recentUse(of: "flood", at: now), allowance.recentUse(of: "quiet", at: now)
    )
    #expect(quiet < flood)
    #expect(allowance.recentUse(of: "nobody", at: now) == 0)
    #expect(allowance.recentUse(of: "flood", at: now + 60 * Self.second) == 0)
  }

  @Test("what was taken beyond the burst is waited for")
  func overdraft() {
    var allowance = Self.allowance()
    for _ in 0..<14 { _ = allowance.count(of: "a", at: Self.second) }
    #expect(allowance.mayTake(of: "a", at: 2 * Self.second) == false)
    #expect(allowance.mayTake(of: "a", at: 2 * Self.second + Self.second / 10) == true)
  }

  @Test("a long pause gives no more than the burst, and a clock that stands still nothing")
  func pause() {
    var allowance = Self.allowance()
    for _ in 0..<4 { _ = allowance.count(of: "a", at: Self.second) }
    let later = UInt64.max / 2
    let taken = (0..<4).map { _ in allowance.count(of: "a", at: later) }
    #expect(taken == [true, true, true, false])
    #expect(allowance.mayTake(of: "a", at: later) == false)
    #expect(allowance.mayTake(of: "a", at: Self.second) == false)
  }

  @Test("owners who send seldom are forgotten, and those who flood are not")
  func forgetting() {
    var allowance = MessageAllowance<Int>(
      perOwner: .init(perSecond: 10, burst: 4),
      total: .init(perSecond: 1_000_000, burst: 1_000_000), at: 0)
    var now = Self.second
    for owner in 1...10_000 {
      _ = allowance.count(of: owner, at: now)
      _ = allowance.count(of: 0, at: now)
      now += Self.second / 10
    }
    #expect(allowance.ownerCount < 200)
    for _ in 0..<4 { _ = allowance.count(of: 0, at: now) }
    for owner in 20_000..<21_000 { _ = allowance.count(of: owner, at: now) }
    #expect(allowance.mayTake(of: 0, at: now) == false)
  }

  @Test("in no stretch of time are more messages taken than the rates allow")
  func random() {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    let perOwner = MessageAllowance<Int>.Rate(perSecond: 100, burst: 7)
    let total = MessageAllowance<Int>.Rate(perSecond: 150, burst: 11)
    var allowance = MessageAllowance<Int>(perOwner: perOwner, total: total, at: 0)
    var now: UInt64 = 0
    var taken: [(owner: Int, time: UInt64)] = []
    while taken.count < 600 {
      now += UInt64.random(in: 0...20_000_000, using: &generator)
      let owner = Int.random(in: 0..<3, using: &generator)
      guard allowance.mayTake(of: owner, at: now) else { continue }
      _ = allowance.count(of: owner, at: now)
      taken.append((owner, now))
    }
    func check(_ times: [UInt64], _ rate: MessageAllowance<Int>.Rate) {
      for first in times.indices {
        for last in times.indices[first...] {
          let elapsed = Double(times[last] - times[first]) / 1e9
          let allowed = Double(rate.burst) + elapsed * Double(rate.perSecond)
          #expect(Double(last - first + 1) <= allowed + 1e-6, "seed \(seed)")
        }
      }
    }
    check(taken.map(\.time), total)
    for owner in 0..<3 { check(taken.filter { $0.owner == owner }.map(\.time), perOwner) }
  }
}
