/// What a journal file holds after the last valid frame.
struct TailSurvey {
  /// Where the survey started.
  private let start: UInt64
  /// The end of the last frame header found; where the survey started, when there is none.
  var lastHeaderEnd: UInt64
  /// The highest number in the frame headers found, from the missing frame's on.
  var lastSequence: UInt64?
  /// The first frame after the place itself whose header is valid, and its header.
  var nextFrame: (offset: UInt64, header: FrameHeader)?
  /// A later frame that was written when the missing one was durable already, which proves damage.
  var proofOfDamage: UInt64?

  /// No file holds more frames; a number further ahead was not written by a store.
  private static let largestGap: UInt64 = 1 << 40

  /// Looks through what follows the last frame read.
  ///
  /// Frames of the same commit as the missing one prove nothing: a power loss may keep any part of
  /// the last write. A frame of a later commit does, since a commit starts only after a sync.
  init(after reader: FrameReader, options: JournalOptions) throws(StorageError) {
    start = reader.offset
    lastHeaderEnd = reader.offset
    try run(
      reader.file, reader.generation.seed, reader.nextSequence,
      options.readByteCount...options.readByteCount
    ) { _ in false }
  }

  /// Looks no further than is needed to tell whether the place is damaged and where the next frame
  /// is, so that going from one damaged place to the next costs no more than reading the file.
  init(
    after reader: FrameReader, durableEnd: UInt64, options: JournalOptions
  ) throws(StorageError) {
    start = reader.offset
    lastHeaderEnd = reader.offset
    let isDurable = reader.offset < durableEnd
    try run(
      reader.file, reader.generation.seed, reader.nextSequence,
      min(1 << 10, options.readByteCount)...options.readByteCount
    ) { $0.nextFrame != nil && (isDurable || $0.proofOfDamage != nil) }
  }

  /// Reads less at first and up to the most at once later.
  private mutating func run(
    _ file: any StorageFile, _ seed: UInt32, _ sequence: UInt64,
    _ readByteCounts: ClosedRange<Int>, until isEnough: (TailSurvey) -> Bool
  ) throws(StorageError) {
    var offset = start
    var byteCount = readByteCounts.lowerBound
    while true {
      // Windows overlap by a header less one step, so that none is missed at an edge.
      let window = try file.read(at: offset, count: byteCount)
      window.withUnsafeBytes { survey($0, at: offset, seed: seed, expecting: sequence) }
      if window.count < byteCount || isEnough(self) { return }
      offset += UInt64(byteCount - FrameHeader.byteCount)
      byteCount = min(byteCount * 2, readByteCounts.upperBound)
    }
  }

  private mutating func survey(
    _ bytes: UnsafeRawBufferPointer, at offset: UInt64, seed: UInt32, expecting sequence: UInt64
  ) {
    var index = 0
    while index + FrameHeader.byteCount <= bytes.count {
      defer { index += 8 }
      // Much of the rest of a file may be left from another generation: one load passes it over.
      guard FrameHeader.isPossible(bytes.littleEndian(UInt64.self, at: index + 8)),
        let header = FrameHeader(
          UnsafeRawBufferPointer(rebasing: bytes[index..<index + FrameHeader.byteCount]),
          seed: seed),
        header.sequence >= sequence, header.sequence - sequence <= Self.largestGap
      else { continue }
      let place = offset + UInt64(index)
      lastHeaderEnd = max(lastHeaderEnd, place + UInt64(FrameHeader.byteCount))
      if nextFrame == nil, place > start { nextFrame = (place, header) }
      lastSequence = max(lastSequence ?? 0, header.sequence)
      if header.commitStart > sequence, proofOfDamage == nil { proofOfDamage = place }
    }
  }
}
