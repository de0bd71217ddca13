/// How much may wait to be indexed before programs that write have to wait.
///
/// A burst after a quiet time is taken at the speed of the disk. Who goes on writing is held to the speed
/// of indexing: no more waits then than can be indexed in a short time, as measured.
struct BacklogPace {
  /// How long what waits may take to be indexed. As much may be on its way already, so that an item
  /// shows after twice this time at most.
  private static let seconds = 0.04
  /// A burst lasts so long.
  private static let burstNanoseconds: UInt64 = 50_000_000
  /// The most that waits in a burst, in bytes of items.
  private static let burstByteCount = 8 << 20
  /// The most that waits and is being indexed at any time, where no group of commits is larger than a
  /// part of that.
  static let greatestByteCount = 2 * burstByteCount + (4 << 20)
  /// What may always wait, and the most that may wait for long.
  private static let steadyByteCounts = 512 << 10...4 << 20
  /// Builds of fewer bytes tell nothing about speed.
  private static let smallestSample = 128 << 10

  /// How much waits while large batches come.
  private let bulk: BulkIndexing
  /// Bytes of items indexed in a second.
  private var speed = 30e6
  private var burstStart: UInt64 = 0

  init(_ bulk: BulkIndexing = BulkIndexing()) {
    self.bulk = bulk
  }

  /// Records that a commit begins while nothing waits to be indexed.
  mutating func recordQuiet(at time: UInt64) {
    burstStart = time
  }

  /// Records what was indexed in a time.
  mutating func record(byteCount: Int, nanoseconds: UInt64) {
    guard byteCount >= Self.smallestSample, nanoseconds > 0 else { return }
    let sample = Double(byteCount) * 1e9 / Double(nanoseconds)
    speed += (sample - speed) / 4
  }

  /// Whether a commit has to wait until something of what waits is taken to be indexed.
  ///
  /// - Parameters:
  ///   - byteCount: The bytes that wait.
  ///   - time: The present, in nanoseconds of the monotonic clock.
  ///   - batchByteCount: The bytes of the commit's largest batch.
  /// - Returns: Whether so much waits that the commit has to.
  func isFull(_ byteCount: Int, at time: UInt64, batchByteCount: Int) -> Bool {
    if byteCount > Self.burstByteCount { return true }
    if bulk.isLarge(batchByteCount) { return byteCount > bulk.waitingByteCount }
    if time < burstStart &+ Self.burstNanoseconds { return false }
    let steady = Int(speed * Self.seconds)
    let allowed = min(
      max(steady, Self.steadyByteCounts.lowerBound), Self.steadyByteCounts.upperBound)
    return byteCount > allowed
  }
}
