internal import CPlatform

/// An address of the Internet Protocol, version 4 or 6, and a port of TCP.
package struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
  /// The most addresses that ``resolving(_:port:)`` finds.
  package static let resolvedLimit = 16

  /// The address, 4 bytes of version 4 or 16 of version 6.
  package let bytes: [UInt8]
  /// The port; 0 to have the system choose one to listen at.
  package let port: UInt16
  /// The interface that a link-local address belongs to; 0 elsewhere.
  package let scope: UInt32

  /// Reads an address such as `127.0.0.2`, `::1` or `fe80::1%eth0`; `nil` when the text is none, as a name is.
  package init?(_ host: String, port: UInt16) {
    var address = fresnel_network_address()
    guard !host.utf8.contains(0), fresnel_network_parse(host, &address) == 1 else { return nil }
    address.port = port
    self.init(address)
  }

  /// Reads an address and a port, as ``description`` writes them; `nil` when the text is none.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else {
      return nil
    }
    self.init(String(host), port: port)
  }

  /// Every address of this machine of version 4, to listen at.
  package static func anyOfVersion4(port: UInt16) -> NetworkAddress {
    NetworkAddress(bytes: [UInt8](repeating: 0, count: 4), port: port)
  }

  /// Whether it stands for every address of this machine.
  package var isAny: Bool { bytes.allSatisfy { $0 == 0 } }

  /// The same address with another port.
  package func with(port: UInt16) -> NetworkAddress {
    NetworkAddress(bytes: bytes, port: port, scope: scope)
  }

  /// Every address of this machine of version 6, to listen at.
  package static func anyOfVersion6(port: UInt16) -> NetworkAddress {
    NetworkAddress(bytes: [UInt8](repeating: 0, count: 16), port: port)
  }

  /// The addresses of a host, the best first; none when its name is not known.
  ///
  /// Waits for the network, for a long time where that is bad: not for the thread of an ``EventLoop``.
  package static func resolving(_ host: String, port: UInt16) -> [NetworkAddress] {
    guard !host.utf8.contains(0) else { return [] }
    let addresses = [fresnel_network_address](unsafeUninitializedCapacity: resolvedLimit) {
      $1 = max(0, Int(fresnel_network_resolve(host, $0.baseAddress, resolvedLimit)))
    }
    return addresses.map { address in
      var address = address
      address.port = port
      return NetworkAddress(address)
    }
  }

  init(_ address: fresnel_network_address) {
    bytes = withUnsafeBytes(of: address.bytes) { Array($0.prefix(Int(address.byte_count))) }
    port = address.port
    scope = address.scope
  }

  private init(bytes: [UInt8], port: UInt16, scope: UInt32 = 0) {
    self.bytes = bytes
    self.port = port
    self.scope = scope
  }

  /// As the C functions have it.
  var system: fresnel_network_address {
    var address = fresnel_network_address()
    withUnsafeMutableBytes(of: &address.bytes) { $0.copyBytes(from: bytes) }
    address.byte_count = UInt8(bytes.count)
    address.port = port
    address.scope = scope
    return address
  }

  /// The address without its port, as people write it.
  package var host: String {
    var address = system
    let text = [CChar](unsafeUninitializedCapacity: Int(FRESNEL_NETWORK_TEXT)) { buffer, count in
      fresnel_network_format(&address, buffer.baseAddress)
      count = buffer.firstIndex(of: 0) ?? 0
    }
    return String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The address and its port: `127.0.0.2:4001`, `[::1]:4001`.
  package var description: String {
    bytes.count == 4 ? "\(host):\(port)" : "[\(host)]:\(port)"
  }
}
