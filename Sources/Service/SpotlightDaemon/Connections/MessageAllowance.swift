/// How many messages owners may send in a second, and all together: a token bucket for each owner, and one for all.
///
/// A message is counted once it was taken, so each of an owner's connections may overdraw its bucket by one; its owner
/// then waits until it is filled again. Nothing is refused: a limit slows down, it does not stop.
struct MessageAllowance<Owner: Hashable> {
  /// How fast a bucket fills, and how much it holds.
  struct Rate {
    /// The messages that are added in a second.
    let perSecond: Int
    /// The most that it holds, which is how many may come at once after a pause.
    let burst: Int

    /// Puts the parts together.
    ///
    /// - Precondition: Both are from 1 to a million.
    init(perSecond: Int, burst: Int) {
      precondition(1...1_000_000 ~= perSecond && 1...1_000_000 ~= burst)
      self.perSecond = perSecond
      self.burst = burst
    }
  }

  private struct Bucket {
    private static var message: Int { 1_000_000_000 }

    private let rate: Rate
    /// The messages that may be taken now, in billionths; less than none after an overdraft.
    private(set) var balance: Int
    /// The messages that came lately, in billionths: what came beyond ``recentRate`` in the last minute or so.
    private(set) var recent = 0
    private var filled: UInt64

    /// So many messages in a second are forgotten of what came lately. An app that sends fewer is none that floods.
    private static var recentRate: Int { 100 }
    private static var mostRecent: Int { 6_000 * message }

    init(full rate: Rate, at now: UInt64) {
      self.rate = rate
      balance = rate.burst * Self.message
      filled = now
    }

    mutating func fill(until now: UInt64) {
      guard now > filled else { return }
      // More would not fit a product of the largest rate; a bucket is full long before.
      let elapsed = Int(min(now - filled, 1_000_000_000_000))
      balance = min(rate.burst * Self.message, balance + elapsed * rate.perSecond)
      recent = max(0, recent - elapsed * Self.recentRate)
      filled = now
    }

    mutating func take() {
      balance -= Self.message
      recent = min(Self.mostRecent, recent + Self.message)
    }

    var messageCount: Int { max(0, balance / Self.message) }
    var isForgotten: Bool { balance >= rate.burst * Self.message && recent == 0 }
  }

  private let perOwner: Rate
  private var shared: Bucket
  private var buckets: [Owner: Bucket] = [:]
  /// With more buckets than this those of owners who were quiet are forgotten; it grows with those that are not.
  private var sweepCount = 64

  /// Makes an allowance of which nothing is used.
  ///
  /// - Parameters:
  ///   - perOwner: What each owner may send.
  ///   - total: What all of them may send together.
  ///   - now: The time in nanoseconds.
  init(perOwner: Rate, total: Rate, at now: UInt64) {
    self.perOwner = perOwner
    shared = Bucket(full: total, at: now)
  }

  /// How many owners are remembered.
  var ownerCount: Int { buckets.count }

  /// Counts a message.
  ///
  /// - Parameters:
  ///   - owner: Whose it is.
  ///   - now: The time in nanoseconds, on a clock that does not go back.
  /// - Returns: Whether a further message of that owner may be taken at once.
  mutating func count(of owner: Owner, at now: UInt64) -> Bool {
    forgetFull(at: now)
    // Filled before it is taken from, or a pause would give one more than the burst.
    var bucket = buckets[owner] ?? Bucket(full: perOwner, at: now)
    bucket.fill(until: now)
    bucket.take()
    buckets[owner] = bucket
    shared.fill(until: now)
    shared.take()
    return bucket.messageCount > 0 && shared.messageCount > 0
  }

  /// How many messages may be taken now, whoever sends them.
  mutating func messageCount(at now: UInt64) -> Int {
    shared.fill(until: now)
    return shared.messageCount
  }

  /// How much an owner has sent lately, to compare it with others: 0 where that is less than some hundred messages in a
  /// second.
  mutating func recentUse(of owner: Owner, at now: UInt64) -> Int {
    buckets[owner]?.fill(until: now)
    return buckets[owner]?.recent ?? 0
  }

  /// How many messages an owner may send now, as far as others leave it any.
  mutating func messageCount(of owner: Owner, at now: UInt64) -> Int {
    guard var bucket = buckets[owner] else { return perOwner.burst }
    bucket.fill(until: now)
    buckets[owner] = bucket
    return bucket.messageCount
  }

  /// Whether a message of an owner may be taken now.
  mutating func mayTake(of owner: Owner, at now: UInt64) -> Bool {
    messageCount(at: now) > 0 && messageCount(of: owner, at: now) > 0
  }

  /// Forgets owners of whom nothing need be remembered, once there are many.
  private mutating func forgetFull(at now: UInt64) {
    guard buckets.count > sweepCount else { return }
    for owner in buckets.keys { buckets[owner]?.fill(until: now) }
    buckets = buckets.filter { !$0.value.isForgotten }
    sweepCount = max(64, buckets.count * 2)
  }
}
