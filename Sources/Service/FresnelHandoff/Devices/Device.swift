/// A device of the same person that was paired with this one.
package struct Device: Sendable {
  /// What it is known by: its X25519 key, 32 bytes.
  package let publicKey: [UInt8]
  /// The secret that the pairing gave both, 32 bytes.
  package let pairKey: SecretBytes
  /// Its name for people, at most 64 bytes.
  package var name: String
  /// Where it may be reached, at most eight, the best first.
  package var addresses: [DeviceAddress]
  /// When it was connected last, in seconds since 1970; 0 for never.
  package var lastSeen: UInt64

  /// Makes a device.
  ///
  /// - Precondition: Both keys have 32 bytes.
  package init(
    publicKey: [UInt8], pairKey: SecretBytes, name: String, addresses: [DeviceAddress] = [],
    lastSeen: UInt64 = 0
  ) {
    precondition(publicKey.count == DeviceKey.byteCount && pairKey.byteCount == 32)
    self.publicKey = publicKey
    self.pairKey = pairKey
    self.name = name
    self.addresses = addresses
    self.lastSeen = lastSeen
  }

  /// What names the device within this process.
  package var id: DeviceID { DeviceID(publicKey: publicKey) }
}

/// Names a paired device by its public key.
package struct DeviceID: Hashable, Sendable, Comparable {
  /// The key, 32 bytes.
  package let publicKey: [UInt8]

  /// Names the device of a key.
  package init(publicKey: [UInt8]) {
    self.publicKey = publicKey
  }

  /// Whether the one key comes before the other.
  package static func < (one: DeviceID, other: DeviceID) -> Bool {
    one.publicKey.lexicographicallyPrecedes(other.publicKey)
  }
}
