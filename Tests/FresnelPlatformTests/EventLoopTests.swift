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
    try await withLoop { loop in
      let start = MonotonicClock.nanoseconds
      let log = Mutex<[(Int, UInt64)]>([])
      await withCheckedContinuation { continuation in
        loop.after(.milliseconds(9)) { continuation.resume() }
        for milliseconds in [6, 2, 4] {
          loop.after(.milliseconds(milliseconds)) {
            log.withLock { $0.append((milliseconds, MonotonicClock.nanoseconds)) }
          }
        }
        loop.cancel(loop.after(.milliseconds(3)) { log.withLock { $0.append((3, 0)) } })
        loop.after(.seconds(-1)) { log.withLock { $0.append((0, MonotonicClock.nanoseconds)) } }
      }
      let fired = log.withLock { $0 }
      #expect(fired.map(\.0) == [0, 2, 4, 6])
      for (milliseconds, moment) in fired {
        #expect(moment >= start + UInt64(milliseconds) * 1_000_000)
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
