/// A verified journal frame, as replay hands it over.
public struct Frame: Sendable {
  /// What the frame holds.
  public let kind: FrameKind
  /// The frame's number; each frame of a store has the number after its predecessor's.
  public let sequence: UInt64
  /// The buffer that the file was read into or, in an encrypted journal, the records were decrypted
  /// into.
  let buffer: [UInt8]
  /// The place in the buffer of all records with their headers.
  let payloadRange: Range<Int>
  /// Where the records start in the file.
  let payloadOffset: UInt64

  /// The bytes of all records with their headers.
  var payload: ArraySlice<UInt8> { buffer[payloadRange] }

  /// The records, in the order they were written; going through them copies nothing.
  public var records: Records { Records(frame: self) }

  /// One record of a frame.
  public struct Record: Sendable {
    /// A buffer that holds the record, and neighbouring frames too. It stays in memory as long as
    /// anything refers to it: keep it for what takes up most of it, and copy the rest.
    public let buffer: [UInt8]
    /// The record's place in the buffer.
    public let range: Range<Int>
    /// Where the record starts in the journal's file.
    public let offset: UInt64

    /// The record's bytes; shares the buffer's storage.
    public var bytes: ArraySlice<UInt8> { buffer[range] }
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
        buffer: frame.buffer, range: record.indices,
        offset: offset)
    }
  }
}
