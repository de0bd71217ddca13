import SpotlightWire
import Testing

@testable import SpotlightDaemon

@Suite("RefreshPlan")
struct RefreshPlanTests {
  private let mail = AppIdentity(identifier: "com.example.mail")
  private let notes = AppIdentity(identifier: "com.example.notes")
  private let start: Int64 = 1_700_000_000

  private func plan(
    _ intervals: [AppIdentity: Int64], last: [AppIdentity: Int64] = [:]
  ) -> RefreshPlan {
    var plan = RefreshPlan()
    plan.update(intervals, last: { last[$0] }, now: start)
    return plan
  }

  @Test("Without apps that want it there is nothing to wait for")
  func rest() {
    #expect(plan([:]).step(now: start, .init()) == .rest)
    #expect(plan([:]).secondsUntilDue(now: start) == nil)
  }

  @Test(
    "An app is due an interval after it was last asked, or first seen; the longest due comes first")
  func order() {
    var plan = plan([mail: 7200, notes: 7200], last: [mail: start - 3600])
    #expect(plan.step(now: start, .init()) == .wait(3600))
    #expect(plan.step(now: start + 3600, .init()) == .refresh(mail))
    #expect(plan.step(now: start + 7200, .init()) == .refresh(mail))
    plan.asked(mail, now: start + 7200)
    #expect(plan.step(now: start + 7200, .init()) == .refresh(notes))
    plan.asked(notes, now: start + 7200)
    #expect(plan.step(now: start + 7200, .init()) == .wait(7200))
  }

  @Test(
    "On the battery, under load and while the person works it waits, each for as long as makes sense"
  )
  func conditions() {
    let plan = plan([mail: 7200], last: [mail: start - 7200])
    #expect(plan.step(now: start, .init(isOnBattery: true)) == .wait(900))
    #expect(plan.step(now: start, .init(pressure: 21)) == .wait(300))
    #expect(plan.step(now: start, .init(secondsSinceActivity: 30)) == .wait(90))
    #expect(plan.step(now: start, .init(secondsSinceActivity: 120)) == .refresh(mail))
  }

  @Test("Any moment and any interval that were kept give a plan")
  func extremes() {
    for last in [Int64.min, -1, 0, start - 1, start + 1, .max] {
      for interval in [Int64.min, 0, 7200, .max] {
        let plan = plan([mail: interval], last: [mail: last])
        switch plan.step(now: start, .init()) {
        case .refresh(mail): #expect(last <= 0 || last > start)
        case .wait(let seconds): #expect(seconds > 0)
        case let step: Issue.record("\(step)")
        }
      }
    }
  }

  @Test("However short the interval, an app is asked 24 times a day at most")
  func limit() {
    var plan = plan([mail: 900])
    var count = 0
    var now = start
    while now < start + 24 * 60 * 60 {
      switch plan.step(now: now, .init()) {
      case .refresh(let app):
        count += 1
        plan.asked(app, now: now)
      case .wait(let seconds): now += seconds
      case .rest: Issue.record("It rests.")
      }
    }
    #expect((23...24).contains(count))
  }

  @Test("A clock that was wrong makes no app wait for years, and none is asked twice for it")
  func clock() {
    var plan = plan([mail: 7200], last: [mail: start + 1_000_000_000])
    #expect(plan.step(now: start, .init()) == .refresh(mail))
    plan.asked(mail, now: start)
    #expect(plan.step(now: start, .init()) == .wait(7200))
    #expect(plan.step(now: start - 1_000_000, .init()) == .refresh(mail))
  }

  @Test("What is known of an app outlives a change of the others, and its interval can change")
  func updating() {
    var plan = plan([mail: 7200])
    plan.asked(mail, now: start)
    plan.update([mail: 10_000, notes: 3600], last: { _ in nil }, now: start + 5000)
    #expect(plan.step(now: start + 5000, .init()) == .wait(3600))
    #expect(plan.step(now: start + 10_000, .init()) == .refresh(notes))
    plan.update([:], last: { _ in nil }, now: start)
    #expect(plan.step(now: start + 10_000, .init()) == .rest)
  }
}

@Suite("WakeLimiter")
struct WakeLimiterTests {
  @Test("The first push wakes at once; those of the next minute are joined into one")
  func joining() {
    let app = AppIdentity(identifier: "com.example.mail")
    let second: UInt64 = 1_000_000_000
    var limiter = WakeLimiter()
    #expect(limiter.push(app, now: 10 * second) == .now)
    #expect(limiter.push(app, now: 30 * second) == .after(40 * second))
    #expect(limiter.push(app, now: 31 * second) == .joined)
    #expect(limiter.push(AppIdentity(identifier: "other"), now: 31 * second) == .now)
    limiter.woken(app, now: 70 * second)
    #expect(limiter.push(app, now: 71 * second) == .after(59 * second))
    limiter.woken(app, now: 130 * second)
    #expect(limiter.push(app, now: 200 * second) == .now)
  }
}
