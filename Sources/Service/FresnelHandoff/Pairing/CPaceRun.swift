internal import CHandoffCrypto

/// One side of CPace, the password-authenticated key exchange that CFRG chose, with the suite
/// CPACE-RISTR255-SHA512 (draft-irtf-cfrg-cpace-21): two sides that know the same code agree on a key, and who
/// does not know it learns nothing but whether one guess was right.
package struct CPaceRun: ~Copyable {
  /// Which side one is.
  package enum Role: Sendable {
    /// The one whose share is sent first.
    case initiator
    /// The one whose share answers.
    case responder
  }

  /// The bytes of a share.
  package static let shareByteCount = 32

  /// What the other side is told.
  package let share: [UInt8]

  private let role: Role
  private let sid: [UInt8]
  private let scalar: SecretBytes

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - role: Which side this is.
  ///   - code: What both sides know.
  ///   - channel: What both sides do and where, the draft's CI.
  ///   - sid: The name of this run, of which both sides chose a part.
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/system`` when libsodium cannot be used.
  package init(
    _ role: Role, code: [UInt8], channel: [UInt8], sid: [UInt8]
  ) throws(HandoffError) {
    try self.init(
      role, code: code, channel: channel, sid: sid, scalar: try Self.randomScalar())
  }

  /// A scalar for one run.
  ///
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/system`` when libsodium cannot be used.
  static func randomScalar() throws(HandoffError) -> SecretBytes {
    try Sodium.prepare()
    return SecretBytes(byteCount: Sodium.keyByteCount) {
      fresnel_handoff_ristretto_scalar($0.baseAddress)
    }
  }

  /// Begins a run with the scalar given.
  init(
    _ role: Role, code: [UInt8], channel: [UInt8], sid: [UInt8], scalar: SecretBytes
  ) throws(HandoffError) {
    let generator = Self.generator(code: code, channel: channel, sid: sid)
    let share = Self.multiply(scalar, generator)
    self.role = role
    self.sid = sid
    self.scalar = scalar
    self.share = share.map { $0.withBytes { Array($0) } } ?? []
    // With a scalar that is not zero this happens to nobody: no code maps to the identity.
    guard share != nil else { throw Self.noPoint }
  }

  /// Ends the run.
  ///
  /// - Parameters:
  ///   - other: The other side's share, from anywhere.
  ///   - ownData: What this side said beside its share.
  ///   - otherData: What the other side said beside its share.
  /// - Returns: The key, 64 bytes, which the other side has too if it knows the code.
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/wrongCode`` when the share is no point, or one that
  ///   makes the same key with everybody.
  package consuming func finish(
    _ other: [UInt8], ownData: [UInt8] = [], otherData: [UInt8] = []
  ) throws(HandoffError) -> SecretBytes {
    guard other.count == Self.shareByteCount, let product = Self.multiply(scalar, other) else {
      throw Self.noPoint
    }
    let own = Self.joined([share, ownData])
    let others = Self.joined([other, otherData])
    let transcript = role == .initiator ? own + others : others + own
    let head =
      Self.joined([Array("CPaceRistretto255_ISK".utf8), sid]) + [UInt8(Self.shareByteCount)]
    let count = head.count + Self.shareByteCount + transcript.count
    let message = SecretBytes(byteCount: count) { bytes in
      bytes.copyBytes(from: head)
      product.withBytes {
        UnsafeMutableRawBufferPointer(rebasing: bytes[head.count...]).copyMemory(from: $0)
      }
      UnsafeMutableRawBufferPointer(rebasing: bytes[(head.count + Self.shareByteCount)...])
        .copyBytes(from: transcript)
    }
    return SecretBytes(byteCount: 64) { key in
      message.withBytes { fresnel_handoff_sha512($0.baseAddress, $0.count, key.baseAddress) }
    }
  }

  // MARK: - The draft's functions

  /// The point that stands for the code in this run.
  static func generator(code: [UInt8], channel: [UInt8], sid: [UInt8]) -> SecretBytes {
    var message = generatorString(code: code, channel: channel, sid: sid)
    let hash = SecretBytes(byteCount: 64) {
      fresnel_handoff_sha512(message, message.count, $0.baseAddress)
    }
    message.overwrite()
    return SecretBytes(byteCount: shareByteCount) { point in
      hash.withBytes { fresnel_handoff_ristretto_point($0.baseAddress, point.baseAddress) }
    }
  }

  /// The draft's `generator_string`: the code fills the first block of SHA-512 together with zeros.
  static func generatorString(code: [UInt8], channel: [UInt8], sid: [UInt8]) -> [UInt8] {
    let name = Array("CPaceRistretto255".utf8)
    let zeroCount = max(0, 128 - 1 - joined([code]).count - joined([name]).count)
    return joined([name, code, [UInt8](repeating: 0, count: zeroCount), channel, sid])
  }

  /// The draft's `lv_cat`: each part after its length, seven bits a byte.
  static func joined(_ parts: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      var count = part.count
      while count >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: count) | 0x80)
        count >>= 7
      }
      bytes.append(UInt8(count))
      bytes += part
    }
    return bytes
  }

  /// The draft's `scalar_mult_vfy`; `nil` where that is the identity.
  static func multiply(_ scalar: SecretBytes, _ point: [UInt8]) -> SecretBytes? {
    var isPoint = false
    let product = SecretBytes(byteCount: shareByteCount) { product in
      isPoint =
        scalar.withBytes {
          fresnel_handoff_ristretto_multiply($0.baseAddress, point, product.baseAddress)
        } == 0
    }
    return isPoint ? product : nil
  }

  private static func multiply(_ scalar: SecretBytes, _ point: SecretBytes) -> SecretBytes? {
    var bytes = point.withBytes { Array($0) }
    defer { bytes.overwrite() }
    return multiply(scalar, bytes)
  }

  private static let noPoint = HandoffError(.wrongCode, "The other device's share is no point.")
}
