/// Makes the end of a journal durable that was not closed in order.
///
/// A valid frame of the last commit may come from the system's cache after a sync that failed, and
/// then never reach the disk by itself: it is written again. What a torn write left after the last
/// valid frame is overwritten with zeros up to the last frame header: a frame there that nobody was
/// promised could otherwise become reachable later. All earlier commits were synced before the last one
/// started. What is behind that may be left from another generation, and means nothing.
///
/// A closing mark does not make all this needless: the write that a power loss tears may be the one
/// that goes over the mark, with the mark's own sector kept and later ones replaced.
struct TailRepair {
  private let reader: FrameReader
  private let lastHeaderEnd: UInt64
  /// Where the frames begin that may not be durable.
  private let doubtfulStart: UInt64
  private let options: JournalOptions
  /// Whether anything is to be done.
  let isNeeded: Bool

  /// Plans the repair.
  ///
  /// - Parameters:
  ///   - stop: Why the reader stopped.
  ///   - reader: The reader of the journal, at its end.
  ///   - survey: What is after that.
  ///   - durableEnd: Everything before was durable when the manifest was written.
  ///   - options: Sizes to work with.
  init(
    after stop: FrameReader.Stop, reader: FrameReader, survey: TailSurvey, durableEnd: UInt64,
    options: JournalOptions
  ) {
    self.reader = reader
    self.options = options
    lastHeaderEnd = survey.lastHeaderEnd
    if stop == .closed {
      doubtfulStart = reader.offset
      isNeeded = lastHeaderEnd > reader.offset + UInt64(FrameHeader.byteCount)
    } else {
      doubtfulStart = max(reader.commitOffset, durableEnd)
      isNeeded = doubtfulStart < reader.offset || lastHeaderEnd > reader.offset
    }
  }

  func run() throws(StorageError) {
    let file = reader.file
    var offset = doubtfulStart
    while offset < reader.offset {
      let count = Int(min(reader.offset - offset, UInt64(options.readByteCount)))
      try file.write(try file.read(at: offset, count: count), at: offset)
      offset += UInt64(count)
    }
    offset = reader.offset
    while offset < lastHeaderEnd {
      let count = Int(min(lastHeaderEnd - offset, UInt64(options.readByteCount)))
      try file.write([UInt8](repeating: 0, count: count), at: offset)
      offset += UInt64(count)
    }
    try file.sync()
  }
}
