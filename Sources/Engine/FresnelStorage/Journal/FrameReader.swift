internal import FresnelPlatform

/// Reads the frames of one journal file in order, verifying each.
struct FrameReader {
  let file: any StorageFile
  let generation: Generation
  private let readByteCount: Int

  /// Where the next frame is expected.
  private(set) var offset = UInt64(JournalHeader.byteCount)
  /// The number the next frame must have.
  private(set) var nextSequence: UInt64
  /// The start of the last commit read, and the number of its first frame.
  private(set) var commitOffset = UInt64(JournalHeader.byteCount)
  private(set) var commitStart: UInt64 = 0
  /// Where the last frame read starts and its header, to notice if it is replaced.
  private var lastFrame: (offset: UInt64, header: FrameHeader)?
  /// The manifest's content as the journal repeats it: at the end of the checkpoint, and again
  /// whenever it was replaced.
  private(set) var repeatedContent: [UInt8]?
  /// The number of the owner's frames read.
  private(set) var frameCount = 0

  private var window: [UInt8] = []
  private var windowOffset: UInt64 = 0
  /// How much the next read from the file takes at least.
  private var windowByteCount: Int

  /// Why there is no next frame.
  enum Stop: Equatable {
    /// The writer closed the journal here.
    case closed
    /// The file ends here or has only zeros where a frame's header would be.
    case blank
    /// There is something else than a frame.
    case invalid(String)
  }

  init(file: any StorageFile, generation: Generation, readByteCount: Int) {
    self.file = file
    self.generation = generation
    self.readByteCount = readByteCount
    windowByteCount = readByteCount
    nextSequence = generation.firstSequence
  }

  /// Hands over the owner's frames up to the first place where there is none, or up to `end`.
  mutating func replay(
    until end: UInt64 = .max, _ body: (Frame) throws -> Void
  ) throws -> Stop {
    // What was read ahead earlier may have changed in the file.
    window = []
    defer { window = [] }
    while offset < end {
      switch try next() {
      case .stop(let stop): return stop
      case .frame(let frame):
        if frame.kind.isOwners { try body(frame) }
      }
    }
    return .blank
  }

  /// Verifies frames without handing them over.
  mutating func skipToEnd() throws(StorageError) -> Stop {
    window = []
    defer { window = [] }
    while true {
      if case .stop(let stop) = try next() { return stop }
    }
  }

  /// Whether the last frame read is still in its place.
  func isLastFrameInPlace() throws(StorageError) -> Bool {
    guard let lastFrame else { return true }
    let bytes = try file.read(at: lastFrame.offset, count: FrameHeader.byteCount)
    guard bytes.count == FrameHeader.byteCount else { return false }
    return bytes.withUnsafeBytes { FrameHeader($0, seed: generation.seed) } == lastFrame.header
  }

  /// What stands at one place.
  enum Step {
    case frame(Frame)
    case stop(Stop)
  }

  /// Reads from the file again what was read ahead of the current place.
  ///
  /// Little is read ahead at first, so that going on behind many damaged places costs no more than
  /// reading the file.
  mutating func forgetReadAhead() {
    window = []
    windowByteCount = min(1 << 10, readByteCount)
  }

  /// Goes on at a later frame, passing over what is damaged.
  mutating func jump(to offset: UInt64, _ header: FrameHeader) {
    forgetReadAhead()
    self.offset = offset
    nextSequence = header.sequence
    commitStart = header.commitStart
  }

  /// Reads what stands at the current place and goes on to the next if it is a frame.
  mutating func next() throws(StorageError) -> Step {
    guard let headerBytes = try bytes(at: offset, count: FrameHeader.byteCount) else {
      return .stop(.blank)
    }
    let parsed = headerBytes.withUnsafeBytes { FrameHeader($0, seed: generation.seed) }
    guard let header = parsed else {
      let isBlank = headerBytes.allSatisfy { $0 == 0 }
      return .stop(isBlank ? .blank : .invalid("a frame's header fails its checksum"))
    }
    guard header.sequence == nextSequence,
      header.commitStart == commitStart || header.commitStart == header.sequence
    else {
      return .stop(.invalid("frame \(header.sequence) stands where \(nextSequence) belongs"))
    }
    let payloadOffset = offset + UInt64(FrameHeader.byteCount)
    let paddedByteCount = FrameHeader.padded(header.payloadByteCount)
    guard let padded = try bytes(at: payloadOffset, count: paddedByteCount) else {
      return .stop(.invalid("the file ends inside frame \(header.sequence)"))
    }
    var checksum = CRC32C(continuing: generation.seed)
    padded.withUnsafeBytes { checksum.update($0) }
    guard checksum.value == header.payloadChecksum else {
      return .stop(.invalid("frame \(header.sequence) fails its checksum"))
    }
    let payload = padded.prefix(header.payloadByteCount)
    var records = (buffer: window, range: payload.indices, offset: payloadOffset)
    if let cipher = generation.cipher {
      guard let opened = cipher.open(payload, authenticating: header.authenticatedBytes) else {
        return .stop(.invalid("frame \(header.sequence) can't be decrypted"))
      }
      records = (opened, opened.indices, payloadOffset + UInt64(FrameCipher.nonceByteCount))
    }
    guard RecordFormat.isWellFormed(records.buffer[records.range]) else {
      return .stop(.invalid("the records of frame \(header.sequence) do not fill it"))
    }
    if header.kind == .closed { return .stop(.closed) }
    if header.commitStart == header.sequence {
      commitOffset = offset
      commitStart = header.sequence
    }
    let frame = Frame(
      kind: header.kind, sequence: header.sequence, buffer: records.buffer,
      payloadRange: records.range, payloadOffset: records.offset)
    if header.kind == .checkpointEnd || header.kind == .content {
      repeatedContent = frame.records.first { _ in true }.map { Array($0.bytes) }
    }
    if header.kind.isOwners { frameCount += 1 }
    lastFrame = (offset, header)
    offset += UInt64(header.frameByteCount)
    nextSequence += 1
    return .frame(frame)
  }

  /// Bytes of the file, or `nil` when it ends before them.
  private mutating func bytes(at start: UInt64, count: Int) throws(StorageError) -> ArraySlice<
    UInt8
  >? {
    if start < windowOffset || start + UInt64(count) > windowOffset + UInt64(window.count) {
      // A damaged length must not make us ask for memory that the file cannot fill.
      if count > windowByteCount, start + UInt64(count) > (try file.byteCount()) { return nil }
      window = []
      window = try file.read(at: start, count: max(count, windowByteCount))
      windowOffset = start
      windowByteCount = min(windowByteCount * 2, readByteCount)
      if window.count < count { return nil }
    }
    let index = Int(start - windowOffset)
    return window[index..<index + count]
  }
}
