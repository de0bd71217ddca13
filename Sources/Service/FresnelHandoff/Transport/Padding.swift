/// Zeros after a message, so that its length tells next to nothing about it.
enum Padding {
  /// Messages are filled up to a multiple of this.
  static let blockByteCount = 256
  /// The most bytes of a message, filled up.
  static let largestByteCount = 32 << 10

  /// Fills a message up; it is not empty.
  static func pad(_ message: [UInt8]) -> [UInt8] {
    let rest = message.count % blockByteCount
    return rest == 0
      ? message : message + [UInt8](repeating: 0, count: blockByteCount - rest)
  }

  /// Whether so many bytes can be a message that was filled up.
  static func isWhole(_ byteCount: Int) -> Bool {
    byteCount > 0 && byteCount <= largestByteCount && byteCount % blockByteCount == 0
  }

  /// Whether what follows a message is what fills it up.
  static func isPadding(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count < blockByteCount && bytes.allSatisfy { $0 == 0 }
  }
}
