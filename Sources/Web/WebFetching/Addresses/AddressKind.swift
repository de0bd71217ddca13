/// What an address of the Internet Protocol stands for.
///
/// The registries of addresses for special purposes decide (RFC 6890 and what updates it). An address of version 6
/// that leads to one of version 4 is of that one's kind, so that no spelling gets around a rule.
package enum AddressKind: String, Hashable, Sendable, CaseIterable {
  /// Anybody's, on the public network.
  case global
  /// This machine itself.
  case loopback
  /// A private network: 10.0.0.0/8, fc00::/7 and the like.
  case privateNetwork = "private"
  /// The network that this machine is plugged into; the data services of clouds are there too.
  case linkLocal = "link-local"
  /// Between a provider and its customers (100.64.0.0/10).
  case providerNetwork = "carrier-grade NAT"
  /// A group of machines, or all of a network.
  case multicast
  /// For examples in texts, and for measuring.
  case documentation
  /// For nobody yet, or for purposes of protocols.
  case reserved

  /// The kind of an address.
  ///
  /// - Parameter bytes: 4 bytes of version 4, or 16 of version 6; anything else is reserved.
  package init(of bytes: [UInt8]) {
    switch bytes.count {
    case 4: self = Self.ofVersion4(bytes)
    case 16: self = Self.ofVersion6(bytes)
    default: self = .reserved
    }
  }

  private static func ofVersion4(_ bytes: [UInt8]) -> AddressKind {
    for (prefix, length, kind) in networksOfVersion4 where begins(bytes, with: prefix, length) {
      return kind
    }
    return .global
  }

  private static func ofVersion6(_ bytes: [UInt8]) -> AddressKind {
    if let inner = innerAddress(of: bytes) { return ofVersion4(inner) }
    for (prefix, length, kind) in networksOfVersion6 where begins(bytes, with: prefix, length) {
      return kind
    }
    // All that has been given out is in 2000::/3.
    return begins(bytes, with: [0x20], 3) ? .global : .reserved
  }

  /// The address of version 4 that one of version 6 leads to; `nil` when it leads to none.
  private static func innerAddress(of bytes: [UInt8]) -> [UInt8]? {
    let isMapped = begins(bytes, with: zeros(10) + [0xFF, 0xFF], 96)
    // Written so before mapped ones were; `::` and `::1` are addresses of their own.
    let isCompatible = begins(bytes, with: zeros(12), 96) && bytes[12...14].contains { $0 != 0 }
    // SIIT, as `::ffff:0:a.b.c.d`.
    let isTranslated = begins(bytes, with: zeros(8) + [0xFF, 0xFF, 0, 0], 96)
    let isNAT64 = begins(bytes, with: [0x00, 0x64, 0xFF, 0x9B] + zeros(8), 96)
    // ISATAP, in any network.
    let isWithinSite = bytes[8] & 0xFD == 0 && Array(bytes[9..<12]) == [0x00, 0x5E, 0xFE]
    if isMapped || isCompatible || isTranslated || isNAT64 || isWithinSite {
      return Array(bytes[12..<16])
    }
    // 6to4.
    if begins(bytes, with: [0x20, 0x02], 16) { return Array(bytes[2..<6]) }
    // Teredo: the address of the client behind it, every bit turned.
    if begins(bytes, with: [0x20, 0x01, 0, 0], 32) { return bytes[12..<16].map { ~$0 } }
    return nil
  }

  private static func zeros(_ count: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: count)
  }

  private static func begins(_ bytes: [UInt8], with prefix: [UInt8], _ length: Int) -> Bool {
    let whole = length / 8
    guard bytes.prefix(whole).elementsEqual(prefix.prefix(whole)) else { return false }
    let rest = length % 8
    guard rest > 0 else { return true }
    let mask = UInt8(truncatingIfNeeded: 0xFF00 >> rest)
    return bytes[whole] & mask == prefix[whole] & mask
  }

  private static let networksOfVersion4: [([UInt8], Int, AddressKind)] = [
    // "This network": Linux takes 0.0.0.0 for the machine itself.
    ([0], 8, .loopback),
    ([10], 8, .privateNetwork),
    ([100, 64], 10, .providerNetwork),
    ([127], 8, .loopback),
    ([169, 254], 16, .linkLocal),
    ([172, 16], 12, .privateNetwork),
    ([192, 0, 0], 24, .reserved),
    ([192, 0, 2], 24, .documentation),
    ([192, 31, 196], 24, .reserved),
    ([192, 52, 193], 24, .reserved),
    ([192, 88, 99], 24, .reserved),
    ([192, 168], 16, .privateNetwork),
    ([192, 175, 48], 24, .reserved),
    ([198, 18], 15, .documentation),
    ([198, 51, 100], 24, .documentation),
    ([203, 0, 113], 24, .documentation),
    ([224], 4, .multicast),
    ([255, 255, 255, 255], 32, .multicast),
    ([240], 4, .reserved),
  ]

  private static let networksOfVersion6: [([UInt8], Int, AddressKind)] = [
    // `::` and `::1`.
    (zeros(15) + [0], 127, .loopback),
    // Translation within a network.
    ([0x00, 0x64, 0xFF, 0x9B, 0x00, 0x01], 48, .privateNetwork),
    ([0xFC], 7, .privateNetwork),
    ([0xFE, 0x80], 10, .linkLocal),
    // Site-local, as it was before fc00::/7.
    ([0xFE, 0xC0], 10, .privateNetwork),
    ([0xFF], 8, .multicast),
    ([0x20, 0x01, 0x0D, 0xB8], 32, .documentation),
    ([0x3F, 0xFF, 0x00], 20, .documentation),
    // Benchmarking.
    ([0x20, 0x01, 0x00, 0x02, 0, 0], 48, .documentation),
    // Protocols.
    ([0x20, 0x01, 0x00], 23, .reserved),
  ]
}
