/// What both sides of a Noise handshake have in common so far: a hash of all that was said, a chaining key, and
/// the key that the next payload is sealed with.
///
/// The Noise Protocol Framework, revision 34, section 5.2, with ChaChaPoly and BLAKE2b.
struct NoiseSymmetricState: ~Copyable {
  /// The hash of all that was said.
  private(set) var hash: [UInt8]
  private var chainingKey: SecretBytes
  private var key: SecretBytes?
  private var nonce: UInt64 = 0

  /// Begins with the name of the protocol, at most 64 bytes.
  init(protocolName: String) {
    var name = Array(protocolName.utf8)
    precondition(name.count <= HashMAC.hashByteCount, "A longer name would be hashed.")
    name += [UInt8](repeating: 0, count: HashMAC.hashByteCount - name.count)
    hash = name
    chainingKey = name.withUnsafeBytes { SecretBytes(copying: $0) }
  }

  /// Mixes something into the hash that both sides know.
  mutating func mix(hash data: [UInt8]) {
    hash = (hash + data).withUnsafeBytes { Sodium.hash($0) }
  }

  /// Mixes something into the keys.
  mutating func mix(key input: SecretBytes) {
    let outputs = HashMAC.derive(input, chainingKey: chainingKey, count: 2)
    chainingKey = outputs[0]
    set(key: outputs[1])
  }

  /// Mixes a secret that both sides have beforehand into the keys and the hash.
  mutating func mix(sharedKey input: SecretBytes) {
    let outputs = HashMAC.derive(input, chainingKey: chainingKey, count: 3)
    chainingKey = outputs[0]
    mix(hash: outputs[1].withBytes { Array($0) })
    set(key: outputs[2])
  }

  private mutating func set(key output: SecretBytes) {
    key = output.prefix(Sodium.keyByteCount)
    nonce = 0
  }

  /// Seals a payload and mixes what was sealed into the hash.
  mutating func seal(_ plain: [UInt8]) -> [UInt8] {
    guard let key else { preconditionFailure("A key was mixed in before every payload.") }
    let sealed = Sodium.seal(plain, key: key, nonce: Sodium.nonce(nonce), additional: hash)
    nonce += 1
    mix(hash: sealed)
    return sealed
  }

  /// Opens a payload and mixes what was sealed into the hash; `nil`, and nothing is changed, when it is not
  /// what the other side sealed.
  mutating func open(_ sealed: [UInt8]) -> [UInt8]? {
    guard let key else { preconditionFailure("A key was mixed in before every payload.") }
    guard
      let plain = Sodium.open(
        sealed, key: key, nonce: Sodium.nonce(nonce), additional: hash)
    else { return nil }
    nonce += 1
    mix(hash: sealed)
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
}
