/// Bytes behind the last valid frame of a journal that were taken for a write that was not finished, though they were of
/// more than one frame.
///
/// A power loss in the middle of a commit leaves such bytes, and nothing acknowledged is missing then. Bytes of the very
/// last commit that rot look the same, so whoever looks for something may want to know.
public struct DroppedTail: Equatable, Sendable {
  /// The path of the journal's file.
  public let path: String
  /// Where the bytes began.
  public let offset: UInt64
  /// How many there were, at least: the last frame of them may have had more.
  public let byteCount: UInt64

  /// Describes dropped bytes.
  public init(path: String, offset: UInt64, byteCount: UInt64) {
    self.path = path
    self.offset = offset
    self.byteCount = byteCount
  }

  /// What happened, in one sentence.
  public var message: String {
    "At least \(byteCount) bytes at the end of \(path), from byte \(offset) on, were of a commit that was not "
      + "finished, or are damaged, and were dropped."
  }
}
