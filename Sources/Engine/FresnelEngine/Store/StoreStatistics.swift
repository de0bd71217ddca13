public import FresnelModel

/// The size of a store and of its parts.
public struct StoreStatistics: Hashable, Sendable {
  /// The sizes of the indexes, in order of their scopes.
  public var scopes: [ScopeStatistics]
  /// Items that reads can see.
  public var itemCount: Int
  /// The encoded bytes of those items.
  public var itemByteCount: Int
  /// Segments of the index in memory.
  public var segmentCount: Int
  /// Terms, counted once per segment.
  public var termCount: Int
  /// Postings, those of deleted items included.
  public var postingCount: Int
  /// The size of the journal in bytes.
  public var journalByteCount: Int
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
