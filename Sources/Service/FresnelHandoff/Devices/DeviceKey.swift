internal import CHandoffCrypto
internal import CSodium

/// The X25519 keys of a device: one that the others know it by, and one that nobody else has.
package struct DeviceKey: Sendable {
  /// The number of bytes of each.
  package static let byteCount = 32

  /// What the others know the device by.
  package let publicKey: [UInt8]
  /// What nobody else has.
  package let secretKey: SecretBytes

  /// Makes the keys of a secret one that was kept.
  ///
  /// - Precondition: There are ``byteCount`` bytes.
  package init(secretKey: SecretBytes) {
    precondition(secretKey.byteCount == Self.byteCount, "A secret key has 32 bytes.")
    self.secretKey = secretKey
    var publicKey = [UInt8](repeating: 0, count: Self.byteCount)
    secretKey.withBytes { fresnel_sodium_box_public_key($0.baseAddress, &publicKey) }
    self.publicKey = publicKey
  }

  /// Makes keys that nobody else has.
  package static func random(_ life: SecretBytes.Life = .kept) -> DeviceKey {
    DeviceKey(secretKey: .random(byteCount: byteCount, life))
  }

  /// The secret that these keys and somebody's public key have in common.
  ///
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/forged`` for a public key of small order, with
  ///   which everybody has the same secret.
  func shared(with publicKey: [UInt8]) throws(HandoffError) -> SecretBytes {
    var isSecret = publicKey.count == Self.byteCount
    let shared = SecretBytes(byteCount: Self.byteCount) { shared in
      guard isSecret else { return }
      isSecret = secretKey.withBytes { secretKey in
        fresnel_handoff_x25519(secretKey.baseAddress, publicKey, shared.baseAddress) == 0
      }
    }
    guard isSecret else { throw HandoffError(.forged, "A public key of the connection is none.") }
    return shared
  }
}
