import WebAddresses

/// The path and query of an address in the form in which they are compared with patterns.
struct RobotsPath: Sendable {
  /// The form.
  let bytes: [UInt8]

  /// The form of an address's path and query.
  init(_ url: WebURL) {
    self.init(url.query.map { "\(url.path)?\($0)" } ?? url.path)
  }

  /// The form of a path with its query, which is escaped as in an address: what isn't ASCII fits no pattern.
  init(_ path: String) {
    bytes = Self.normalized(Array(path.utf8)[...], escapingOthers: false)
  }

  /// The form of a text without wildcards.
  ///
  /// `*` and `$`, which here are no wildcards, get the escapes with which patterns name them.
  static func normalized(
    _ text: ArraySlice<UInt8>, escapingOthers: Bool
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "%"), let escaped = PercentEncoding.escape(in: text, at: index) {
        if isUnreserved(escaped) {
          bytes.append(escaped)
        } else {
          PercentEncoding.append(escaped, to: &bytes)
        }
        index += 3
        continue
      }
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "$"):
        PercentEncoding.append(byte, to: &bytes)
      case 0x21...0x7e where !isUnsafe(byte): bytes.append(byte)
      case 0x80... where !escapingOthers: bytes.append(byte)
      default: PercentEncoding.append(byte, to: &bytes)
      }
      index += 1
    }
    return bytes
  }

  /// Whether a character means the same escaped or not (RFC 3986, 2.3).
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: (byte | 0x20) &- UInt8(ascii: "a") < 26
    }
  }

  /// Whether a printable character is escaped in paths or may be.
  private static func isUnsafe(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
      UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      true
    default: false
    }
  }
}
