public import FresnelModel
public import FresnelSegments

/// The size of a store and of its parts.
public struct StoreStatistics: Hashable, Sendable {
  /// The sizes of the indexes, in order of their scopes.
  public var scopes: [ScopeStatistics]
  /// Items that reads can see.
  public var itemCount: Int
  /// The encoded bytes of those items.
  public var itemByteCount: Int
  /// The parts of the index, in the order in which their items were put.
  public var segments: [SegmentStatistics]
  /// Terms, counted once per segment.
  public var termCount: Int
  /// Postings, those of deleted items included.
  public var postingCount: Int
  /// The size of the journal in bytes.
  public var journalByteCount: Int

  /// The number of segments.
  public var segmentCount: Int { segments.count }
  /// The bytes of the segments in files.
  public var fileByteCount: Int { segments.reduce(0) { $0 + ($1.isInMemory ? 0 : $1.byteCount) } }
}

/// The size of one segment.
public struct SegmentStatistics: Hashable, Sendable {
  /// Whether it is in memory, and its items in the journal, rather than in a file.
  public var isInMemory: Bool
  /// Items, deleted ones included.
  public var documentCount: Int
  /// Items that were deleted or replaced; they go when the segment is merged with others.
  public var deletedCount: Int
  /// Items of which numbers, dates or the expiry changed since, which is kept beside the segment until it
  /// is merged with others.
  public var patchedCount: Int
  /// What it takes, in memory or on the disk.
  public var byteCount: Int
  /// How the bytes divide among its parts.
  public var sizes: SegmentSizes
  /// Different terms.
  public var termCount: Int
  /// Postings of all terms.
  public var postingCount: Int
}

/// The size of one index.
public struct ScopeStatistics: Hashable, Sendable {
  /// The index.
  public var scope: IndexScope
  /// Items that reads can see.
  public var itemCount: Int
  /// The encoded bytes of those items.
  public var itemByteCount: Int
  /// Whether the index has a client state.
  public var hasClientState: Bool
  /// Whether items may have been lost and the app has not yet been asked to index them again.
  public var needsReindex: Bool
}
