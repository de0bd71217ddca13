/// What verifying a store found.
public struct CheckReport: Hashable, Sendable {
  /// Items decoded whole.
  public var itemCount: Int
  /// Journal frames whose checksum agreed.
  public var frameCount: Int
  /// Journal bytes verified.
  public var journalByteCount: Int
  /// Bytes of segments verified.
  public var segmentByteCount: Int
  /// One sentence for each fault found; none in a sound store.
  public var faults: [String]

  /// Whether nothing is wrong.
  public var isSound: Bool { faults.isEmpty }
}
