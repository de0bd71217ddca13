/// The messages of a pairing, in their order. Each has a number of bytes of its own, so nothing between them
/// says where one ends.
enum PairingMessage: Int, CaseIterable {
  /// A: `FRSNPAIR`, u8 version, nonce of A.
  case greeting
  /// B: nonce of B, share of B.
  case shareB
  /// A: share of A.
  case shareA
  /// B: confirmation of B, identity of B, sealed.
  case identityB
  /// A: confirmation of A, identity of A, sealed.
  case identityA
  /// B: that it has written A down.
  case storedB
  /// A: that it has written B down.
  case storedA

  static let magic = Array("FRSNPAIR".utf8)
  static let version: UInt8 = 1
  static let nonceByteCount = 16
  static let codeByteCount = 32

  /// The bytes of the message.
  var byteCount: Int {
    switch self {
    case .greeting: Self.magic.count + 1 + Self.nonceByteCount
    case .shareB: Self.nonceByteCount + CPaceRun.shareByteCount
    case .shareA: CPaceRun.shareByteCount
    case .identityA, .identityB:
      Self.codeByteCount + PairingIdentity.byteCount + Sodium.tagByteCount
    case .storedA, .storedB: Self.codeByteCount
    }
  }

  /// Whether the device that shows the code sends it.
  var isOfShowingDevice: Bool {
    switch self {
    case .greeting, .shareA, .identityA, .storedA: true
    case .shareB, .identityB, .storedB: false
    }
  }

  /// The message that comes after this one.
  var next: PairingMessage? { PairingMessage(rawValue: rawValue + 1) }
}
