import FresnelPlatform

@testable import FresnelHandoff

/// The file of paired devices, and what devices say of themselves when they are paired.
///
/// An input's first byte says what the rest is: 0 a file, 1 the contents of one, which are sealed first, 2 an
/// identity, 3 an address, 4 the texts of an announcement, one after each zero.
enum DeviceBookTarget: FuzzTarget {
  private static var key: SecretBytes { SecretBytes(byteCount: 32) { $0[0] = 7 } }

  private static func secret(_ number: UInt8) -> SecretBytes {
    SecretBytes(byteCount: 32) { $0[1] = number }
  }

  static func seeds() throws -> [[UInt8]] {
    var book = DeviceBook(own: DeviceKey(secretKey: secret(1)))
    for number in 2...4 as ClosedRange<UInt8> {
      try book.add(
        Device(
          publicKey: DeviceKey(secretKey: secret(number)).publicKey, pairKey: secret(number),
          name: "Gerät \(number)", addresses: [DeviceAddress("desk.local:4001")].compactMap { $0 },
          lastSeen: 7))
    }
    let head = Array("FRSNDEVS".utf8) + [1, 0, 0, 0] + [UInt8](repeating: 9, count: 24)
    let contents = book.contents().withBytes { Array($0) }
    let identity = PairingIdentity(
      publicKey: book.own.publicKey, name: "Tisch", port: 4001, hosts: ["192.0.2.7", "desk.local"])
    let hints = String(repeating: "0f", count: 64)
    return [
      [0] + file(head, contents), [1] + contents, [2] + identity.encoded(),
      [3] + Array("[fe80::1%eth0]:4001".utf8), [4] + Array("v=1\0h=\(hints)".utf8),
    ]
  }

  /// A file whose seal and checksum agree.
  private static func file(_ head: [UInt8], _ contents: [UInt8]) -> [UInt8] {
    let secret = contents.withUnsafeBytes { SecretBytes(copying: $0) }
    var bytes = head + ExtendedCipher.seal(secret, key: key, head: head)
    bytes.append(number: bytes.checksum(0..<bytes.count))
    return bytes
  }

  static func examine(_ input: [UInt8]) {
    let rest = Array(input.dropFirst())
    switch input.first {
    case 0: open(rest)
    case 1:
      open(file(Array("FRSNDEVS".utf8) + [1, 0, 0, 0] + [UInt8](repeating: 9, count: 24), rest))
    case 2: examine(identity: rest)
    case 3:
      let text = String(decoding: rest, as: UTF8.self)
      if let address = DeviceAddress(text) {
        expect(DeviceAddress(address.description) == address, "An address is written as another.")
      }
    case 4:
      let strings = rest.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
      let hints = HandoffAnnouncement.hints(inText: strings)
      expect(hints.isEmpty || hints.count == 8, "There are too many hints.")
      expect(hints.allSatisfy { $0.count == 8 }, "A hint has another length.")
      _ = HandoffAnnouncement.isInstance(String(decoding: rest, as: UTF8.self))
    default: break
    }
  }

  private static func open(_ bytes: [UInt8]) {
    do throws(HandoffError) {
      let book = try DeviceBook(openedFrom: bytes, key: key)
      let again = try DeviceBook(openedFrom: try book.sealed(key: key), key: key)
      expect(book.devices.count <= HandoffLimits.devices, "There are too many devices.")
      expect(
        book.contents().withBytes { Array($0) } == again.contents().withBytes { Array($0) },
        "A book changes when it is written.")
    } catch {
      expect(
        [.damaged, .newerFormat, .wrongKey].contains(error.code), "A damaged file is not called so."
      )
    }
  }

  private static func examine(identity bytes: [UInt8]) {
    do throws(HandoffError) {
      let identity = try PairingIdentity(decoding: bytes)
      expect(identity.encoded() == bytes, "An identity has two encodings.")
      let device = identity.device(pairKey: secret(1))
      var book = DeviceBook(own: DeviceKey(secretKey: secret(1)))
      try book.add(device)
    } catch {
      expect(error.code == .malformed, "A broken identity is not called so.")
    }
  }
}
