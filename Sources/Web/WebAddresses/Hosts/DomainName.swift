import CIDN

/// Names of hosts, which may be written in any script.
package enum DomainName {
  /// The most bytes that a name in another script may have; DNS allows 253 characters.
  static let maximumLength = 1024

  /// The ASCII form of a name, as addresses of special schemes have it; `nil` when it has none or when it
  /// has a character that no name may have.
  ///
  /// A name in ASCII is only made small, encoded labels in it are not checked. Any other goes through UTS #46.
  static func ascii(_ name: [UInt8]) -> [UInt8]? {
    let converted =
      name.contains { $0 >= 0x80 } ? convert(modernized(name)) : name.map(\.lowercased)
    guard let converted, !converted.isEmpty,
      !converted.contains(where: ByteSet.forbiddenInDomain.contains)
    else { return nil }
    return converted
  }

  private static func convert(_ name: [UInt8]) -> [UInt8]? {
    guard name.count <= maximumLength else { return nil }
    // A character becomes at most a few others, and each at most a few digits.
    let capacity = 16 * name.count
    var length: Int32 = -1
    let ascii = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      name.withUnsafeBytes { name in
        length = buffer.withMemoryRebound(to: CChar.self) {
          fresnel_domain_to_ascii(
            name.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(name.count),
            $0.baseAddress,
            Int32(capacity))
        }
      }
      count = max(0, Int(length))
    }
    return length < 0 ? nil : ascii
  }

  /// The name with those characters mapped that UTS #46 maps otherwise since Unicode 15.1 or 16 than older data,
  /// which the system's ICU may have.
  private static func modernized(_ name: [UInt8]) -> [UInt8] {
    var scalars = String.UnicodeScalarView()
    for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      // Capital letters whose small ones are younger.
      case 0x04c0, 0x10a0...0x10c5, 0x2132, 0x2183:
        scalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      // Once two letters.
      case 0x1e9e: scalars.append("ß")
      // Ideographs whose decomposition was once wrong.
      case 0x2f868: scalars.append("\u{36fc}")
      case 0x2f874: scalars.append("\u{5f53}")
      case 0x2f91f: scalars.append("\u{243ab}")
      case 0x2f95f: scalars.append("\u{7aee}")
      case 0x2f9bf: scalars.append("\u{45d7}")
      // Fillers and controls that show nothing.
      case 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x2061...0x2063, 0x206a...0x206f, 0x3164, 0xffa0:
        continue
      default: scalars.append(scalar)
      }
    }
    return Array(String(scalars).utf8)
  }
}
