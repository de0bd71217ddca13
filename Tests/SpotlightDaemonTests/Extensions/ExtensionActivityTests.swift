import SpotlightWire
import Testing

@testable import SpotlightDaemon

@Suite("ExtensionActivity")
struct ExtensionActivityTests {
  private static let times = ExtensionTimes()
  private static let second: UInt64 = 1_000_000_000

  private func activity() -> ExtensionActivity { ExtensionActivity(Self.times, now: 0) }

  @Test("An extension of which nothing is asked is idle after a while")
  func idle() {
    let activity = activity()
    #expect(activity.verdict(now: 0) == .wait(until: 5 * Self.second))
    #expect(activity.verdict(now: 5 * Self.second - 1) == .wait(until: 5 * Self.second))
    #expect(activity.verdict(now: 5 * Self.second) == .idle)
  }

  @Test("What it says and hears keeps it, but not for ever when nothing is asked of it")
  func traffic() {
    var activity = activity()
    for second in UInt64(1)...59 {
      let isAnswer = activity.received(.apply, second, now: second * Self.second)
      let isQuestion = activity.sent(.done, second, now: second * Self.second)
      #expect(!isQuestion && !isAnswer)
    }
    #expect(activity.verdict(now: 59 * Self.second) == .wait(until: 60 * Self.second))
    #expect(activity.verdict(now: 60 * Self.second) == .idle)
  }

  @Test("A question keeps it until it is answered, or late")
  func questions() {
    var activity = activity()
    let first = activity.sent(.reindexAll, 1, now: 0)
    let second = activity.sent(.provideData, 2, now: Self.second)
    #expect(first && second)
    #expect(activity.isAsked)
    #expect(activity.verdict(now: 7 * Self.second) == .wait(until: 11 * Self.second))
    #expect(activity.verdict(now: 11 * Self.second) == .late(.provideData))
    let isLast = activity.received(.dataProvided, 2, now: 8 * Self.second)
    #expect(!isLast)
    #expect(activity.verdict(now: 11 * Self.second) == .wait(until: 600 * Self.second))
    let isLastNow = activity.received(.acknowledged, 1, now: 300 * Self.second)
    #expect(isLastNow)
    #expect(!activity.isAsked)
    #expect(activity.verdict(now: 300 * Self.second) == .wait(until: 305 * Self.second))
  }

  @Test("What is asked over a channel counts too, until the channel ends")
  func channels() {
    var activity = activity()
    _ = activity.sent(.provideData, 1, now: 0)
    _ = activity.sent(.provideData, 1, over: .complete, now: Self.second)
    let isLast = activity.received(.dataProvided, 1, now: 2 * Self.second)
    #expect(!isLast)
    #expect(activity.verdict(now: 11 * Self.second) == .late(.provideData))
    _ = activity.sent(.reindexAll, 2, over: .completeUnlessOpen, now: 3 * Self.second)
    let isIdle = activity.ended(.complete, now: 4 * Self.second)
    #expect(!isIdle && activity.isAsked)
    let isIdleNow = activity.received(
      .acknowledged, 2, over: .completeUnlessOpen, now: 5 * Self.second)
    #expect(isIdleNow && !activity.isAsked)
    #expect(activity.verdict(now: 5 * Self.second) == .wait(until: 10 * Self.second))
  }

  @Test("Its own requests and answers to nothing answer no question")
  func strayNumbers() {
    var activity = activity()
    _ = activity.sent(.importForApp, 3, now: 0)
    _ = activity.received(.apply, 3, now: 1)
    _ = activity.received(.acknowledged, 4, now: 2)
    #expect(activity.verdict(now: 20 * Self.second) == .late(.importForApp))
    _ = activity.received(.failure, 3, now: 3)
    #expect(!activity.isAsked)
  }
}
