/// The bytes of the examples on a page.
enum HexBlocks {
  /// The bytes in the page's blocks of hexadecimal digits, without the words beside them.
  static func bytes(of page: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var isInside = false
    for line in page.split(separator: "\n") {
      if line.hasPrefix("```") {
        isInside = line == "```hex"
      } else if isInside {
        let digits = line.prefix { $0 != "|" }.split(separator: " ")
        bytes += digits.compactMap { UInt8($0, radix: 16) }
      }
    }
    return bytes
  }
}
