import Testing

@testable import SpotlightDaemon

@Suite("WorkerRestarts")
struct WorkerRestartsTests {
  private static let second: UInt64 = 1_000_000_000

  /// How often in a row it may be started at some moment.
  private func count(_ restarts: inout WorkerRestarts, at now: UInt64) -> Int {
    var count = 0
    while count < 100, restarts.mayStart(at: now) { count += 1 }
    return count
  }

  @Test("a process is started again at once a few times, then after pauses that double")
  func pauses() throws {
    var restarts = WorkerRestarts(WorkerRestarts.Rules())
    var now = 5 * Self.second
    var counts = [count(&restarts, at: now)]
    var pauses: [UInt64] = []
    for _ in 0..<9 {
      let end = try #require(restarts.pauseEnd)
      pauses.append((end - now) / Self.second)
      counts.append(count(&restarts, at: end - 1))
      counts.append(count(&restarts, at: end))
      now = end
    }
    #expect(counts == [3] + [[Int]](repeating: [0, 1], count: 9).flatMap { $0 })
    #expect(pauses == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
  }

  @Test("one that lived for a while, or was ended by a lock, has all its chances again")
  func recovery() {
    var restarts = WorkerRestarts(WorkerRestarts.Rules())
    let (first, afterPause) = (count(&restarts, at: 0), restarts.mayStart(at: 30 * Self.second))
    #expect(first == 3 && afterPause)
    let later = 91 * Self.second
    let afterLife = count(&restarts, at: later)
    #expect(afterLife == 3)
    #expect(restarts.pauseEnd == later + 30 * Self.second)
    restarts.forget()
    #expect(restarts.pauseEnd == nil)
    let afterLock = count(&restarts, at: later)
    #expect(afterLock == 3)
  }

  @Test("ends that lie apart do not count together")
  func rareEnds() {
    var restarts = WorkerRestarts(WorkerRestarts.Rules())
    let starts = (UInt64(0)..<20).map { restarts.mayStart(at: $0 * 61 * Self.second) }
    #expect(starts.allSatisfy { $0 })
  }
}
