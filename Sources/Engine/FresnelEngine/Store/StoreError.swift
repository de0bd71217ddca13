/// A failure of a store.
public struct StoreError: Error, Equatable, Sendable {
  /// What a caller can do about a failure.
  public struct Code: Hashable, Sendable {
    private enum Kind: String {
      case invalidItem, clientStateMismatch, writeFailed, locked, readOnly, closed, unreadable
      case wrongKey, directoryReplaced
    }
    private let kind: Kind

    /// An item's bytes are not those of the item codec; nothing of the batch was applied.
    public static let invalidItem = Code(kind: .invalidItem)
    /// The client state is not the one that the batch expects; nothing was applied. Read the
    /// present state and begin again from there.
    public static let clientStateMismatch = Code(kind: .clientStateMismatch)
    /// The batch could not be made durable. When the disk is full, the store holds what it held
    /// before. When the device failed, the store holds what reading the journal again gave, and the
    /// batch may be part of it, whole. Trying again may help once the cause is gone.
    public static let writeFailed = Code(kind: .writeFailed)
    /// The store's directory was deleted or replaced while it was open; nothing of the batch was applied. The
    /// store goes on with an empty directory, or with what is there now, and reports a loss of all indexes.
    public static let directoryReplaced = Code(kind: .directoryReplaced)
    /// Another process writes to the store; the message names it.
    public static let locked = Code(kind: .locked)
    /// The store was opened for reading.
    public static let readOnly = Code(kind: .readOnly)
    /// The store was closed.
    public static let closed = Code(kind: .closed)
    /// The store cannot be read: it is missing, of a newer format, or the disk fails.
    public static let unreadable = Code(kind: .unreadable)
    /// The store is encrypted with another key than the one given, or only one of them is; nothing was
    /// changed. Open it with its own key.
    public static let wrongKey = Code(kind: .wrongKey)
  }

  /// What a caller can do.
  public let code: Code
  /// One sentence saying what went wrong.
  public let message: String
  /// The position among the batch's items of the item that is at fault, where one is.
  public let itemIndex: Int?
  /// Whether it failed for want of room on the disk. What was acknowledged is there, and can be read: a store
  /// that cannot be opened for writing for this reason can be opened for reading.
  public let isDiskFull: Bool

  /// Makes an error.
  public init(
    _ code: Code, _ message: String, itemIndex: Int? = nil, isDiskFull: Bool = false
  ) {
    self.code = code
    self.message = message
    self.itemIndex = itemIndex
    self.isDiskFull = isDiskFull
  }
}

extension StoreError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
