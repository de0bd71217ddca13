internal import FresnelPlatform
internal import Synchronization

/// Has the read of an app step aside, at places where it may, while the person waits for something.
///
/// An app's read has processors that the person's search wants, however many apps read. It is held up for a second
/// in all, so that no stream of searches keeps an app from its answer; that time does not count as its own.
final class Courtesy: Sendable {
  private let pool: SearchPool
  private let isPerson: Bool
  private let held = Atomic<UInt64>(0)

  /// Makes the courtesy of one read.
  ///
  /// - Parameters:
  ///   - pool: Where it runs.
  ///   - isPerson: Whether the person waits for it: then it steps aside for nobody.
  init(in pool: SearchPool, isPerson: Bool) {
    self.pool = pool
    self.isPerson = isPerson
  }

  /// For how many nanoseconds the read has been held up.
  var heldUp: UInt64 { held.load(ordering: .relaxed) }

  /// Waits as long as a person does, and as this read may be held up.
  func giveWay() {
    guard !isPerson, pool.isPersonWaiting else { return }
    let longest = pool.longestHold
    let before = heldUp
    guard before < longest else { return }
    let time = pool.standAside(atMost: longest - before)
    held.store(before &+ max(time, 1), ordering: .relaxed)
  }
}
