/// The keys of a pairing, made of the key that the code gave both devices.
struct PairingKeys: Sendable {
  /// A is the device that shows the code, B the one on which it is typed.
  struct Side: Sendable {
    var confirm: SecretBytes
    var seal: SecretBytes
    var stored: SecretBytes
  }

  let a: Side
  let b: Side
  /// The secret that the pair has from now on.
  let pairKey: SecretBytes

  init(_ key: SecretBytes) {
    a = Self.side("A", key)
    b = Self.side("B", key)
    pairKey = Sodium.derive("pair", from: key, .kept)
  }

  private static func side(_ name: String, _ key: SecretBytes) -> Side {
    Side(
      confirm: Sodium.derive("confirm \(name)", from: key),
      seal: Sodium.derive("seal \(name)", from: key),
      stored: Sodium.derive("stored \(name)", from: key))
  }
}
