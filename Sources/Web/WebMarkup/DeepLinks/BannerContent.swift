/// The content of a Smart App Banner tag as pairs of keys and values.
enum BannerContent {
  /// The keys that have a meaning.
  static let keys: Set<String> = [
    "app-id", "app-argument", "affiliate-data", "app-clip-bundle-id", "app-clip-display",
  ]
  /// Keys whose values may hold commas: only a key that has a meaning begins behind one of them.
  private static let keysOfFreeText: Set<String> = ["app-argument", "affiliate-data"]

  /// The pairs in order, white space around keys and values dropped. A part without `=` is a key with an
  /// empty value.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func fields(_ content: String) -> [(key: String, value: String)] {
    let bytes = Array(content.utf8)
    var fields: [(key: String, value: String)] = []
    var start = 0
    while start < bytes.count {
      var equals = start
      while equals < bytes.count, bytes[equals] != equalsSign, bytes[equals] != comma {
        equals += 1
      }
      let key = text(bytes[start..<equals]).asciiLowercased
      guard equals < bytes.count, bytes[equals] == equalsSign else {
        if !key.isEmpty { fields.append((key, "")) }
        start = equals + 1
        continue
      }
      let isFree = keysOfFreeText.contains(key)
      var end = equals + 1
      while end < bytes.count, bytes[end] != comma || !beginsKey(bytes, end + 1, isFree) {
        end += 1
      }
      fields.append((key, text(bytes[(equals + 1)..<end])))
      start = end + 1
    }
    return fields
  }

  /// Whether a key and `=` stand at a place, after optional white space.
  private static func beginsKey(_ bytes: [UInt8], _ place: Int, _ mustBeKnown: Bool) -> Bool {
    var start = place
    while start < bytes.count, HTMLText.isSpace(bytes[start]) { start += 1 }
    var end = start
    while end < bytes.count, isOfKey(bytes[end]), end - start <= longestKey { end += 1 }
    guard end > start, end - start <= longestKey else { return false }
    var equals = end
    while equals < bytes.count, HTMLText.isSpace(bytes[equals]) { equals += 1 }
    guard equals < bytes.count, bytes[equals] == equalsSign else { return false }
    return !mustBeKnown || keys.contains(text(bytes[start..<end]).asciiLowercased)
  }

  private static func isOfKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    HTMLText.trimmed(String(decoding: bytes, as: UTF8.self))
  }

  private static let longestKey = 32
  private static let comma = UInt8(ascii: ",")
  private static let equalsSign = UInt8(ascii: "=")
}
