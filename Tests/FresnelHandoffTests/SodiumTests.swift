import Testing

@testable import FresnelHandoff

@Suite("Sodium")
struct SodiumTests {
  private static func secret(_ bytes: some Sequence<UInt8>) -> SecretBytes {
    Array(bytes).withUnsafeBytes { SecretBytes(copying: $0) }
  }

  private static func array(_ secret: SecretBytes) -> [UInt8] { secret.withBytes { Array($0) } }

  @Test("X25519 gives both sides the secret of RFC 7748, section 6.1")
  func x25519() throws {
    let a = DeviceKey(
      secretKey: Self.secret(
        bytes("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")))
    let b = DeviceKey(
      secretKey: Self.secret(
        bytes("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")))
    #expect(
      a.publicKey == bytes("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"))
    #expect(
      b.publicKey == bytes("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"))
    let shared = bytes("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    #expect(try Self.array(a.shared(with: b.publicKey)) == shared)
    #expect(try Self.array(b.shared(with: a.publicKey)) == shared)
  }

  @Test("ChaCha20-Poly1305 seals as RFC 8439, section 2.8.2, and opens nothing else")
  func cipher() {
    let key = Self.secret(0x80...0x9f)
    let nonce = bytes("070000004041424344454647")
    let additional = bytes("50515253c0c1c2c3c4c5c6c7")
    let plain = Array(
      """
      Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, \
      sunscreen would be it.
      """.utf8)
    let sealed = bytes(
      """
      d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6
      3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36
      92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc
      3ff4def08e4b7a9de576d26586cec64b6116
      1ae10b594f09e26a7e902ecbd0600691
      """)
    #expect(Sodium.seal(plain, key: key, nonce: nonce, additional: additional) == sealed)
    #expect(Sodium.open(sealed, key: key, nonce: nonce, additional: additional) == plain)
    #expect(Sodium.open(sealed, key: key, nonce: nonce, additional: []) == nil)
    for count in 0..<sealed.count {
      #expect(
        Sodium.open(sealed.prefix(count), key: key, nonce: nonce, additional: additional) == nil)
    }
  }

  @Test("BLAKE2b-512 hashes as RFC 7693, appendix A; the keyed hash as Python's hashlib")
  func hashes() {
    #expect(
      Array("abc".utf8).withUnsafeBytes { Sodium.hash($0) }
        == bytes(
          """
          ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1
          7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923
          """))
    #expect(
      Sodium.mac(Array("Handoff".utf8), key: Self.secret(0..<64))
        == bytes("dcfdf76e12b1f1b54a52d5f97c4349498d6a7c9aeeb7a4691eaec016363b880c"))
  }

  @Test("HMAC and HKDF with BLAKE2b-512 are those of Python's hmac and hashlib")
  func hashMAC() {
    #expect(
      Self.array(
        HashMAC.code(
          Self.secret("The quick brown fox".utf8), key: Self.secret("keykeykeykeykey".utf8)))
        == bytes(
          """
          5b20a0ce05f5ee6a858782b3db6101090bdf784d9a7a6b8e8424820d48ce5ece
          758bf427cece57c7dd66c20458310c46aeb483537a626c730731d446a145f19a
          """))
    let outputs = HashMAC.derive(
      Self.secret("input".utf8), chainingKey: Self.secret(0..<64), count: 3)
    #expect(
      outputs.map { Self.array($0) } == [
        bytes(
          """
          854ff4e7e6074bfe92f1a96cf706260641f9ba6fca788196587193a2664aed71
          dba5f8f8c078f3eedf196c3af46e417d0a8c8c43f79ead81c8714d03e501eded
          """),
        bytes(
          """
          ce5595eb115a20218998812f1f84dad889b56b766edaad0fd39d8268762d3e9f
          56b6507ac77dc73ca13b4c2f0e4b704ef3c3c40d98920e63df5c70239610d8ab
          """),
        bytes(
          """
          beb822d32dd50dffe84d52733d99602527506d06113800adb0420f3a909756ef
          18c4ce35880d93af067921ceeca8fe90a2a6f9dcd32d831d5b69467105193f19
          """),
      ])
  }

  @Test("A secret is neither printed nor found by a mirror")
  func secrecy() {
    let secret = Self.secret("geheim".utf8)
    #expect("\(secret)" == "SecretBytes")
    #expect(Mirror(reflecting: secret).children.isEmpty)
    #expect(SecretBytes.areEqual([1, 2], [1, 2]))
    #expect(!SecretBytes.areEqual([1, 2], [1, 3]))
    #expect(!SecretBytes.areEqual([1, 2], [1]))
  }
}
