public import FresnelModel
import FresnelPlatform
public import FresnelStorage

/// What a store works with; the defaults suit any store.
public struct StoreOptions: Sendable {
  /// Tells the time by which items expire.
  public var clock: @Sendable () -> Timestamp
  /// How many threads may analyse items side by side.
  public var threadCount: Int
  /// Whether segments are written and merged beside the writer instead of holding it up.
  public var mergesInBackground: Bool
  /// Segments in memory of more bytes than this are written to a file.
  public var flushByteCount: Int
  /// When the store is closed, segments in memory of more bytes than this are written to a file.
  /// Others the next opening makes again from the journal, in some milliseconds.
  public var closingFlushByteCount: Int
  /// The journal is rewritten once this many of its bytes, and half of it, are of no more use.
  public var garbageByteCount: Int
  /// A batch of more bytes is refused; at most half a gibibyte, which a frame of the journal holds.
  public var largestBatchByteCount: Int
  /// The bytes on the disk that are kept for deletions at least, so that a full disk does not keep items from being
  /// deleted; 0 for none. A long journal or file has more kept, up to 32 times as much. Nothing is put while there is
  /// no room for them.
  public var reserveByteCount: Int {
    get { Int(journal.reserveByteCount) }
    set { journal.reserveByteCount = UInt64(max(0, newValue)) }
  }
  /// Called after a state was published that snapshots show from then on, on whichever thread did it,
  /// with locks of the store's held: it has to return at once, and may not call the store.
  package var didPublish: (@Sendable () -> Void)?
  /// Sizes that the journal works with.
  public var journal: JournalOptions
  /// The key that everything in the store is encrypted with; `nil` for a plain store. A store keeps the
  /// key that it was made with.
  public var encryptionKey: EncryptionKey? {
    get { journal.encryptionKey }
    set { journal.encryptionKey = newValue }
  }
  /// The length of the blocks that items are compressed in, before compression; `nil` for the usual one. Short blocks
  /// take more of the disk, and less time to read an item that is looked up alone. It is taken for
  /// one byte where it is less, and for 64 MiB where it is more. Stores with blocks of any such length are read alike.
  package var itemBlockByteCount: Int?
  /// The greatest number of a loss that is noted elsewhere of a store in this one's place; 0 for none. A loss that is
  /// found from now on gets a greater one, so that no note of an earlier loss is taken for one of it.
  package var notedLossCount: UInt64 = 0
  /// When items go straight to files.
  package var bulk = BulkIndexing()
  /// Where blocks of segments are kept that were read.
  package var cache: BlockCache

  /// The size of the cache that stores share, in bytes.
  public static let sharedCacheByteCount = 32 << 20
  private static let sharedCache = BlockCache(byteCount: sharedCacheByteCount)

  /// Makes options; without a `cacheByteCount` the store uses the cache that all stores of the
  /// process share.
  public init(
    clock: @escaping @Sendable () -> Timestamp = StoreOptions.systemClock, threadCount: Int = 2,
    mergesInBackground: Bool = true, flushByteCount: Int = 12 << 20,
    closingFlushByteCount: Int = 1 << 16,
    garbageByteCount: Int = 8 << 20, largestBatchByteCount: Int = 1 << 29,
    reserveByteCount: Int = 256 << 10,
    journal: JournalOptions = JournalOptions(), cacheByteCount: Int? = nil,
    encryptionKey: EncryptionKey? = nil
  ) {
    self.clock = clock
    self.threadCount = max(1, threadCount)
    self.mergesInBackground = mergesInBackground
    self.flushByteCount = flushByteCount
    self.closingFlushByteCount = closingFlushByteCount
    self.garbageByteCount = garbageByteCount
    self.largestBatchByteCount = min(largestBatchByteCount, 1 << 29)
    self.journal = journal
    self.journal.reserveByteCount = UInt64(max(0, reserveByteCount))
    if let encryptionKey { self.journal.encryptionKey = encryptionKey }
    cache = cacheByteCount.map { BlockCache(byteCount: $0) } ?? Self.sharedCache
  }

  /// The system's clock.
  public static let systemClock: @Sendable () -> Timestamp = {
    Timestamp(secondsSince1970: WallClock.secondsSince1970)
  }
}
