import FresnelStorage
import FresnelTestSupport

/// Journal frames, from the file to the state that recovery ends in.
///
/// An input is the bytes behind a journal's header and one more. Of that, bit 0 asks for checksums
/// that agree, and bit 1 for recovery, which takes long.
enum JournalTarget: FuzzTarget {
  private static let frameHeaderByteCount = 32

  static func seeds() throws -> [[UInt8]] {
    let kind = FrameKind(rawValue: 20)
    let samples = try [
      JournalSample { _ in },
      JournalSample { store in
        for number in 0..<3 as Range<UInt8> {
          try store.append(kind, records: [[number], [], [1, 2, 3, 4, 5, 6, 7, 8, 9]])
          try store.commit()
        }
      },
      JournalSample { store in
        try store.append(kind, records: [[1]])
        try store.append(kind, records: [[2], [3]])
        try store.commit()
        try store.replaceContent([9, 9])
        try store.close()
      },
    ]
    return samples.flatMap { [$0.frames + [1], $0.frames + [3]] }
  }

  static func examine(_ input: [UInt8]) {
    var frames = input
    guard let flags = frames.popLast() else { return }
    let sample = JournalSample.empty
    if flags & 1 != 0 { repair(&frames, seed: sample.seed) }
    let storage = FaultyStorage()
    try? storage.createDirectory(JournalSample.directory)
    storage.setContents(sample.manifest, of: JournalSample.manifestPath)
    storage.setContents(
      Array(sample.journal[..<JournalSample.headerByteCount]) + frames, of: sample.journalPath)
    JournalSample.examine(storage, recovering: flags & 2 != 0)
  }

  /// Makes the checksums of frames and records agree as far as their lengths allow.
  private static func repair(_ bytes: inout [UInt8], seed: UInt32) {
    var start = 0
    while start + frameHeaderByteCount <= bytes.count {
      let payload = start + frameHeaderByteCount
      let byteCount = Int(bytes.number(UInt32.self, at: start + 8))
      let end = payload + (byteCount + 7) / 8 * 8
      if end <= bytes.count {
        repairRecords(&bytes, payload..<(payload + byteCount))
        bytes.store(number: bytes.checksum(payload..<end, continuing: seed), at: start + 4)
      }
      bytes.store(
        number: bytes.checksum((start + 4)..<payload, continuing: seed), at: start)
      if end > bytes.count { return }
      start = end
    }
  }

  private static func repairRecords(_ bytes: inout [UInt8], _ range: Range<Int>) {
    var start = range.lowerBound
    while start + 8 <= range.upperBound {
      let end = start + 8 + Int(bytes.number(UInt32.self, at: start))
      if end > range.upperBound { return }
      bytes.store(number: bytes.checksum((start + 8)..<end), at: start + 4)
      start = end
    }
  }
}
