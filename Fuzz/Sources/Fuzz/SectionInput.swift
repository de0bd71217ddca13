import FresnelStorage

/// A section of a segment, and the part of the footer that tells where things in it are.
///
/// An input ends with that part and, in two bytes, its length; what comes before is the section.
struct SectionInput {
  let source: ByteSource
  let location: [UInt8]

  /// Takes an input apart.
  init?(_ input: [UInt8]) {
    let end = input.count - 2
    let byteCount = Int(input.number(UInt16.self, at: end))
    guard end >= 0, byteCount <= end else { return nil }
    source = ByteSource(memory: Array(input[..<(end - byteCount)]))
    location = Array(input[(end - byteCount)..<end])
  }

  /// Makes an input of what a writer wrote.
  static func bytes(
    _ sink: consuming ByteSink, _ encode: (inout [UInt8]) -> Void
  ) throws -> [UInt8] {
    var bytes = try contents(of: sink.finish())
    var location: [UInt8] = []
    encode(&location)
    bytes += location
    bytes.append(number: UInt16(location.count))
    return bytes
  }

  /// Decodes the place, or returns `nil` when it is damaged.
  func decode<Location>(
    _ decoder: (UnsafeRawBufferPointer, inout Int) throws(StorageError) -> Location
  ) -> Location? {
    location.withUnsafeBytes { bytes in
      var position = 0
      let location = try? decoder(bytes, &position)
      expect(position <= bytes.count, "A decoder went beyond the end.")
      return location
    }
  }
}

/// Whether a body succeeds; errors must be those of damage.
@discardableResult
func isReadable(_ body: () throws(StorageError) -> Void) -> Bool {
  do throws(StorageError) {
    try body()
    return true
  } catch {
    let allowed: [StorageError.Code] = [.corrupted, .newerFormat]
    expect(allowed.contains(error.code), "The error is another than damage: \(error)")
    return false
  }
}
