import Testing

@testable import FresnelPlatform

@Suite("TimerQueue")
struct TimerQueueTests {
  private func entry(_ identifier: UInt64, _ moments: ClosedRange<UInt64>) -> TimerQueue.Entry {
    TimerQueue.Entry(
      identifier: identifier, earliest: moments.lowerBound, latest: moments.upperBound, body: {})
  }

  @Test("Entries whose times overlap share one wake-up, at the last moment that suits all")
  func sharing() {
    var queue = TimerQueue()
    queue.insert(entry(1, 10...100))
    queue.insert(entry(2, 50...60))
    queue.insert(entry(3, 61...200))
    #expect(queue.nextWake == 60)
    #expect(queue.takeDue(at: 59).isEmpty)
    #expect(queue.takeDue(at: 60).map(\.identifier) == [2, 1])
    #expect(queue.nextWake == 200)
    #expect(queue.takeDue(at: 200).map(\.identifier) == [3])
    #expect(queue.nextWake == nil)
  }

  @Test("Equal moments keep their order; what is removed is gone")
  func removal() {
    var queue = TimerQueue()
    for identifier: UInt64 in 1...4 { queue.insert(entry(identifier, 5...5)) }
    queue.remove(2)
    queue.remove(9)
    #expect(queue.takeDue(at: 5).map(\.identifier) == [1, 3, 4])
  }
}
