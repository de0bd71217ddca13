extension URLParser {
  /// Reads user, host and port, and the path behind them.
  ///
  /// - Parameter range: What stands behind the two slashes.
  /// - Returns: Whether they are valid.
  mutating func parseAuthority(_ range: Range<Int>) -> Bool {
    output.append(contentsOf: "//".utf8)
    marks.hasHost = true
    let end = range.first { isSlash(input[$0]) } ?? range.upperBound
    var host = range.lowerBound..<end
    marks.usernameEnd = offset
    if let at = host.last(where: { input[$0] == UInt8(ascii: "@") }) {
      appendUser(host.lowerBound..<at)
      host = at + 1..<end
      if host.isEmpty { return false }
    }
    marks.hostStart = offset

    let colon = portColon(in: host)
    if let colon {
      guard colon > host.lowerBound, parsePort(colon + 1..<end) else { return false }
      host = host.lowerBound..<colon
    }
    if host.isEmpty {
      if marks.special != nil { return false }
    } else if !parseHost(host) {
      return false
    }
    marks.hostEnd = offset
    if let port = marks.port {
      output.append(UInt8(ascii: ":"))
      output.append(contentsOf: String(port).utf8)
    }
    marks.authorityEnd = offset
    marks.pathStart = offset

    let path = end..<range.upperBound
    if !path.isEmpty {
      parsePath(path.dropFirst())
    } else if marks.special != nil {
      output.append(UInt8(ascii: "/"))
    }
    return true
  }

  /// Writes the user's name and password, with the `@`.
  private mutating func appendUser(_ range: Range<Int>) {
    let colon = firstIndex(of: UInt8(ascii: ":"), in: range) ?? range.upperBound
    append(range.lowerBound..<colon, escaping: .userInfo)
    marks.usernameEnd = offset
    let hasPassword = colon + 1 < range.upperBound
    if hasPassword {
      output.append(UInt8(ascii: ":"))
      append(colon + 1..<range.upperBound, escaping: .userInfo)
    }
    if hasPassword || colon > range.lowerBound { output.append(UInt8(ascii: "@")) }
  }

  /// The colon before a port, which stands outside brackets.
  private func portColon(in host: Range<Int>) -> Int? {
    var isInBrackets = false
    for index in host {
      switch input[index] {
      case UInt8(ascii: "["): isInBrackets = true
      case UInt8(ascii: "]"): isInBrackets = false
      case UInt8(ascii: ":") where !isInBrackets: return index
      default: continue
      }
    }
    return nil
  }

  /// Reads a port; tells whether it is one. An empty one is none.
  private mutating func parsePort(_ range: Range<Int>) -> Bool {
    var port: UInt32 = 0
    for index in range {
      guard input[index].isDigit else { return false }
      port = port * 10 + UInt32(input[index] - UInt8(ascii: "0"))
      if port > 0xffff { return false }
    }
    let isNamed = !range.isEmpty && UInt16(port) != marks.special?.defaultPort
    marks.port = isNamed ? UInt16(port) : nil
    return true
  }
}
