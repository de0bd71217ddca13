/// What can be said of a URL without opening it.
package enum WebAddress {
  /// Whether a URL is one of the web: it begins with `http:` or `https:`, in any case.
  package static func isWeb(_ url: String) -> Bool {
    let start = url.utf8.prefix { $0 != UInt8(ascii: ":") }
    guard start.count < url.utf8.count, start.count <= 5 else { return false }
    let scheme = start.map(lowercased)
    return scheme == Array("http".utf8) || scheme == Array("https".utf8)
  }

  /// The URL in the form by which URLs are compared: scheme and host in lower case, the rest as it came. What
  /// has no scheme stays as it is.
  ///
  /// These are the two changes that RFC 3986, section 6.2.2.1, makes to letters. Others that keep the
  /// meaning, such as adding the path `/`, are not made: apps do not agree on them.
  package static func normalized(_ url: String) -> String {
    var bytes = Array(url.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      bytes[..<colon].allSatisfy(isSchemeByte)
    else { return url }
    for index in 0..<colon { bytes[index] = lowercased(bytes[index]) }
    if let host = hostRange(in: bytes, after: colon) {
      for index in host { bytes[index] = lowercased(bytes[index]) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The host of a URL and its port, in lower case; `nil` when it has none.
  package static func host(of url: String) -> String? {
    let bytes = Array(normalized(url).utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let host = hostRange(in: bytes, after: colon), !host.isEmpty
    else { return nil }
    return String(decoding: bytes[host], as: UTF8.self)
  }

  /// The place of host and port: what follows `//` up to the path, without name and password.
  private static func hostRange(in bytes: [UInt8], after colon: Int) -> Range<Int>? {
    let start = colon + 3
    guard bytes.count >= start, bytes[colon + 1..<start].allSatisfy({ $0 == UInt8(ascii: "/") })
    else { return nil }
    let ends = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
    let end = bytes[start...].firstIndex(where: ends.contains) ?? bytes.count
    let lower = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? start
    return lower..<end
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
