import Testing

@testable import FresnelEngine

@Suite("When what was committed is indexed")
struct IndexingScheduleTests {
  @Test("a small commit after large batches does not wait as long as they do")
  func watched() {
    var schedule = IndexingSchedule()
    #expect(schedule.plan(.long) == .long)
    #expect(schedule.plan(.short) == .short)
    let isFirst = schedule.begin()
    #expect(isFirst)
    _ = schedule.end()
    // The later start, which finds nothing to do.
    let isLater = schedule.begin()
    #expect(isLater)
    _ = schedule.end()
  }

  @Test("commits that follow each other are indexed together")
  func together() {
    var schedule = IndexingSchedule()
    #expect(schedule.plan(.short) == .short)
    #expect(schedule.plan(.short) == nil)
    #expect(schedule.plan(.long) == nil)
    #expect(schedule.plan(.immediate) == .immediate)
    // One thread does it.
    #expect(schedule.plan(.immediate) == nil)
    let isBeside = schedule.begin()
    #expect(!isBeside)
    #expect(schedule.plan(.short, isWatched: true) == nil)
    #expect(schedule.plan(.long) == nil)
    // What still waits then begins soon.
    let isWatched = schedule.end()
    #expect(isWatched)
    #expect(schedule.plan(.short) == .short)
    let isNext = schedule.begin()
    #expect(isNext)
    let isWatchedAgain = schedule.end()
    #expect(!isWatchedAgain)
  }
}
