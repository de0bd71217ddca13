internal import FresnelPlatform
internal import Synchronization

/// Bounds how often each client may ask: a bucket of tokens for each, which fills at a steady rate.
package final class RateLimiter: Sendable {
  /// How much is allowed.
  package struct Rules: Hashable, Sendable {
    /// Requests a second that a client may go on with; 0 for any number.
    package var perSecond: Double
    /// Requests that it may make at once.
    package var burst: Double

    /// Makes rules.
    package init(perSecond: Double = 10, burst: Double = 40) {
      self.perSecond = perSecond
      self.burst = max(1, burst)
    }
  }

  private struct Bucket {
    var tokens: Double
    var time: UInt64
  }

  /// The most clients that are remembered.
  private static let largestCount = 65_536

  private let rules: Rules
  private let clock: @Sendable () -> UInt64
  private let buckets = Mutex<[ClientKey: Bucket]>([:])

  /// Makes a limiter.
  ///
  /// - Parameters:
  ///   - rules: How much is allowed.
  ///   - clock: Tells the time in nanoseconds.
  package init(
    rules: Rules, clock: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
  ) {
    self.rules = rules
    self.clock = clock
  }

  /// Takes tokens of a client's.
  ///
  /// - Parameters:
  ///   - client: Who asks.
  ///   - cost: How many tokens it takes.
  /// - Returns: `nil` when it may; otherwise after how many seconds it may, and then nothing is taken.
  package func wait(for client: ClientKey, cost: Double = 1) -> Double? {
    guard rules.perSecond > 0 else { return nil }
    let now = clock()
    let cost = min(cost, rules.burst)
    return buckets.withLock { buckets in
      if buckets.count >= Self.largestCount, buckets[client] == nil { forget(&buckets, now) }
      var bucket = buckets[client] ?? Bucket(tokens: rules.burst, time: now)
      bucket.tokens = tokens(bucket, now)
      bucket.time = now
      defer { buckets[client] = bucket }
      guard bucket.tokens >= cost else { return (cost - bucket.tokens) / rules.perSecond }
      bucket.tokens -= cost
      return nil
    }
  }

  private func tokens(_ bucket: Bucket, _ now: UInt64) -> Double {
    let seconds = Double(MonotonicClock.elapsed(from: bucket.time, to: now)) / 1e9
    return min(rules.burst, bucket.tokens + seconds * rules.perSecond)
  }

  /// Forgets clients whose buckets are full again: they are as good as new. Where all are in use, all begin anew.
  private func forget(_ buckets: inout [ClientKey: Bucket], _ now: UInt64) {
    buckets = buckets.filter { tokens($0.value, now) < rules.burst }
    if buckets.count >= Self.largestCount { buckets = [:] }
  }
}
