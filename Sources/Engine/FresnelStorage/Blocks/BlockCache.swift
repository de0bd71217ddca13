/// Verified blocks of any number of files, in memory that a setting bounds.
///
/// Thread safe.
package final class BlockCache: Sendable {
  /// The greatest number of bytes of blocks kept.
  package let byteCount: Int

  /// Makes a cache; memory is taken when blocks are read.
  package init(byteCount: Int) {
    self.byteCount = byteCount
  }

  /// What the cache did so far.
  package var statistics: Statistics { Statistics() }

  /// Counts of a cache; hits are not counted, since a shared counter would cost as much as the hit.
  package struct Statistics: Equatable, Sendable {
    /// Blocks that were read into the cache.
    package var misses = 0
    /// Blocks that made room for others.
    package var evictions = 0
    /// Blocks that were read into memory of their own because all frames were pinned.
    package var overflows = 0
    /// The bytes of frames in use.
    package var residentByteCount = 0
  }
}
