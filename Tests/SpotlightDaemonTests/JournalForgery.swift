import FresnelPlatform
import Testing

/// Changes what a journal holds, with checksums that agree: damage that only a look at the items finds.
/// `Documentation/formats/journal.md` has the layout.
enum JournalForgery {
  private static let firstFrame = 4096
  private static let frameHeaderByteCount = 32

  /// Changes a byte of a text that a record of a plain store's journal holds, in its last place there.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - byte: The new byte.
  ///   - offset: Its place in the text.
  ///   - store: The store's directory; nobody uses it.
  /// - Throws: `SystemError` when the files cannot be read or written.
  static func replace(
    _ text: String, by byte: UInt8, at offset: Int, inStore store: String
  ) throws {
    for name in try FileSystem.entries(of: store) where name.hasPrefix("journal-") {
      let path = store + "/" + name
      var bytes = try FileSystem.contents(of: path)
      guard let place = lastPlace(of: Array(text.utf8), in: bytes) else { continue }
      bytes[place + offset] = byte
      try #require(sign(&bytes, around: place))
      let file = try FileDescriptor(opening: path, for: .readingAndWriting)
      try bytes.withUnsafeBytes { try file.write($0, at: 0) }
      return
    }
    Issue.record("No journal holds the text.")
  }

  private static func lastPlace(of text: [UInt8], in bytes: [UInt8]) -> Int? {
    (0...max(0, bytes.count - text.count)).last { bytes[$0...].starts(with: text) }
  }

  /// Makes the checksums of the frame around a place agree again.
  private static func sign(_ bytes: inout [UInt8], around place: Int) -> Bool {
    let seed = CRC32C.checksum(of: Array(bytes[16..<32]))
    var frame = firstFrame
    while frame + frameHeaderByteCount < bytes.count {
      let payload = frame + frameHeaderByteCount
      let byteCount = word(bytes, frame + 8)
      let end = payload + byteCount
      guard byteCount > 0, end <= bytes.count else { return false }
      let next = (end + 7) & ~7
      guard place < next else {
        frame = next
        continue
      }
      var record = payload
      while record + 8 <= end {
        let content = record + 8..<record + 8 + word(bytes, record)
        set(&bytes, record + 4, CRC32C.checksum(of: Array(bytes[content])))
        record = content.upperBound
      }
      set(&bytes, frame + 4, checksum(of: bytes[payload..<next], continuing: seed))
      set(&bytes, frame, checksum(of: bytes[frame + 4..<payload], continuing: seed))
      return true
    }
    return false
  }

  private static func checksum(of bytes: ArraySlice<UInt8>, continuing seed: UInt32) -> UInt32 {
    var checksum = CRC32C(continuing: seed)
    checksum.update(Array(bytes))
    return checksum.value
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  private static func set(_ bytes: inout [UInt8], _ offset: Int, _ number: UInt32) {
    for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
  }
}
