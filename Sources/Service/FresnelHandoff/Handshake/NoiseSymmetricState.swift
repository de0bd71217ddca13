/// What both sides of a Noise handshake have in common so far: a hash of all that was said, a chaining key, and
/// the key that the next payload is sealed with.
///
/// The Noise Protocol Framework, revision 34, section 5.2, with ChaChaPoly and BLAKE2b. It begins with the secret
/// that both sides have beforehand, as patterns with `psk0` do, so there is a key from the beginning.
struct NoiseSymmetricState: ~Copyable {
  private var hash: [UInt8]
  private var chainingKey: SecretBytes
  private var key: SecretBytes
  private var nonce: UInt64 = 0

  /// Begins.
  ///
  /// - Parameters:
  ///   - protocolName: The protocol's name, at most 64 bytes.
  ///   - known: What both sides know before the first message, in its order.
  ///   - sharedKey: The secret that both have beforehand.
  init(protocolName: StaticString, known: [[UInt8]], sharedKey: SecretBytes) {
    var name = protocolName.withUTF8Buffer { Array($0) }
    precondition(name.count <= HashMAC.hashByteCount, "A longer name would be hashed.")
    name += [UInt8](repeating: 0, count: HashMAC.hashByteCount - name.count)
    var hash = name
    for part in known { hash = Self.hash(hash, part) }
    // The framework's `MixKeyAndHash`.
    let first = name.withUnsafeBytes { SecretBytes(copying: $0) }
    let outputs = HashMAC.derive(sharedKey, chainingKey: first, count: 3)
    chainingKey = outputs[0]
    self.hash = Self.hash(hash, outputs[1].withBytes { Array($0) })
    key = outputs[2].prefix(Sodium.keyByteCount)
  }

  /// Mixes a public key that is sent in the clear into the hash, and into the keys as well, as section 9.2 wants it
  /// where there is a shared secret.
  mutating func mix(ephemeral publicKey: [UInt8]) {
    hash = Self.hash(hash, publicKey)
    mix(key: publicKey.withUnsafeBytes { SecretBytes(copying: $0) })
  }

  /// Mixes something into the keys.
  mutating func mix(key input: SecretBytes) {
    let outputs = HashMAC.derive(input, chainingKey: chainingKey, count: 2)
    chainingKey = outputs[0]
    key = outputs[1].prefix(Sodium.keyByteCount)
    nonce = 0
  }

  /// Seals a payload and mixes what was sealed into the hash.
  mutating func seal(_ plain: [UInt8]) -> [UInt8] {
    let sealed = Sodium.seal(plain, key: key, nonce: Sodium.nonce(nonce), additional: hash)
    nonce += 1
    hash = Self.hash(hash, sealed)
    return sealed
  }

  /// Opens a payload and mixes what was sealed into the hash; `nil`, and nothing is changed, when it is not
  /// what the other side sealed.
  mutating func open(_ sealed: [UInt8]) -> [UInt8]? {
    guard
      let plain = Sodium.open(
        sealed, key: key, nonce: Sodium.nonce(nonce), additional: hash)
    else { return nil }
    nonce += 1
    hash = Self.hash(hash, sealed)
    return plain
  }

  /// The keys of the two directions, that of the initiator first.
  consuming func split() -> (SecretBytes, SecretBytes) {
    let nothing = SecretBytes(byteCount: 0) { _ in }
    let outputs = HashMAC.derive(nothing, chainingKey: chainingKey, count: 2)
    return (
      outputs[0].prefix(Sodium.keyByteCount, .kept), outputs[1].prefix(Sodium.keyByteCount, .kept)
    )
  }

  private static func hash(_ hash: [UInt8], _ data: [UInt8]) -> [UInt8] {
    (hash + data).withUnsafeBytes { Sodium.hash($0) }
  }
}
