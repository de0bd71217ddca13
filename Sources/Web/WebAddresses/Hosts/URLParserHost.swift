extension URLParser {
  /// Reads a host and writes it.
  ///
  /// - Parameter range: The host, which isn't empty.
  /// - Returns: Whether it is valid.
  mutating func parseHost(_ range: Range<Int>) -> Bool {
    if input[range.lowerBound] == UInt8(ascii: "[") {
      guard range.count > 1, input[range.upperBound - 1] == UInt8(ascii: "]"),
        let address = IPv6Address(input[range.lowerBound + 1..<range.upperBound - 1])
      else { return false }
      address.write(to: &output)
      return true
    }
    if marks.special == nil {
      for index in range
      where input[index] < 0x80 && ByteSet.forbiddenInHost.contains(input[index]) { return false }
      append(range, escaping: .control)
      return true
    }
    let start = output.count
    for index in range {
      if ByteSet.forbiddenInDomain.contains(input[index]) {
        // An escape, a character that isn't ASCII, or one that has no place here.
        output.removeSubrange(start...)
        guard let name = DomainName.ascii(PercentEncoding.decode(input[range])) else {
          return false
        }
        output.append(contentsOf: name)
        return finishDomain(at: start)
      }
      output.append(input[index].lowercased)
    }
    return finishDomain(at: start)
  }

  /// Writes a domain that means an IPv4 address as that; tells whether it is valid.
  private mutating func finishDomain(at start: Int) -> Bool {
    guard IPv4Address.isMeant(by: output[start...]) else { return true }
    guard let address = IPv4Address(output[start...]) else { return false }
    output.removeSubrange(start...)
    address.write(to: &output)
    return true
  }
}
