/// How large a picture is, as its first bytes say.
package struct PictureSize: Hashable, Sendable {
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int

  /// Reads the size of a PNG, GIF, JPEG or WebP picture; `nil` for anything else, and where the beginning ends before
  /// the size.
  ///
  /// - Parameter bytes: The beginning of the file.
  /// - Complexity: O(*b*) in the number of bytes.
  package init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self.init(width: Self.big(bytes, 16, 4), height: Self.big(bytes, 20, 4))
    } else if bytes.starts(with: "GIF8".utf8) {
      self.init(width: Self.little(bytes, 6, 2), height: Self.little(bytes, 8, 2))
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      self.init(jpeg: bytes)
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self.init(webP: bytes)
    } else {
      return nil
    }
  }

  private init?(width: Int?, height: Int?) {
    guard let width, let height, width > 0, height > 0 else { return nil }
    self.width = width
    self.height = height
  }

  /// Looks for the segment that begins a frame.
  private init?(jpeg bytes: [UInt8]) {
    var place = 2
    while place + 4 <= bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      // What may stand before a marker.
      if marker == 0xFF {
        place += 1
        continue
      }
      let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
      if isFrame {
        self.init(
          width: Self.big(bytes, place + 7, 2), height: Self.big(bytes, place + 5, 2))
        return
      }
      guard let length = Self.big(bytes, place + 2, 2), length >= 2 else { return nil }
      place += 2 + length
    }
    return nil
  }

  private init?(webP bytes: [UInt8]) {
    switch bytes.dropFirst(12).prefix(4) {
    case let kind where kind.elementsEqual("VP8X".utf8):
      self.init(
        width: Self.little(bytes, 24, 3).map { $0 + 1 },
        height: Self.little(bytes, 27, 3).map { $0 + 1 })
    case let kind where kind.elementsEqual("VP8 ".utf8):
      self.init(
        width: Self.little(bytes, 26, 2).map { $0 & 0x3FFF },
        height: Self.little(bytes, 28, 2).map { $0 & 0x3FFF })
    case let kind where kind.elementsEqual("VP8L".utf8):
      let bits = Self.little(bytes, 21, 4)
      self.init(
        width: bits.map { ($0 & 0x3FFF) + 1 }, height: bits.map { ($0 >> 14 & 0x3FFF) + 1 })
    default: return nil
    }
  }

  private static func big(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
    guard start + count <= bytes.count else { return nil }
    return bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
    guard start + count <= bytes.count else { return nil }
    return bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
