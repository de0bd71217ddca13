/// An address of an app that a script seems to go to. Scripts are not run; this is only noticed.
struct ScriptDeepLink: Hashable {
  /// The address as written.
  let url: String
  /// Where it begins in the script, in bytes.
  let offset: Int

  /// The first address in a script that is given to `location`, or opened, and has a scheme of its own.
  ///
  /// - Complexity: O(*n*) in the length of the script.
  static func first(in script: [UInt8]) -> ScriptDeepLink? {
    var place = 0
    while place < script.count {
      let quote = script[place]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") || quote == UInt8(ascii: "`")
      else {
        place += 1
        continue
      }
      if let length = lengthOfAddress(script, place + 1), goesThere(script, before: place) {
        return ScriptDeepLink(
          url: String(decoding: script[(place + 1)..<(place + 1 + length)], as: UTF8.self),
          offset: place + 1)
      }
      place += 1
    }
    return nil
  }

  /// The most bytes of an address that are shown, and the most of a scheme.
  private static let longestAddress = 200
  private static let longestScheme = 64

  /// The length of the address of an app's own scheme that begins at a place.
  private static func lengthOfAddress(_ script: [UInt8], _ start: Int) -> Int? {
    var end = start
    while end < script.count, end - start <= longestScheme, isOfScheme(script[end], end == start) {
      end += 1
    }
    guard end > start, script[end...].starts(with: "://".utf8) else { return nil }
    let scheme = String(decoding: script[start..<end], as: UTF8.self).asciiLowercased
    guard AppURL.isOfApp(scheme: scheme) || scheme == "intent" else { return nil }
    while end < script.count, end - start < longestAddress, !endsAddress(script[end]) { end += 1 }
    return end - start
  }

  /// Whether the code before a quote goes to what is quoted: `location = `, `location.href = `,
  /// `location.assign(`, `location.replace(` or `open(`.
  private static func goesThere(_ script: [UInt8], before quote: Int) -> Bool {
    let window = script[max(0, quote - 64)..<quote].filter { !HTMLText.isSpace($0) }
    return beginnings.contains { window.reversed().starts(with: $0) }
  }

  private static let beginnings: [[UInt8]] = [
    "location=", "location.href=", "location.assign(", "location.replace(", "window.open(",
  ].map { Array($0.utf8.reversed()) }

  private static func isOfScheme(_ byte: UInt8, _ isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      !isFirst
    default: false
    }
  }

  private static func endsAddress(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
      || byte == UInt8(ascii: "`")
  }
}
