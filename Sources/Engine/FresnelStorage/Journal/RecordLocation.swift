/// Where one record stands, so that it can be read and verified alone.
public struct RecordLocation: Hashable, Sendable {
  /// The journal generation the offset belongs to; a rotation begins another.
  public let generation: UInt64
  /// The offset of the record in the journal's file.
  public let offset: UInt64
  /// The number of bytes in the record.
  public let byteCount: Int
}
