import FresnelTestSupport
import Testing

@testable import FresnelHandoff

@Suite("AnnouncementSchedule")
struct AnnouncementScheduleTests {
  /// 900 seconds long.
  private static let epoch: UInt64 = 2_000_000
  private static let start = epoch * 900

  @Test("It changes once an epoch, near its beginning, and not always at the same second")
  func changes() {
    var generator = SeededGenerator(seed: 1)
    var schedule = AnnouncementSchedule(at: Self.start + 400, using: &generator)
    #expect(schedule.epoch == Self.epoch)
    var moments: [UInt64] = []
    for seconds in Self.start + 401..<Self.start + 100 * 900
    where schedule.advance(to: seconds, using: &generator) {
      #expect(schedule.epoch == Self.epoch + UInt64(moments.count) + 1)
      moments.append(seconds - (schedule.epoch * 900 - 225))
    }
    #expect(moments.count >= 98 && moments.allSatisfy { $0 < 450 })
    #expect(Set(moments).count > 50 && moments.min()! < 50 && moments.max()! > 400)
  }

  @Test("What is asked for before the moment says nothing; at the moment it changes, once")
  func moment() {
    var generator = SeededGenerator(seed: 2)
    var schedule = AnnouncementSchedule(at: Self.start, using: &generator)
    let next = schedule.nextChange
    let told = [next - 1, next, next].map { schedule.advance(to: $0, using: &generator) }
    #expect(told == [false, true, false] && schedule.nextChange > next)
  }

  @Test("At any moment the next change lies ahead, also for one that begins late in its epoch")
  func lateBeginning() {
    var generator = SeededGenerator(seed: 3)
    for offset in 0..<900 as Range<UInt64> {
      let schedule = AnnouncementSchedule(at: Self.start + offset, using: &generator)
      #expect(schedule.epoch == Self.epoch && schedule.nextChange > Self.start + offset)
      #expect(schedule.nextChange < Self.start + 900 + 225)
    }
  }

  @Test("A clock that was set, to either side, and a machine that slept change it at once")
  func settingTheClock() {
    var generator = SeededGenerator(seed: 4)
    for other in [0, 5, Self.start - 3_600, Self.start + 1_200, Self.start + 86_400] {
      var schedule = AnnouncementSchedule(at: Self.start + 10, using: &generator)
      let isChanged = schedule.advance(to: other, using: &generator)
      #expect(isChanged, "\(other)")
      #expect(schedule.epoch == other / 900 && schedule.nextChange > other)
    }
  }

  @Test("Devices whose clocks are eleven minutes apart find each other at every moment")
  func clocksApart() {
    var generator = SeededGenerator(seed: 5)
    var schedule = AnnouncementSchedule(at: Self.start, using: &generator)
    for seconds in stride(from: Self.start, to: Self.start + 20 * 900, by: 7) {
      _ = schedule.advance(to: seconds, using: &generator)
      for other in [seconds - 660, seconds, seconds + 660] {
        let accepted = HandoffHint.accepted(at: HandoffHint.epoch(atSeconds: other))
        #expect(accepted.contains(schedule.epoch), "\(seconds)")
      }
    }
  }
}
