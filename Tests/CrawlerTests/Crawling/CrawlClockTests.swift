import Synchronization
import Testing

@testable import Crawler

@Suite("The clock of a crawl")
struct CrawlClockTests {
  private final class Clocks: Sendable {
    let wall = Atomic<Int64>(1_700_000_000_000)
    let elapsed = Atomic<UInt64>(5000)
  }

  @Test("Time goes on evenly when the clock is set back, and at once when it is set forward")
  func jumps() {
    let clocks = Clocks()
    let clock = CrawlClock(
      wall: { clocks.wall.load(ordering: .relaxed) },
      elapsing: { clocks.elapsed.load(ordering: .relaxed) })
    #expect(clock.now == 1_700_000_000_000)
    clocks.wall.subtract(3_600_000, ordering: .relaxed)
    clocks.elapsed.add(500, ordering: .relaxed)
    #expect(clock.now == 1_700_000_000_500)
    clocks.wall.add(7_200_000, ordering: .relaxed)
    #expect(clock.now == 1_700_003_600_000)
    // As after a sleep of the machine, of which the even clock knows nothing.
    clocks.wall.add(60_000, ordering: .relaxed)
    #expect(clock.now == 1_700_003_660_000)
  }
}
