/// What a device tells the network about itself: to its own it is a place, to others that some Fresnel runs there.
package struct HandoffAnnouncement: Hashable, Sendable {
  /// The type of the service in DNS-SD.
  package static let serviceType = "_fresnel._tcp"
  /// How many hints an announcement has, whatever number of devices is paired.
  package static let hintCount = 8

  /// The name of the instance: 16 hexadecimal digits that mean nothing.
  package let instance: String
  /// Eight hints of eight bytes, in an order that means nothing.
  package let hints: [[UInt8]]

  /// Makes an announcement to the devices paired.
  ///
  /// More than eight take turns, one step an epoch.
  ///
  /// - Parameters:
  ///   - book: The devices.
  ///   - epoch: When.
  ///   - generator: Where what means nothing comes from.
  package init(
    to book: DeviceBook, epoch: UInt64, using generator: inout some RandomNumberGenerator
  ) {
    let count = book.devices.count
    let first = count > Self.hintCount ? Int(epoch % UInt64(count)) : 0
    var hints = (0..<min(count, Self.hintCount)).map { step in
      let device = book.devices[(first + step) % count]
      return HandoffHint.find(
        pairKey: device.pairKey, publicKey: book.own.publicKey, epoch: epoch)
    }
    while hints.count < Self.hintCount {
      hints.append(Sodium.littleEndian(generator.next()))
    }
    hints.shuffle(using: &generator)
    self.hints = hints
    instance = Self.instance(using: &generator)
  }

  /// A name for an instance, which means nothing.
  package static func instance(using generator: inout some RandomNumberGenerator) -> String {
    let digits = String(generator.next() as UInt64, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Whether a name from anywhere may be that of an instance.
  package static func isInstance(_ name: String) -> Bool {
    name.utf8.count == 16
      && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// The strings of the TXT record.
  package var text: [String] {
    ["v=1", "h=" + hints.joined().map { Self.hexadecimal($0) }.joined()]
  }

  /// The hints of a TXT record from anywhere; none when it is not of this version.
  package static func hints(inText strings: [[UInt8]]) -> [[UInt8]] {
    guard strings.contains(Array("v=1".utf8)),
      let string = strings.first(where: { $0.starts(with: Array("h=".utf8)) }),
      string.count == 2 + hintCount * HandoffHint.findByteCount * 2,
      let bytes = bytes(ofHexadecimal: string.dropFirst(2))
    else { return [] }
    return stride(from: 0, to: bytes.count, by: HandoffHint.findByteCount).map {
      Array(bytes[$0..<$0 + HandoffHint.findByteCount])
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// The bytes of an even number of digits.
  private static func bytes(ofHexadecimal digits: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      guard let value = Character(UnicodeScalar(digit)).hexDigitValue.map(UInt8.init) else {
        return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}
