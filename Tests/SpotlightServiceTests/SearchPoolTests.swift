import Dispatch
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightService

@Suite("SearchPool", .timeLimit(.minutes(30)))
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

  @Test("reads of apps that have no end step aside until the person is answered, and go on then")
  func aside() async {
    let pool = SearchPool(width: 2, longestHold: .max)
    let isOver = Atomic(false)
    let isAnswered = Atomic(false)
    let went = AsyncStream.makeStream(of: Bool.self)
    for app in [mail, notes] {
      pool.run(for: app) {
        let courtesy = Courtesy(in: pool, isPerson: false)
        var hasGoneOn = false
        while !isOver.load(ordering: .acquiring) {
          courtesy.giveWay()
          if !hasGoneOn, isAnswered.load(ordering: .acquiring) {
            hasGoneOn = true
            went.continuation.yield(true)
          }
        }
      }
    }
    await withCheckedContinuation { continuation in
      pool.run(for: notes, isUrgent: true) {
        // Both, or those of them that have begun when the person asks; they are where they may be held up soon.
        while pool.asideCount < 2 {}
        isAnswered.store(true, ordering: .releasing)
        continuation.resume()
      }
    }
    // They were not cut off.
    var steps = went.stream.makeAsyncIterator()
    _ = await (steps.next(), steps.next())
    #expect(pool.asideCount == 0)
    isOver.store(true, ordering: .releasing)
  }

  @Test("what one person waits for does not wait for another while apps' reads stand aside")
  func two() async {
    let pool = SearchPool(width: 2, longestHold: .max)
    let isOver = Atomic(false)
    for app in [mail, notes] {
      pool.run(for: app) {
        let courtesy = Courtesy(in: pool, isPerson: false)
        while !isOver.load(ordering: .acquiring) { courtesy.giveWay() }
      }
    }
    await withCheckedContinuation { continuation in
      pool.run(for: notes, isUrgent: true) {
        while pool.asideCount < 2 {}
        let isAnswered = DispatchSemaphore(value: 0)
        pool.run(for: notes, isUrgent: true) { isAnswered.signal() }
        isAnswered.wait()
        continuation.resume()
      }
    }
    isOver.store(true, ordering: .releasing)
  }

  @Test("what a person waits for does not wait for what takes long, however much of that there is")
  func long() async {
    let pool = SearchPool(width: 2, longestHold: .max, longTime: 0)
    let isOver = Atomic(false)
    let went = AsyncStream.makeStream(of: UInt64.self)
    for _ in 0..<8 {
      pool.run(for: notes, isUrgent: true) {
        let courtesy = Courtesy(in: pool, isPerson: true)
        courtesy.during {
          while !isOver.load(ordering: .acquiring) { courtesy.giveWay() }
        }
        went.continuation.yield(courtesy.heldUp)
      }
    }
    for _ in 0..<3 {
      await withCheckedContinuation { continuation in
        pool.run(for: mail, isUrgent: true) { continuation.resume() }
      }
    }
    isOver.store(true, ordering: .releasing)
    var ends = went.stream.makeAsyncIterator()
    for _ in 0..<8 { _ = await ends.next() }
    while pool.runningCount > 0 { await Task.yield() }
    #expect(!pool.isPersonWaiting)
    #expect(!pool.isPersonWaitingForFresh)
  }

  @Test("a person who never has enough keeps no app from its answer")
  func held() async {
    let pool = SearchPool(width: 2, longestHold: 1_000_000)
    let gate = DispatchSemaphore(value: 0)
    await withCheckedContinuation { continuation in
      pool.run(for: notes, isUrgent: true) {
        continuation.resume()
        gate.wait()
      }
    }
    let time = await withCheckedContinuation { continuation in
      pool.run(for: mail) {
        let courtesy = Courtesy(in: pool, isPerson: false)
        for _ in 0..<1000 { courtesy.giveWay() }
        continuation.resume(returning: courtesy.heldUp)
      }
    }
    #expect(pool.isPersonWaiting)
    #expect(time >= 1_000_000)
    gate.signal()
  }

  @Test("what is not long steps aside for nobody")
  func own() async {
    let pool = SearchPool(width: 2, longestHold: .max)
    await withCheckedContinuation { continuation in
      pool.run(for: notes, isUrgent: true) {
        Courtesy(in: pool, isPerson: true).giveWay()
        continuation.resume()
      }
    }
  }
}
