internal import FresnelPlatform

/// Takes the records of one frame.
public struct FrameWriter: ~Copyable {
  private var buffer: [UInt8]
  private let payloadStart: Int
  private let generation: UInt64
  /// The file offset of the buffer's first byte.
  private let bufferOffset: UInt64
  private(set) var isTooLarge = false

  init(buffer: consuming [UInt8], generation: UInt64, bufferOffset: UInt64) {
    payloadStart = buffer.count
    self.buffer = buffer
    self.generation = generation
    self.bufferOffset = bufferOffset
  }

  /// Gives the buffer back.
  consuming func finish() -> [UInt8] { buffer }

  /// The bytes of the frame's records so far, with eight bytes of header for each.
  public var byteCount: Int { buffer.count - payloadStart }

  /// Adds a record.
  ///
  /// - Returns: Where the record will stand once the frame is committed.
  @discardableResult
  public mutating func append(_ record: UnsafeRawBufferPointer) -> RecordLocation {
    let location = RecordLocation(
      generation: generation, offset: bufferOffset + UInt64(buffer.count), byteCount: record.count)
    let room = FrameHeader.maximumPayloadByteCount - byteCount - RecordFormat.headerByteCount
    if record.count > room {
      isTooLarge = true
    } else {
      RecordFormat.append(record, to: &buffer)
    }
    return location
  }

  /// Adds a record.
  ///
  /// - Returns: Where the record will stand once the frame is committed.
  @discardableResult
  public mutating func append(_ record: [UInt8]) -> RecordLocation {
    record.withUnsafeBytes { append($0) }
  }

  /// Adds a record.
  ///
  /// - Returns: Where the record will stand once the frame is committed.
  @discardableResult
  public mutating func append(_ record: ArraySlice<UInt8>) -> RecordLocation {
    record.withUnsafeBytes { append($0) }
  }
}
