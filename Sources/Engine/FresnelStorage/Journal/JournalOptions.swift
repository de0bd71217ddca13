/// Sizes that a journal works with, and its key.
public struct JournalOptions: Sendable {
  /// How many bytes a fresh journal's file is made with; it grows by doubling.
  public var firstAllocationByteCount: UInt64
  /// The most that the file grows by at once. The commit that finds no room left pays for it.
  public var largestAllocationByteCount: UInt64
  /// How many bytes replay reads at once, where a frame is not larger.
  public var readByteCount: Int
  /// The longest file that is kept after a rotation, to be the file of the generation after the next.
  public var largestSpareByteCount: UInt64
  /// The least bytes on the disk that are kept for deletions, once something was put; 0 for none.
  public var reserveByteCount: UInt64
  /// The key that the journal's and the manifest's keys are encrypted with; `nil` for a plain store.
  public var encryptionKey: EncryptionKey?

  /// Makes options; the defaults suit a store of any size.
  public init(
    firstAllocationByteCount: UInt64 = 1 << 16, largestAllocationByteCount: UInt64 = 1 << 22,
    readByteCount: Int = 1 << 20, largestSpareByteCount: UInt64 = 1 << 25,
    reserveByteCount: UInt64 = 0, encryptionKey: EncryptionKey? = nil
  ) {
    self.firstAllocationByteCount = max(1 << 13, firstAllocationByteCount)
    self.largestAllocationByteCount = max(1 << 12, largestAllocationByteCount)
    self.readByteCount = max(1 << 12, readByteCount) & ~7
    self.largestSpareByteCount = largestSpareByteCount
    self.reserveByteCount = reserveByteCount
    self.encryptionKey = encryptionKey
  }
}
