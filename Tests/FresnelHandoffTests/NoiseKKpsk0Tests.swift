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
    ofInitiator isInitiator: Bool, sharedKey: [UInt8] = Vector.sharedKey,
    prologue: [UInt8] = Vector.prologue
  ) -> NoiseKKpsk0 {
    let (initiator, responder) = (key(Vector.initiator), key(Vector.responder))
    return NoiseKKpsk0(
      own: isInitiator ? initiator : responder,
      otherPublicKey: isInitiator ? responder.publicKey : initiator.publicKey,
      sharedKey: sharedKey.withUnsafeBytes { SecretBytes(copying: $0) }, prologue: prologue)
  }

  private static func initiator() throws(HandoffError) -> NoiseInitiator {
    try NoiseInitiator(
      handshake(ofInitiator: true), payload: Vector.messages[0].payload,
      ephemeral: key(Vector.initiatorEphemeral))
  }

  /// Why a first message is refused.
  private static func failure(
    ofFirst first: [UInt8], _ handshake: NoiseKKpsk0 = handshake(ofInitiator: false)
  ) -> HandoffError.Code? {
    do throws(HandoffError) {
      let responder = try NoiseResponder(handshake, first: first)
      _ = try responder.answer([])
      return nil
    } catch {
      return error.code
    }
  }

  /// Why a second message is refused.
  private static func failure(ofSecond second: [UInt8]) -> HandoffError.Code? {
    do throws(HandoffError) {
      let initiator = try initiator()
      _ = try initiator.finish(second)
      return nil
    } catch {
      return error.code
    }
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

  @Test("Handshake and what follows are those of the published vector")
  func vector() throws {
    let messages = Vector.messages
    let initiator = try Self.initiator()
    let first = initiator.first
    #expect(first == messages[0].sealed)
    let responder = try NoiseResponder(Self.handshake(ofInitiator: false), first: first)
    let payload = responder.payload
    #expect(payload == messages[0].payload)
    var ofResponder = try responder.answer(
      messages[1].payload, ephemeral: Self.key(Vector.responderEphemeral))
    let second = ofResponder.bytes
    #expect(second == messages[1].sealed)
    var ofInitiator = try initiator.finish(second)
    let answer = ofInitiator.bytes
    #expect(answer == messages[1].payload)
    for (index, message) in messages.enumerated().dropFirst(2) {
      if index.isMultiple(of: 2) {
        #expect(ofInitiator.channel.sealer.cipher.seal(message.payload) == message.sealed)
        #expect(ofResponder.channel.opener.cipher.open(message.sealed[...]) == message.payload)
      } else {
        #expect(ofResponder.channel.sealer.cipher.seal(message.payload) == message.sealed)
        #expect(ofInitiator.channel.opener.cipher.open(message.sealed[...]) == message.payload)
      }
    }
  }

  @Test("A changed bit of any byte of a message is refused, and so are other lengths")
  func changes() {
    let (first, second) = (Vector.messages[0].sealed, Vector.messages[1].sealed)
    #expect(Self.failure(ofFirst: first) == nil && Self.failure(ofSecond: second) == nil)
    for index in first.indices {
      var changed = first
      // The highest bit of a public key is not part of it, but the hash covers it.
      changed[index] ^= index == 31 ? 0x80 : 1 << (index % 8)
      #expect(Self.failure(ofFirst: changed) == .forged, "byte \(index)")
      #expect(Self.failure(ofFirst: Array(first.prefix(index))) == .forged, "\(index) bytes")
    }
    for index in second.indices {
      var changed = second
      changed[index] ^= index == 31 ? 0x80 : 1 << (index % 8)
      #expect(Self.failure(ofSecond: changed) == .forged, "byte \(index)")
      #expect(Self.failure(ofSecond: Array(second.prefix(index))) == .forged, "\(index) bytes")
    }
  }

  @Test("Another shared key or another prologue is refused, and so is one's own message")
  func otherAgreements() throws {
    let first = Vector.messages[0].sealed
    for handshake in [
      Self.handshake(ofInitiator: false, sharedKey: [UInt8](repeating: 7, count: 32)),
      Self.handshake(ofInitiator: false, prologue: []), Self.handshake(ofInitiator: true),
    ] {
      #expect(Self.failure(ofFirst: first, handshake) == .forged)
    }
    #expect(Self.failure(ofSecond: first) == .forged)
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
