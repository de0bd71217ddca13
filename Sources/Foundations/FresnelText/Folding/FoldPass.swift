/// Receives where the pieces of folded text come from while a text is folded.
protocol FoldSink {
  /// A piece that folds as a whole starts at these offsets.
  ///
  /// A `width` above 0 tells that the piece takes as many bytes in the original as when folded, and
  /// that more pieces of that width may follow without being told of.
  mutating func piece(original: Int, folded: Int, width: Int)
  /// A lower-case letter before the offset is followed by an upper-case or title-case one.
  mutating func caseChange(folded: Int)
}

/// One pass over a text: runs of ASCII in bulk, other code points by table, and what combines by
/// the chunk folder.
struct FoldPass<Sink: FoldSink> {
  private let table: FoldTable
  private let text: UnsafeBufferPointer<UInt8>
  /// What has been told of the pieces so far.
  private(set) var sink: Sink
  private var isAfterLower = false
  private var folder: ChunkFolder?

  init(table: FoldTable, text: UnsafeBufferPointer<UInt8>, sink: consuming Sink) {
    self.table = table
    self.text = text
    self.sink = sink
  }

  /// Appends the folded text to `output`.
  mutating func run(into output: inout [UInt8]) {
    // A buffer that collects many texts must grow by doubling, not by each one's length.
    if output.isEmpty { output.reserveCapacity(text.count) }
    var offset = 0
    while offset < text.count {
      if table.foldsASCIIDirectly, text[offset] < 0x80 {
        offset = foldASCII(from: offset, into: &output)
      } else {
        offset = foldOther(from: offset, into: &output)
      }
    }
  }

  // MARK: - ASCII

  private mutating func foldASCII(from start: Int, into output: inout [UInt8]) -> Int {
    var end = asciiEnd(from: start)
    // The last letter belongs to the marks that follow it.
    if end < text.count, startsWithMark(end) { end -= 1 }
    guard end > start else { return foldChunk(from: start, into: &output) }

    let folded = output.count
    sink.piece(original: start, folded: folded, width: 1)
    let run = UnsafeBufferPointer(rebasing: text[start..<end])
    output.append(contentsOf: run)
    if table.options.contains(.caseInsensitive) {
      output.withUnsafeMutableBufferPointer { bytes in
        for index in folded..<bytes.count {
          let isUpper = bytes[index] &- 0x41 < 26
          bytes[index] |= isUpper ? 0x20 : 0
        }
      }
    }
    for index in 0..<run.count {
      let byte = run[index]
      if isAfterLower, byte &- 0x41 < 26 { sink.caseChange(folded: folded + index) }
      isAfterLower = byte &- 0x61 < 26
    }
    return end
  }

  private func startsWithMark(_ offset: Int) -> Bool {
    let scalar = decodeScalar(in: text, at: offset).scalar
    return combines(scalar, table[scalar], after: 0)
  }

  private func asciiEnd(from start: Int) -> Int {
    var end = start
    let words = UnsafeRawBufferPointer(text)
    while end + 8 <= text.count,
      words.loadUnaligned(fromByteOffset: end, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      end += 8
    }
    while end < text.count, text[end] < 0x80 { end += 1 }
    return end
  }

  // MARK: - Other text

  private mutating func foldOther(from start: Int, into output: inout [UInt8]) -> Int {
    var offset = start
    var (scalar, byteCount) = decodeScalar(in: text, at: offset)
    var entry = table[scalar]
    while true {
      let next = offset + byteCount
      let previous = scalar
      var nextEntry = entry
      var nextCount = 0
      if next < text.count {
        (scalar, nextCount) = decodeScalar(in: text, at: next)
        nextEntry = table[scalar]
        if combines(scalar, nextEntry, after: previous) {
          if scalar & 0xFF00 == 0x1100, let end = foldHangul(from: offset, into: &output) {
            return end
          }
          return foldChunk(from: offset, into: &output)
        }
      }
      if entry.byteCount == FoldEntry.oversize {
        return foldChunk(from: offset, into: &output)
      }
      let width = byteCount == entry.byteCount ? byteCount : 0
      sink.piece(original: offset, folded: output.count, width: width)
      note(entry, folded: output.count)
      var packed = entry.rawValue
      for _ in 0..<entry.byteCount {
        output.append(UInt8(truncatingIfNeeded: packed))
        packed >>= 8
      }
      if nextCount == 0 { return next }
      if nextCount == 1, table.foldsASCIIDirectly, scalar < 0x80 { return next }
      (offset, byteCount, entry) = (next, nextCount, nextEntry)
    }
  }

  /// Whether a code point belongs to the chunk of the one before it.
  @inline(__always)
  private func combines(_ scalar: UInt32, _ entry: FoldEntry, after previous: UInt32) -> Bool {
    if entry.startsChunk { return false }
    return scalar & 0xFF00 == 0x1100 ? composesHangul(scalar, after: previous) : true
  }

  /// Whether a vowel or a trailing consonant of Hangul completes what stands before it; others are
  /// letters of their own, as far as words and clusters go.
  private func composesHangul(_ scalar: UInt32, after previous: UInt32) -> Bool {
    switch scalar {
    case 0x1161...0x1175:
      return 0x1100...0x1112 ~= previous
    case 0x11A8...0x11C2:
      return HangulSyllable.isOpen(previous) || 0x1161...0x1175 ~= previous
    default:
      return true
    }
  }

  /// Folds a syllable of Hangul that is written as its letters: no rule but composition concerns it.
  ///
  /// - Returns: The syllable's end; `nil` where a mark follows, so that the chunk folder has to look.
  private mutating func foldHangul(from start: Int, into output: inout [UInt8]) -> Int? {
    var syllable: UInt32?
    var offset = start
    var previous: UInt32 = 0
    while offset < text.count {
      let (scalar, byteCount) = decodeScalar(in: text, at: offset)
      if offset > start, !combines(scalar, table[scalar], after: previous) { break }
      if offset == start {
        syllable = scalar
      } else if let composed = syllable.flatMap({ HangulSyllable.composed($0, scalar) }) {
        syllable = composed
      } else {
        return nil
      }
      previous = scalar
      offset += byteCount
    }
    guard let syllable, HangulSyllable.contains(syllable) else { return nil }
    sink.piece(original: start, folded: output.count, width: 0)
    isAfterLower = false
    encodeScalar(syllable) { output.append($0) }
    return offset
  }

  /// Folds one chunk: the code point at `start` and all that follow it without starting another.
  private mutating func foldChunk(from start: Int, into output: inout [UInt8]) -> Int {
    var folder = self.folder.take() ?? table.chunkFolder()
    folder.removeAll()
    sink.piece(original: start, folded: output.count, width: 0)
    var offset = start
    var previous: UInt32 = 0
    repeat {
      let (scalar, byteCount) = decodeScalar(in: text, at: offset)
      let entry = table[scalar]
      if offset > start, !combines(scalar, entry, after: previous) { break }
      previous = scalar
      note(entry, folded: output.count)
      folder.append(scalar)
      offset += byteCount
    } while offset < text.count
    folder.fold()
    for element in folder.scalars.elements {
      encodeScalar(element.scalar) { output.append($0) }
    }
    self.folder = folder
    return offset
  }

  /// Follows the case of letters; marks do not come between two.
  @inline(__always)
  private mutating func note(_ entry: FoldEntry, folded: Int) {
    if entry.isMark { return }
    if isAfterLower, entry.isUpper { sink.caseChange(folded: folded) }
    isAfterLower = entry.isLower
  }
}
