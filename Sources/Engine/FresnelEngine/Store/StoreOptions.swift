public import FresnelModel
import FresnelPlatform
public import FresnelStorage

/// What a store works with; the defaults suit any store.
public struct StoreOptions: Sendable {
  /// Tells the time by which items expire.
  public var clock: @Sendable () -> Timestamp
  /// How many threads may analyse items side by side.
  public var threadCount: Int
  /// Whether large merges run beside the writer instead of holding it up.
  public var mergesInBackground: Bool
  /// The journal is rewritten once this many of its bytes, and half of it, are of no more use.
  public var garbageByteCount: Int
  /// A batch of more bytes is refused; at most half a gibibyte, which a frame of the journal holds.
  public var largestBatchByteCount: Int
  /// Sizes that the journal works with.
  public var journal: JournalOptions

  /// Makes options.
  public init(
    clock: @escaping @Sendable () -> Timestamp = StoreOptions.systemClock, threadCount: Int = 2,
    mergesInBackground: Bool = true, garbageByteCount: Int = 8 << 20,
    largestBatchByteCount: Int = 1 << 29, journal: JournalOptions = JournalOptions()
  ) {
    self.clock = clock
    self.threadCount = max(1, threadCount)
    self.mergesInBackground = mergesInBackground
    self.garbageByteCount = garbageByteCount
    self.largestBatchByteCount = min(largestBatchByteCount, 1 << 29)
    self.journal = journal
  }

  /// The system's clock.
  public static let systemClock: @Sendable () -> Timestamp = {
    Timestamp(secondsSince1970: WallClock.secondsSince1970)
  }
}
