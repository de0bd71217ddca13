import Dispatch
import FresnelPlatform
import Synchronization
import Testing

@Suite("ParallelQueue")
struct ParallelQueueTests {
  /// How many blocks run, and the most that did.
  private final class Gauge: Sendable {
    private let counts = Mutex((running: 0, most: 0, all: 0))

    var most: Int { counts.withLock { $0.most } }
    var all: Int { counts.withLock { $0.all } }

    func run(_ body: () -> Void) {
      counts.withLock { counts in
        counts.running += 1
        counts.all += 1
        counts.most = max(counts.most, counts.running)
      }
      body()
      counts.withLock { $0.running -= 1 }
    }
  }

  @Test("as many blocks run at a time as may, and no more; all run")
  func width() {
    let queue = ParallelQueue(label: "test", width: 3)
    let (gauge, done) = (Gauge(), DispatchGroup())
    let (isThere, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    for _ in 0..<100 {
      done.enter()
      queue.async {
        gauge.run {
          isThere.signal()
          goOn.wait()
        }
        done.leave()
      }
    }
    // Three are there together, else this would wait for ever.
    for _ in 0..<3 { isThere.wait() }
    for _ in 0..<100 { goOn.signal() }
    done.wait()
    #expect(gauge.most == 3)
    #expect(gauge.all == 100)
  }

  @Test("in one lane blocks run in their order, also those that blocks add")
  func order() {
    let queue = ParallelQueue(label: "test", width: 1)
    let numbers = Mutex<[Int]>([])
    let done = DispatchSemaphore(value: 0)
    queue.async {
      for number in 1...50 { queue.async { numbers.withLock { $0.append(number) } } }
      numbers.withLock { $0.append(0) }
      queue.async { done.signal() }
    }
    done.wait()
    #expect(numbers.withLock { $0 } == Array(0...50))
  }

  @Test("a block that is to wait does not begin before its time, and keeps no lane meanwhile")
  func delay() {
    let queue = ParallelQueue(label: "test", width: 1)
    let (start, done) = (DispatchTime.now(), DispatchSemaphore(value: 0))
    let order = Mutex<[String]>([])
    queue.asyncAfter(deadline: start + .milliseconds(20)) {
      #expect(DispatchTime.now() >= start + .milliseconds(20))
      order.withLock { $0.append("later") }
      done.signal()
    }
    queue.async { order.withLock { $0.append("at once") } }
    done.wait()
    #expect(order.withLock { $0 } == ["at once", "later"])
  }
  private final class Burden: Sendable {}

  @Test("what a block held is let go when it has run, also while others wait behind it")
  func release() {
    let queue = ParallelQueue(label: "test", width: 1)
    let (isDone, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    weak var burden: Burden?
    queue.async { goOn.wait() }
    do {
      let held = Burden()
      burden = held
      queue.async { withExtendedLifetime(held) {} }
    }
    queue.async {
      isDone.signal()
      goOn.wait()
    }
    queue.async { isDone.signal() }
    #expect(burden != nil)
    goOn.signal()
    isDone.wait()
    // The last one waits still.
    #expect(burden == nil)
    goOn.signal()
    isDone.wait()
  }
}
