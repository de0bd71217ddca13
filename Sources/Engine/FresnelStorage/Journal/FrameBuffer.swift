internal import FresnelPlatform

/// Frames that wait to be written together.
struct FrameBuffer {
  private let generation: Generation
  /// The frames' bytes; their headers are blank, and nothing is encrypted, until
  /// ``seal(firstSequence:commitStart:)``.
  private(set) var bytes: [UInt8] = []
  private var frames: [(start: Int, header: FrameHeader)] = []

  init(generation: Generation) {
    self.generation = generation
  }

  /// The number of frames waiting.
  var count: Int { frames.count }

  /// Adds a frame whose records the body writes.
  mutating func append(
    _ kind: FrameKind, _ body: (inout FrameWriter) -> Void
  ) throws(StorageError) {
    let start = beginFrame()
    // The buffer is moved into the writer and back, not copied.
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    var writer = FrameWriter(
      buffer: taken, limit: FrameHeader.maximumPayloadByteCount - FrameCipher.overhead)
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
    endFrame(kind, start: start)
  }

  /// Adds a frame with records that are complete.
  mutating func append(_ kind: FrameKind, payload: ArraySlice<UInt8>) {
    let start = beginFrame()
    bytes.append(contentsOf: payload)
    endFrame(kind, start: start)
  }

  /// Makes room for a header, and for what precedes encrypted records; returns where it starts.
  private mutating func beginFrame() -> Int {
    let start = bytes.count
    let nonceByteCount = generation.cipher == nil ? 0 : FrameCipher.nonceByteCount
    bytes.append(contentsOf: repeatElement(0, count: FrameHeader.byteCount + nonceByteCount))
    return start
  }

  /// Makes room for what follows encrypted records, pads the payload and notes what the header will
  /// say.
  private mutating func endFrame(_ kind: FrameKind, start: Int) {
    if generation.cipher != nil {
      bytes.append(contentsOf: repeatElement(0, count: FrameCipher.tagByteCount))
    }
    let byteCount = bytes.count - start - FrameHeader.byteCount
    let padding = FrameHeader.padded(byteCount) - byteCount
    bytes.append(contentsOf: repeatElement(0, count: padding))
    let header = FrameHeader(
      kind: kind, sequence: 0, commitStart: 0, payloadByteCount: byteCount, checksum: 0)
    frames.append((start, header))
  }

  /// Encrypts the records if need be and writes the headers, numbering the frames. After that the
  /// frames are written or forgotten.
  mutating func seal(firstSequence: UInt64, commitStart: UInt64) {
    for index in frames.indices {
      let start = frames[index].start
      var header = frames[index].header
      header.sequence = firstSequence + UInt64(index)
      header.commitStart = commitStart
      bytes.withUnsafeMutableBytes { bytes in
        let payload = bytes[(start + FrameHeader.byteCount)..<(start + header.frameByteCount)]
        generation.cipher?.seal(
          UnsafeMutableRawBufferPointer(rebasing: payload.prefix(header.payloadByteCount)),
          authenticating: header.authenticatedBytes)
        var checksum = CRC32C(continuing: generation.seed)
        checksum.update(UnsafeRawBufferPointer(rebasing: payload))
        header.payloadChecksum = checksum.value
      }
      header.store(in: &bytes, at: start, seed: generation.seed)
    }
  }

  /// Forgets all frames, keeping the memory unless it is unusually much.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 22)
    frames.removeAll(keepingCapacity: true)
  }
}
