import Dispatch
import FresnelPlatform
import Synchronization
import Testing

/// Runs a loop on a thread of its own while the body runs.
private func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
  let loop = try EventLoop()
  let ended = DispatchSemaphore(value: 0)
  let isStarted = DetachedThread.start {
    try? loop.run()
    ended.signal()
  }
  try #require(isStarted)
  let result: Result<Void, any Error>
  do { result = .success(try await body(loop)) } catch { result = .failure(error) }
  loop.stop()
  ended.wait()
  try result.get()
}

extension EventLoop {
  /// Runs something on the loop's thread and waits for it.
  fileprivate func performAndWait<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      perform { continuation.resume(returning: body()) }
    }
  }
}

@Suite("EventLoop")
struct EventLoopTests {
  @Test("Work runs in order, on one thread, also work that work hands over")
  func work() async throws {
    try await withLoop { loop in
      let log = Mutex<[Int]>([])
      for number in 0..<100 {
        loop.perform { log.withLock { $0.append(number) } }
      }
      await withCheckedContinuation { continuation in
        loop.perform {
          loop.perform { continuation.resume() }
          log.withLock { $0.append(100) }
        }
      }
      #expect(log.withLock { $0 } == Array(0...100))
    }
  }

  @Test("What is urgent comes before what was handed over earlier, be it work or a descriptor")
  func urgency() async throws {
    try await withLoop { loop in
      let log = Mutex<[String]>([])
      let (near, far) = try UnixSocket.pair()
      let (usualNear, usualFar) = try UnixSocket.pair()
      let token = Mutex<EventLoop.Token?>(nil)
      for (socket, name, isUrgent) in [(usualNear, "usual", false), (near, "urgent", true)] {
        let added = try loop.add(socket.descriptor.rawValue, for: .readable, isUrgent: isUrgent) {
          _ in
          var byte: UInt8 = 0
          _ = try? withUnsafeMutableBytes(of: &byte) { try socket.receive(into: $0) }
          log.withLock { $0.append("\(name) descriptor") }
        }
        if isUrgent { token.withLock { $0 = added } }
      }
      await withCheckedContinuation { continuation in
        loop.perform {
          // All this comes while the loop is busy, and longer than others may have it at a time.
          for number in 0..<3 { loop.perform { log.withLock { $0.append("\(number)") } } }
          loop.perform { continuation.resume() }
          loop.perform(isUrgent: true) { log.withLock { $0.append("urgent") } }
          for socket in [usualFar, far] {
            _ = try? [UInt8(1)].withUnsafeBytes { try socket.send($0) }
          }
          let start = MonotonicClock.nanoseconds
          while MonotonicClock.nanoseconds < start + 1_000_000 {}
        }
      }
      let order = log.withLock { $0 }
      #expect(order.prefix(2) == ["urgent descriptor", "urgent"])
      #expect(order.filter { Int($0) != nil } == ["0", "1", "2"])
      // One that is not urgent any more is watched all the same.
      await withCheckedContinuation { continuation in
        loop.perform {
          if let token = token.withLock({ $0 }) {
            try? loop.setUrgency(of: token, false, for: .readable)
          }
          continuation.resume()
        }
      }
      _ = try [UInt8(2)].withUnsafeBytes { try far.send($0) }
      while log.withLock({ $0.count { $0 == "urgent descriptor" } }) < 2 {
        await loop.performAndWait {}
      }
    }
  }

  @Test(
    "A moment that is cancelled on the loop's thread does not come, even if it has come by then")
  func cancelledWhenDue() async throws {
    try await withLoop { loop in
      let ran = Atomic<Bool>(false)
      await withCheckedContinuation { continuation in
        loop.perform {
          let second = TimerBox()
          loop.after(.zero) { if let timer = second.timer { loop.cancel(timer) } }
          second.timer = loop.after(.zero) { ran.store(true, ordering: .releasing) }
          loop.after(.zero) { continuation.resume() }
        }
      }
      let hasRun = ran.load(ordering: .acquiring)
      #expect(!hasRun)
    }
  }

  private final class TimerBox: Sendable {
    private let stored = Mutex<EventLoop.Timer?>(nil)
    var timer: EventLoop.Timer? {
      get { stored.withLock { $0 } }
      set { stored.withLock { $0 = newValue } }
    }
  }

  @Test("Who watches a descriptor is told of bytes, of room and of the end")
  func descriptors() async throws {
    try await withLoop { loop in
      let (near, far) = try UnixSocket.pair()
      let (told, telling) = AsyncStream<EventLoop.Interest>.makeStream()
      let token = Mutex<EventLoop.Token?>(nil)
      let added = try loop.add(near.descriptor.rawValue, for: .readable) { happened in
        // Told again and again as long as it lasts, so one telling at a time.
        try? token.withLock { if let token = $0 { try loop.change(token, to: []) } }
        telling.yield(happened)
      }
      token.withLock { $0 = added }
      var events = told.makeAsyncIterator()
      try far.send([1])
      #expect(await events.next() == .readable)
      #expect(try near.receive()?.bytes == [1])
      try loop.change(added, to: .writable)
      #expect(await events.next() == .writable)
      far.shutdown()
      var last = await events.next()
      while last?.contains(.closed) == false { last = await events.next() }
      #expect(last?.contains(.closed) == true)
      loop.remove(added)
      loop.remove(added)
      try loop.change(added, to: .readable)
    }
  }

