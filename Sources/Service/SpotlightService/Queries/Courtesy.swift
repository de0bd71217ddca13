internal import FresnelPlatform
internal import Synchronization

/// Has a read step aside, at places where it may, while the person waits for something else.
///
/// A read has processors that the person's search wants, however many apps read. One of an app steps aside for all
/// that a person waits for; one that a person has waited for long, for what is not long. It is held up for a second in
/// all, so that no stream of searches keeps anybody from an answer; that time does not count as its own.
final class Courtesy: Sendable {
  private let pool: SearchPool
  private let isPerson: Bool
  private let held = Atomic<UInt64>(0)
  /// When the read began to run, on ``MonotonicClock``.
  private let start = Atomic<UInt64>(MonotonicClock.nanoseconds)
  /// Whether the pool knows that the read is long.
  private let isLong = Atomic(false)

  /// Makes the courtesy of one read.
  ///
  /// - Parameters:
  ///   - pool: Where it runs.
  ///   - isPerson: Whether the person waits for it: then it steps aside only if it is long.
  init(in pool: SearchPool, isPerson: Bool) {
    self.pool = pool
    self.isPerson = isPerson
  }

  /// Runs what reads, on a thread of the pool: what takes long in it is no longer in the way of others.
  func during<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    start.store(MonotonicClock.nanoseconds, ordering: .relaxed)
    defer { if isLong.exchange(false, ordering: .relaxed) { pool.endLong() } }
    return try body()
  }

  /// For how many nanoseconds the read has been held up.
  var heldUp: UInt64 { held.load(ordering: .relaxed) }

  /// Waits as long as a person does, and as this read may be held up.
  func giveWay() {
    if isPerson, !noteLong() { return }
    guard isPerson ? pool.isPersonWaitingForFresh : pool.isPersonWaiting else { return }
    let longest = pool.longestHold
    let before = heldUp
    guard before < longest else { return }
    let time = pool.standAside(atMost: longest - before, isLong: isPerson)
    held.store(before &+ max(time, 1), ordering: .relaxed)
  }

  /// Whether a read that a person waits for is long.
  private func noteLong() -> Bool {
    if isLong.load(ordering: .relaxed) { return true }
    let begin = start.load(ordering: .relaxed)
    guard MonotonicClock.elapsed(from: begin, to: MonotonicClock.nanoseconds) >= pool.longTime,
      pool.beginLong()
    else { return false }
    isLong.store(true, ordering: .relaxed)
    return true
  }
}
