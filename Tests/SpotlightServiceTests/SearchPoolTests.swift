import Dispatch
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightService

@Suite("SearchPool", .timeLimit(.minutes(10)))
struct SearchPoolTests {
  @Test("what a person waits for runs though apps keep all threads busy")
  func person() async {
    let pool = SearchPool(width: 2)
    let gate = DispatchSemaphore(value: 0)
    let running = AsyncStream.makeStream(of: Int.self)
    var started = running.stream.makeAsyncIterator()
    for number in 1...2 {
      pool.run(for: mail) {
        running.continuation.yield(number)
        gate.wait()
      }
    }
    _ = await (started.next(), started.next())
    await withCheckedContinuation { continuation in
      pool.run(for: notes, isUrgent: true) { continuation.resume() }
    }
    // Other apps have no such right.
    let order = Log<String>()
    pool.run(for: notes) { order.append("app") }
    await withCheckedContinuation { continuation in
      pool.run(for: notes, isUrgent: true) {
        order.append("person")
        continuation.resume()
      }
    }
    #expect(order.values == ["person"])
    gate.signal()
    gate.signal()
  }
}
