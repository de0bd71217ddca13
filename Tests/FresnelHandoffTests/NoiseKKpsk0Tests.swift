import Testing

@testable import FresnelHandoff

@Suite("NoiseKKpsk0")
struct NoiseKKpsk0Tests {
  /// Of `Noise_KKpsk0_25519_ChaChaPoly_BLAKE2b` in the vectors of Cacophony, as
  /// `tests/vectors/cacophony.txt` of github.com/mcginty/snow has them.
  private enum Vector {
    static let prologue = bytes("4a6f686e2047616c74")
    static let sharedKey = bytes("54686973206973206d7920417573747269616e20706572737065637469766521")
    static let initiator = bytes("e61ef9919cde45dd5f82166404bd08e38bceb5dfdfded0a34c8df7ed542214d1")
    static let initiatorEphemeral = bytes(
      "893e28b9dc6ca8d611ab664754b8ceb7bac5117349a4439a6b0569da977c464a")
    static let responder = bytes("4a3acbfdb163dec651dfa3194dece676d437029c62a408b4c5ea9114246e4893")
    static let responderEphemeral = bytes(
      "bbdb4cdbd309f1a1f2e1456967fe288cadd6f712d65dc7b7793d5e63da6b375b")
    // Of these messages, computed in Python (hmac, hashlib, cryptography). The file's own `handshake_hash` for
    // this pattern is another one, though all six messages agree.
    static let hash = bytes(
      """
      9d3b1f0130e16b40175dfb34aea1298d77c159e4c699ee4303350d12ea0ea8d6
      6f89f2d6c7be9268e8f4b2f0c883f79acd503c0c4ef06905c1aaaed9c1dd812e
      """)
    static let messages: [(payload: [UInt8], sealed: [UInt8])] = [
      (
        bytes("4c756477696720766f6e204d69736573"),
        bytes(
          """
          ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c7944
          87521fc73d6357e877a7e9f84d5ec31a067fbf444d51ab71de409278f5857fb3
          """)
      ),
      (
        bytes("4d757272617920526f746862617264"),
        bytes(
          """
          95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f144808843
          08dc2259e85ee14692354eaaf1eb3054054e738e46fe7f8a73e02e871c732c
          """)
      ),
      (
        bytes("462e20412e20486179656b"),
        bytes("9505ef116d0a22648bd4fbb58cf08cfac297917e3bfccf17eff842")
      ),
      (
        bytes("4361726c204d656e676572"),
        bytes("28ef5ad914f57f499c5bd3171ea0f5911787e3eae0edc7ac56c003")
      ),
      (
        bytes("4a65616e2d426170746973746520536179"),
        bytes("896265d3ae0eecdb6bf340ad1c70c5347bfab494e08a475f86ddba09d3c7b768fe")
      ),
      (
        bytes("457567656e2042f6686d20766f6e2042617765726b"),
        bytes("35fb4019719e1a545360fba324db5456214935a221e12c2e16d5d8bfdc7342669f21e54cc6")
      ),
    ]
  }

  private static func key(_ bytes: [UInt8]) -> DeviceKey {
    DeviceKey(secretKey: bytes.withUnsafeBytes { SecretBytes(copying: $0) })
  }

  private static func handshake(
    _ role: NoiseKKpsk0.Role, sharedKey: [UInt8] = Vector.sharedKey,
    prologue: [UInt8] = Vector.prologue
  ) -> NoiseKKpsk0 {
    let (initiator, responder) = (key(Vector.initiator), key(Vector.responder))
    return NoiseKKpsk0(
      role, own: role == .initiator ? initiator : responder,
      otherPublicKey: role == .initiator ? responder.publicKey : initiator.publicKey,
      sharedKey: sharedKey.withUnsafeBytes { SecretBytes(copying: $0) }, prologue: prologue,
      ephemeral: key(
        role == .initiator ? Vector.initiatorEphemeral : Vector.responderEphemeral))
  }

  @Test("The public keys of the vector belong to its secret ones")
  func publicKeys() {
    #expect(
      Self.key(Vector.responder).publicKey
        == bytes("31e0303fd6418d2f8c0e78b91f22e8caed0fbe48656dcf4767e4834f701b8f62"))
    #expect(
      Self.key(Vector.initiator).publicKey
        == bytes("6bc3822a2aa7f4e6981d6538692b3cdf3e6df9eea6ed269eb41d93c22757b75a"))
  }

  @Test("Handshake, hash and what follows are those of the published vector")
  func vector() throws {
    var initiator = Self.handshake(.initiator)
    var responder = Self.handshake(.responder)
    let messages = Vector.messages
    let first = try initiator.writeFirst(messages[0].payload)
    #expect(first == messages[0].sealed)
    #expect(try responder.readFirst(first) == messages[0].payload)
    let second = try responder.writeSecond(messages[1].payload)
    #expect(second == messages[1].sealed)
    #expect(try initiator.readSecond(second) == messages[1].payload)
    let (hash, otherHash) = (initiator.hash, responder.hash)
    #expect(hash == Vector.hash)
    #expect(otherHash == Vector.hash)
    var ofInitiator = initiator.split()
    var ofResponder = responder.split()
    for (index, message) in messages.enumerated().dropFirst(2) {
      if index.isMultiple(of: 2) {
        #expect(ofInitiator.sealer.cipher.seal(message.payload) == message.sealed)
        #expect(ofResponder.opener.cipher.open(message.sealed[...]) == message.payload)
      } else {
        #expect(ofResponder.sealer.cipher.seal(message.payload) == message.sealed)
        #expect(ofInitiator.opener.cipher.open(message.sealed[...]) == message.payload)
      }
    }
  }

  @Test("A changed bit of any byte of a message is refused, and so are other lengths")
  func changes() throws {
    for index in Vector.messages[0].sealed.indices {
      var responder = Self.handshake(.responder)
      var first = Vector.messages[0].sealed
      // The highest bit of a public key is not part of it, but the hash covers it.
      first[index] ^= index == 31 ? 0x80 : 1 << (index % 8)
      #expect(thrown { () throws(HandoffError) in _ = try responder.readFirst(first) } == .forged)
    }
    for index in Vector.messages[1].sealed.indices {
      var initiator = Self.handshake(.initiator)
      _ = try initiator.writeFirst(Vector.messages[0].payload)
      var second = Vector.messages[1].sealed
      second[index] ^= 1 << (index % 8)
      #expect(thrown { () throws(HandoffError) in _ = try initiator.readSecond(second) } == .forged)
    }
    for count in 0..<Vector.messages[0].sealed.count {
      var responder = Self.handshake(.responder)
      let part = Array(Vector.messages[0].sealed.prefix(count))
      #expect(thrown { () throws(HandoffError) in _ = try responder.readFirst(part) } == .forged)
    }
  }

  @Test("Another shared key or another prologue is refused")
  func otherAgreements() throws {
    let first = Vector.messages[0].sealed
    var otherKey = Self.handshake(.responder, sharedKey: [UInt8](repeating: 7, count: 32))
    #expect(thrown { () throws(HandoffError) in _ = try otherKey.readFirst(first) } == .forged)
    var otherPrologue = Self.handshake(.responder, prologue: [])
    #expect(thrown { () throws(HandoffError) in _ = try otherPrologue.readFirst(first) } == .forged)
  }

  @Test("A public key of small order is refused, not a secret that everybody knows")
  func smallOrder() throws {
    for key in [[UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31)] {
      #expect(
        thrown { () throws(HandoffError) in _ = try DeviceKey.random().shared(with: key) }
          == .forged)
    }
  }
}
