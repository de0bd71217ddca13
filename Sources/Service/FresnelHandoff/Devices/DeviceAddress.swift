package import SpotlightWire

/// Where a device may be reached: a host's name or address, and a port.
package struct DeviceAddress: Hashable, Sendable, CustomStringConvertible {
  /// A name or an address, 1 to 255 bytes of ASCII without blanks; an IPv6 address without brackets.
  package let host: String
  /// The port, 1 to 65535.
  package let port: UInt16

  /// Makes an address; `nil` when the host or the port is none.
  package init?(host: String, port: UInt16) {
    let allowed = host.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != 0x5b && $0 != 0x5d }
    guard allowed, (1...HandoffLimits.host).contains(host.utf8.count), port > 0 else { return nil }
    self.host = host
    self.port = port
  }

  /// Reads `HOST:PORT` or `[IPV6]:PORT`; `nil` when the text is neither.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...]),
      text[text.index(after: colon)...].utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    self.init(host: String(host), port: port)
  }

  /// The address as it is typed.
  package var description: String {
    host.utf8.contains(0x3a) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

extension DeviceAddress: WireValue {
  /// Appends the host and the port.
  package func write(to writer: inout WireWriter) {
    writer.append(string: host)
    writer.append(port)
  }

  /// Reads an address.
  package init(from reader: inout WireReader) throws(WireError) {
    guard let address = DeviceAddress(host: try reader.string(), port: try reader.integer()) else {
      throw WireError(.malformed, "An address of a device is none.")
    }
    self = address
  }
}
