/// A verified journal frame, as replay hands it over.
public struct Frame: Sendable {
  /// What the frame holds.
  public let kind: FrameKind
  /// The frame's number; each frame of a store has the number after its predecessor's.
  public let sequence: UInt64
  /// The bytes of all records with their headers: a slice of the buffer that the file was read into.
  let payload: ArraySlice<UInt8>
  let generation: UInt64
  /// Where the payload starts in the file.
  let payloadOffset: UInt64

  /// The records, in the order they were written; going through them copies nothing.
  public var records: Records { Records(frame: self) }

  /// One record of a frame.
  public struct Record: Sendable {
    /// The record's bytes: a slice of a buffer shared by neighbouring frames, which stays in memory
    /// as long as any slice of it. Copy what is to be kept for long.
    public let bytes: ArraySlice<UInt8>
    /// Where the record can be read again.
    public let location: RecordLocation
  }

  /// The records of a frame.
  public struct Records: Sequence, IteratorProtocol, Sendable {
    private let frame: Frame
    private var rest: ArraySlice<UInt8>

    init(frame: Frame) {
      self.frame = frame
      rest = frame.payload
    }

    /// The next record, or `nil` after the last.
    public mutating func next() -> Record? {
      guard let record = RecordFormat.parse(rest) else { return nil }
      let offset = frame.payloadOffset + UInt64(rest.startIndex - frame.payload.startIndex)
      rest = rest[record.endIndex...]
      return Record(
        bytes: record,
        location: RecordLocation(
          generation: frame.generation, offset: offset, byteCount: record.count))
    }
  }
}
