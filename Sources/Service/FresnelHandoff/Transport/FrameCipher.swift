/// The key of one direction of a connection, and how many frames it has sealed or opened.
///
/// A frame's nonce is its number. After every 65,536 frames the key is replaced by one made of it, as Noise does
/// (section 4.2), so that who finds one out cannot open what went before.
struct FrameCipher: ~Copyable {
  /// How many frames one key seals.
  static let framesOfAKey: UInt64 = 65_536

  private var key: SecretBytes
  private(set) var number: UInt64 = 0

  init(key: SecretBytes) {
    self.key = key
  }

  /// Seals the next frame.
  mutating func seal(_ plain: [UInt8]) -> [UInt8] {
    let sealed = Sodium.seal(plain, key: key, nonce: Sodium.nonce(number), additional: [])
    advance()
    return sealed
  }

  /// Opens the next frame; `nil`, and nothing is changed, when it is none.
  mutating func open(_ sealed: ArraySlice<UInt8>) -> [UInt8]? {
    let nonce = Sodium.nonce(number)
    guard let plain = Sodium.open(sealed, key: key, nonce: nonce, additional: []) else {
      return nil
    }
    advance()
    return plain
  }

  private mutating func advance() {
    number += 1
    guard number.isMultiple(of: Self.framesOfAKey) else { return }
    let zeros = [UInt8](repeating: 0, count: Sodium.keyByteCount)
    var next = Sodium.seal(zeros, key: key, nonce: Sodium.nonce(.max), additional: [])
    next.removeLast(Sodium.tagByteCount)
    key = SecretBytes(.kept, taking: &next)
  }
}
