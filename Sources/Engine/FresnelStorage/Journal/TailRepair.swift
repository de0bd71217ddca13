/// Makes the end of a journal durable that was not closed in order.
///
/// A valid frame of the last commit may come from the system's cache after a sync that failed, and
/// then never reach the disk by itself: it is written again. What a torn write left after the last
/// valid frame is overwritten with zeros: a frame in it that nobody was promised could otherwise
/// become reachable later. All earlier commits were synced before the last one started.
struct TailRepair {
  let reader: FrameReader
  /// Everything before was durable when the manifest was written.
  let durableEnd: UInt64
  let options: JournalOptions

  func run() throws(StorageError) {
    let file = reader.file
    let survey = try TailSurvey(
      of: file, from: reader.offset, generation: reader.generation,
      expecting: reader.nextSequence, readByteCount: options.readByteCount)
    var offset = max(reader.commitOffset, durableEnd)
    if offset >= reader.offset && survey.contentEnd == reader.offset { return }
    while offset < reader.offset {
      let count = Int(min(reader.offset - offset, UInt64(options.readByteCount)))
      try file.write(try file.read(at: offset, count: count), at: offset)
      offset += UInt64(count)
    }
    offset = reader.offset
    while offset < survey.contentEnd {
      let count = Int(min(survey.contentEnd - offset, UInt64(options.readByteCount)))
      try file.write([UInt8](repeating: 0, count: count), at: offset)
      offset += UInt64(count)
    }
    try file.sync()
  }
}
