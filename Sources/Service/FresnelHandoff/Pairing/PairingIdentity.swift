internal import SpotlightWire

/// What a device tells of itself when it is paired.
package struct PairingIdentity: Hashable, Sendable {
  /// The bytes of an identity, filled up with zeros, so that its length says nothing.
  static let byteCount = 1_024
  /// The most bytes of a host in an identity.
  static let hostLimit = 64

  /// Its X25519 key, 32 bytes.
  package let publicKey: [UInt8]
  /// Its name for people, at most 64 bytes.
  package let name: String
  /// The port at which it is called; 0 when it is not.
  package let port: UInt16
  /// The hosts at which it is called, at most eight of at most 64 bytes.
  package let hosts: [String]

  /// Puts the parts together. A name that is too long is cut; hosts that are too long or too many are left out.
  package init(publicKey: [UInt8], name: String, port: UInt16, hosts: [String]) {
    precondition(publicKey.count == DeviceKey.byteCount, "A public key has 32 bytes.")
    self.publicKey = publicKey
    var name = name
    while name.utf8.count > HandoffLimits.deviceName { name.removeLast() }
    self.name = name
    self.port = port
    let fitting = hosts.filter { (1...Self.hostLimit).contains($0.utf8.count) }
    self.hosts = Array(fitting.prefix(HandoffLimits.addresses))
  }

  /// The identity's bytes.
  func encoded() -> [UInt8] {
    var writer = WireWriter()
    writer.append(raw: publicKey)
    writer.append(string: name)
    writer.append(port)
    writer.append(list: hosts)
    let bytes = writer.finish()
    return bytes + [UInt8](repeating: 0, count: Self.byteCount - bytes.count)
  }

  /// Reads an identity.
  ///
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/malformed``.
  init(decoding bytes: [UInt8]) throws(HandoffError) {
    var reader = WireReader(bytes)
    do throws(WireError) {
      publicKey = try reader.raw(count: DeviceKey.byteCount)
      name = try reader.string()
      port = try reader.integer()
      hosts = try reader.list()
    } catch {
      throw HandoffError(error)
    }
    guard bytes.count == Self.byteCount, name.utf8.count <= HandoffLimits.deviceName,
      hosts.count <= HandoffLimits.addresses,
      hosts.allSatisfy({ (1...Self.hostLimit).contains($0.utf8.count) }),
      bytes[reader.position...].allSatisfy({ $0 == 0 })
    else { throw HandoffError(.malformed, "What the other device says of itself is malformed.") }
  }

  /// The device that says this of itself.
  func device(pairKey: SecretBytes) -> Device {
    Device(
      publicKey: publicKey, pairKey: pairKey, name: name,
      addresses: hosts.compactMap { DeviceAddress(host: $0, port: port) })
  }
}
