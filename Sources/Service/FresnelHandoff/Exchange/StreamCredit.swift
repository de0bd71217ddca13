/// How many bytes of a stream may be under way, in both directions: as many as the reader has room for.
///
/// Each side may send 64 KiB. What the other side's app has read may be sent again once the other side said so;
/// so a reader that is slow stops the writer, and neither device keeps more than that.
struct StreamCredit: Hashable, Sendable {
  /// What was read is given back in pieces of at least this, so that few messages are needed.
  static let step = HandoffLimits.streamCredit / 4

  /// How many bytes may be sent.
  private(set) var sendable = HandoffLimits.streamCredit
  /// How many bytes the other side may send.
  private(set) var receivable = HandoffLimits.streamCredit
  /// How many bytes came and were not read.
  private(set) var unread: UInt32 = 0

  /// Counts bytes that are sent.
  ///
  /// - Returns: How many of those wanted may be.
  mutating func send(atMost count: Int) -> Int {
    let allowed = min(count, Int(sendable), HandoffLimits.streamData)
    sendable -= UInt32(allowed)
    return allowed
  }

  /// Counts bytes that the other side gives back; `false` when it never had so many.
  mutating func given(_ count: UInt32) -> Bool {
    guard count <= HandoffLimits.streamCredit - sendable else { return false }
    sendable += count
    return true
  }

  /// Counts bytes that came; `false` when they are more than were allowed.
  mutating func received(_ count: Int) -> Bool {
    guard count <= Int(receivable) else { return false }
    receivable -= UInt32(count)
    unread += UInt32(count)
    return true
  }

  /// Counts bytes that the app has read; it cannot have read more than came.
  ///
  /// - Returns: How many are to be given back now, if any.
  mutating func read(_ count: Int) -> UInt32? {
    precondition(count >= 0 && count <= Int(unread), "Only what came can be read.")
    unread -= UInt32(count)
    let owed = HandoffLimits.streamCredit - receivable - unread
    guard owed >= Self.step else { return nil }
    receivable += owed
    return owed
  }
}
