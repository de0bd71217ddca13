internal import FresnelPlatform

/// Frames that wait to be written together.
struct FrameBuffer {
  private let generation: Generation
  /// The frames' bytes; their headers are blank until ``seal(firstSequence:commitStart:)``.
  private(set) var bytes: [UInt8] = []
  private var frames: [(start: Int, header: FrameHeader)] = []

  init(generation: Generation) {
    self.generation = generation
  }

  /// The number of frames waiting.
  var count: Int { frames.count }

  /// Adds a frame whose records the body writes; `fileOffset` is where the buffer will be written.
  mutating func append(
    _ kind: FrameKind, fileOffset: UInt64, _ body: (inout FrameWriter) -> Void
  ) throws(StorageError) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: FrameHeader.byteCount))
    // The buffer is moved into the writer and back, not copied.
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    var writer = FrameWriter(
      buffer: taken, generation: generation.number, bufferOffset: fileOffset)
    taken = []
    body(&writer)
    let isTooLarge = writer.isTooLarge
    bytes = writer.finish()
    if isTooLarge {
      bytes.removeSubrange(start...)
      throw StorageError(
        .tooLarge,
        "A journal frame can't hold more than \(FrameHeader.maximumPayloadByteCount) bytes.")
    }
    close(kind, start: start)
  }

  /// Adds a frame with a payload that is complete.
  mutating func append(_ kind: FrameKind, payload: ArraySlice<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: FrameHeader.byteCount))
    bytes.append(contentsOf: payload)
    close(kind, start: start)
  }

  /// Pads the payload at the buffer's end and notes what its header will say.
  private mutating func close(_ kind: FrameKind, start: Int) {
    let payloadStart = start + FrameHeader.byteCount
    let byteCount = bytes.count - payloadStart
    let padding = FrameHeader.padded(byteCount) - byteCount
    bytes.append(contentsOf: repeatElement(0, count: padding))
    var checksum = CRC32C(continuing: generation.seed)
    bytes.withUnsafeBytes {
      checksum.update(UnsafeRawBufferPointer(rebasing: $0[payloadStart...]))
    }
    let header = FrameHeader(
      kind: kind, sequence: 0, commitStart: 0, payloadByteCount: byteCount,
      checksum: checksum.value)
    frames.append((start, header))
  }

  /// Writes the headers, numbering the frames.
  mutating func seal(firstSequence: UInt64, commitStart: UInt64) {
    for index in frames.indices {
      frames[index].header.sequence = firstSequence + UInt64(index)
      frames[index].header.commitStart = commitStart
      frames[index].header.store(in: &bytes, at: frames[index].start, seed: generation.seed)
    }
  }

  /// Forgets all frames, keeping the memory unless it is unusually much.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 22)
    frames.removeAll(keepingCapacity: true)
  }
}
