internal import FresnelPlatform
internal import Synchronization

/// The time as a crawl sees it: that of the clock, which never goes back while the process lives.
///
/// A clock that is set back would have all hosts wait until it is as late again as it was. One that was ahead leaves
/// moments far ahead in the store, which the next process brings back.
package final class CrawlClock: Sendable {
  private struct Reading {
    var moment: Int64
    var at: UInt64
  }

  private let last: Mutex<Reading>
  private let wall: @Sendable () -> Int64
  private let elapsing: @Sendable () -> UInt64

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - wall: Milliseconds since 1 January 1970, by a clock that may be set.
  ///   - elapsing: Milliseconds since some moment, by a clock that goes on evenly.
  package init(
    wall: @escaping @Sendable () -> Int64 = { Int64(WallClock.secondsSince1970 * 1000) },
    elapsing: @escaping @Sendable () -> UInt64 = { MonotonicClock.milliseconds }
  ) {
    self.wall = wall
    self.elapsing = elapsing
    last = Mutex(Reading(moment: wall(), at: elapsing()))
  }

  /// Milliseconds since 1 January 1970.
  package var now: Int64 {
    last.withLock { last in
      let at = max(elapsing(), last.at)
      let evenly = last.moment.addingClamped(Int64(clamping: at - last.at))
      last = Reading(moment: max(wall(), evenly), at: at)
      return last.moment
    }
  }
}
