/// How many messages owners may send in a second, and all together: a token bucket for each owner, and one for all.
///
/// A message is counted once it was taken, so that a bucket may be overdrawn by the messages of one turn; its owner
/// then waits until it is filled again. Nothing is refused: a limit slows down, it does not stop.
struct MessageAllowance<Owner: Hashable> {
  /// How fast a bucket fills, and how much it holds.
  struct Rate {
    /// The messages that are added in a second.
    let perSecond: Int
    /// The most that it holds, which is how many may come at once after a pause.
    let burst: Int
  }

  private struct Bucket {
    /// The messages that may be taken now, in billionths; less than none after an overdraft.
    private(set) var balance: Int
    private var filled: UInt64

    init(full rate: Rate, at now: UInt64) {
      balance = rate.burst * 1_000_000_000
      filled = now
    }

    mutating func fill(at rate: Rate, until now: UInt64) {
      guard now > filled else { return }
      let capacity = rate.burst * 1_000_000_000
      // After this time any bucket that is not overdrawn is full, and the product cannot overflow.
      let elapsed = Int(min(now - filled, 1_000_000_000_000))
      balance = min(capacity, balance + elapsed * rate.perSecond)
      filled = now
    }

    mutating func take() { balance -= 1_000_000_000 }

    func isFull(at rate: Rate) -> Bool { balance >= rate.burst * 1_000_000_000 }
  }

  private let perOwner: Rate
  private let total: Rate
  private var shared: Bucket
  private var buckets: [Owner: Bucket] = [:]
  /// With more buckets than this those that are full are forgotten; it grows with those that are not.
  private var sweepCount = 64

  /// Makes an allowance of which nothing is used.
  ///
  /// - Parameters:
  ///   - perOwner: What each owner may send.
  ///   - total: What all of them may send together.
  ///   - now: The time in nanoseconds.
  init(perOwner: Rate, total: Rate, at now: UInt64) {
    self.perOwner = perOwner
    self.total = total
    shared = Bucket(full: total, at: now)
  }

  /// How many owners have sent more lately than they can have sent without a bucket.
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
    buckets[owner, default: Bucket(full: perOwner, at: now)].fill(at: perOwner, until: now)
    shared.fill(at: total, until: now)
    buckets[owner]?.take()
    shared.take()
    return mayTake(of: owner, at: now)
  }

  /// Whether a message of an owner may be taken now.
  mutating func mayTake(of owner: Owner, at now: UInt64) -> Bool {
    shared.fill(at: total, until: now)
    guard shared.balance >= 1_000_000_000 else { return false }
    guard buckets[owner] != nil else { return true }
    buckets[owner]?.fill(at: perOwner, until: now)
    return (buckets[owner]?.balance ?? 0) >= 1_000_000_000
  }

  /// Forgets owners of whom nothing need be remembered, once there are many.
  private mutating func forgetFull(at now: UInt64) {
    guard buckets.count > sweepCount else { return }
    for owner in buckets.keys { buckets[owner]?.fill(at: perOwner, until: now) }
    buckets = buckets.filter { !$0.value.isFull(at: perOwner) }
    sweepCount = max(64, buckets.count * 2)
  }
}
