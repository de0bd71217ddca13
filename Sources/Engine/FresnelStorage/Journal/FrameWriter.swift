/// Takes the records of one frame.
public struct FrameWriter: ~Copyable {
  private var buffer: [UInt8]
  private let start: Int
  /// The most bytes that the records may take.
  private let limit: Int
  private(set) var isTooLarge = false

  init(buffer: consuming [UInt8], limit: Int) {
    start = buffer.count
    self.limit = limit
    self.buffer = buffer
  }

  /// Gives the buffer back.
  consuming func finish() -> [UInt8] { buffer }

  /// The bytes of the frame's records so far, with eight bytes of header for each.
  public var byteCount: Int { buffer.count - start }

  /// Adds a record.
  public mutating func append(_ record: UnsafeRawBufferPointer) {
    if record.count > limit - byteCount - RecordFormat.headerByteCount {
      isTooLarge = true
    } else {
      RecordFormat.append(record, to: &buffer)
    }
  }

  /// Adds a record.
  public mutating func append(_ record: [UInt8]) {
    record.withUnsafeBytes { append($0) }
  }

  /// Adds a record.
  public mutating func append(_ record: ArraySlice<UInt8>) {
    record.withUnsafeBytes { append($0) }
  }
}