  @Test(
    "A handler removed in the turn of its event is not called, even when the number is used again")
  func removal() async throws {
    try await withLoop { loop in
      let pairs = try (0..<2).map { _ in try UnixSocket.pair() }
      let tokens = Mutex<[EventLoop.Token]>([])
      let calls = Mutex(0)
      // Both become readable before the loop looks, and each handler removes both.
      await loop.performAndWait {
        for (near, _) in pairs {
          let token = try? loop.add(near.descriptor.rawValue, for: .readable) { _ in
            calls.withLock { $0 += 1 }
            for token in tokens.withLock({ $0 }) { loop.remove(token) }
            _ = try? loop.add(near.descriptor.rawValue, for: []) { _ in }
          }
          if let token { tokens.withLock { $0.append(token) } }
        }
        for (_, far) in pairs { try? far.send([1]) }
      }
      await loop.performAndWait {}
      await loop.performAndWait {}
      #expect(calls.withLock { $0 } == 1)
    }
  }

  @Test("A file that is always ready cannot be watched, and no descriptor twice")
  func refused() throws {
    let loop = try EventLoop()
    let file = try FileDescriptor(opening: "/proc/self/exe", for: .reading)
    let error = #expect(throws: SystemError.self) {
      try loop.add(file.rawValue, for: .readable) { _ in }
    }
    #expect(error?.code == .notPermitted)
    let (near, _) = try UnixSocket.pair()
    _ = try loop.add(near.descriptor.rawValue, for: .readable) { _ in }
    let twice = #expect(throws: SystemError.self) {
      try loop.add(near.descriptor.rawValue, for: .readable) { _ in }
    }
    #expect(twice?.code == .exists)
  }

  @Test("Timers fire in the order of their moments, not before them, and not when cancelled")
  func timers() async throws {
    /// When a timer was set, at the earliest and at the latest, and when it fired, in nanoseconds.
    struct Timing {
      let delay: UInt64
      let setAfter: UInt64
      var setBefore: UInt64 = .max
      var fired: (order: Int, moment: UInt64)?
    }
    try await withLoop { loop in
      let timings = Mutex<[Timing]>([])
      let delays = [6, 2, 4, 0]
      await withCheckedContinuation { continuation in
        loop.perform {
          for (index, delay) in delays.enumerated() {
            let start = MonotonicClock.nanoseconds
            timings.withLock {
              $0.append(Timing(delay: UInt64(delay) * 1_000_000, setAfter: start))
            }
            loop.after(delay == 0 ? .seconds(-1) : .milliseconds(delay)) {
              let isLast = timings.withLock { timings in
                let order = timings.count { $0.fired != nil }
                timings[index].fired = (order, MonotonicClock.nanoseconds)
                return order == delays.count - 1
              }
              if isLast { continuation.resume() }
            }
            timings.withLock { $0[index].setBefore = MonotonicClock.nanoseconds }
          }
          loop.cancel(loop.after(.zero) { Issue.record("a timer fired that was cancelled") })
        }
      }
      let all = timings.withLock { $0 }
      for one in all {
        let fired = try #require(one.fired)
        #expect(fired.moment >= one.setAfter + one.delay)
        // However long it took to set them: whose moment is earlier for sure fires first.
        for other in all where one.setBefore + one.delay < other.setAfter + other.delay {
          #expect(fired.order < other.fired?.order ?? .max)
        }
      }
    }
  }

  @Test("A loop with nothing to do does not wake")
  func idle() async throws {
    try await withLoop { loop in
      loop.after(.seconds(3600)) {}
      let path = await loop.performAndWait { "/proc/thread-self/status" }
      let switches = { @Sendable in
        let text = (try? FileSystem.contents(of: path)).map { String(decoding: $0, as: UTF8.self) }
        return text?.split(separator: "\n").first { $0.hasPrefix("voluntary") }.map(String.init)
      }
      let before = await loop.performAndWait(switches)
      let after = await loop.performAndWait(switches)
      // One sleep between the two, that of waiting for the second; locks that others hold and pages that
      // are not there cost a few more. A loop that woke by itself would do so all the time.
      #expect(before != nil)
      #expect(count(in: after) - count(in: before) <= 8)
    }
  }

  private func count(in line: String?) -> Int {
    line?.split { !$0.isNumber }.last.flatMap { Int($0) } ?? 0
  }

  @Test("A loop that is stopped returns, keeps its work, and can run again")
  func stopping() throws {
    let loop = try EventLoop()
    loop.stop()
    let didRun = Mutex(false)
    loop.perform { didRun.withLock { $0 = true } }
    try loop.run()
    #expect(!didRun.withLock { $0 })
    loop.perform { loop.stop() }
    try loop.run()
    #expect(didRun.withLock { $0 })
  }
}
