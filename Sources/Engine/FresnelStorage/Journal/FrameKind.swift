/// What a journal frame holds; the numbers belong to the journal's owner.
public struct FrameKind: RawRepresentable, Hashable, Sendable {
  /// The number in the file.
  public let rawValue: UInt16

  /// The first number that is free for the owner; those below are the journal's own.
  public static let firstOfOwner: UInt16 = 16

  /// Makes a kind; the owner's own are numbered from ``firstOfOwner``.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The end of the frames that a rotation wrote; whatever precedes it is complete.
  static let checkpointEnd = FrameKind(rawValue: 1)
  /// The writer closed the journal in order: nothing follows, and nothing before it is in doubt.
  static let closed = FrameKind(rawValue: 2)

  /// Repeats the manifest's content, which was replaced while the generation stayed.
  static let content = FrameKind(rawValue: 3)

  /// Whether the owner gets to see frames of this kind.
  var isOwners: Bool { rawValue >= Self.firstOfOwner }
}
