/// Takes the names of files from paths and URLs.
enum FileName {
  /// The last component of a path, without slashes behind it.
  static func of(path: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let slash = UInt8(ascii: "/")
    var end = path.count
    while end > 0, path[end - 1] == slash { end -= 1 }
    var start = end
    while start > 0, path[start - 1] != slash { start -= 1 }
    return UnsafeBufferPointer(rebasing: path[start..<end])
  }

  /// The last component of a URL's path, of which the escapes stand for their bytes. What follows the path is none
  /// of it.
  static func of(url: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let end = url.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.count
    let name = of(path: UnsafeBufferPointer(rebasing: url[..<end]))
    var decoded: [UInt8] = []
    decoded.reserveCapacity(name.count)
    var offset = 0
    while offset < name.count {
      if name[offset] == UInt8(ascii: "%"), offset + 2 < name.count,
        let upper = digit(name[offset + 1]), let lower = digit(name[offset + 2])
      {
        decoded.append(upper << 4 | lower)
        offset += 3
      } else {
        decoded.append(name[offset])
        offset += 1
      }
    }
    return decoded
  }

  /// The value of a hexadecimal digit.
  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
