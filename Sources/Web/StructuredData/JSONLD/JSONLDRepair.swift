/// Takes out of a block what is no JSON though it is often written: comments, and commas before a closing bracket.
enum JSONLDRepair {
  /// A block without comments and without commas too many. Blanks take their place, so that all else stands where it
  /// stood.
  ///
  /// - Parameter bytes: The text of a block.
  /// - Returns: The text; `nil` where there is nothing to take out.
  /// - Complexity: O(*b*) in the number of bytes.
  static func repaired(_ bytes: [UInt8]) -> [UInt8]? {
    var result = bytes
    var hasChanged = false
    /// The last comma, as long as nothing but space and comments followed it.
    var comma: Int?
    func blank(_ range: Range<Int>) {
      for index in range where !isLineEnd(bytes[index]) { result[index] = UInt8(ascii: " ") }
      hasChanged = true
    }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        index = endOfString(bytes, from: index)
        comma = nil
        continue
      case UInt8(ascii: "/"):
        guard let end = endOfComment(bytes, from: index) else { return nil }
        blank(index..<end)
        index = end
        continue
      case UInt8(ascii: ","): comma = index
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let comma { blank(comma..<(comma + 1)) }
        comma = nil
      case 0x09, 0x0A, 0x0D, 0x20: break
      default: comma = nil
      }
      index += 1
    }
    return hasChanged ? result : nil
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// The index behind a string.
  private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { return index + 1 }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes.count
  }

  /// The index behind a comment; `nil` where none begins.
  private static func endOfComment(_ bytes: [UInt8], from start: Int) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    let rest = bytes[(start + 2)...]
    switch bytes[start + 1] {
    case UInt8(ascii: "/"): return rest.firstIndex(where: isLineEnd) ?? bytes.count
    case UInt8(ascii: "*"):
      var index = start + 2
      while index + 1 < bytes.count {
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
          return index + 2
        }
        index += 1
      }
      return bytes.count
    default: return nil
    }
  }
}
