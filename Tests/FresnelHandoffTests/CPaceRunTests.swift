import FresnelTestSupport
import Testing

@testable import FresnelHandoff

/// The numbers are those of draft-irtf-cfrg-cpace, "Test vector for CPace using group ristretto255 and hash
/// SHA-512", as `testvectors.md` of github.com/cfrg/draft-irtf-cfrg-cpace has them.
@Suite("CPaceRun")
struct CPaceRunTests {
  private static let code = Array("Password".utf8)
  private static let channel = bytes("6f630b425f726573706f6e6465720b415f696e69746961746f72")
  private static let sid = bytes("7e4b4791d6a8ef019b936c79fb7f2c57")
  private static let ya = bytes("da3d23700a9e5699258aef94dc060dfda5ebb61f02a5ea77fad53f4ff0976d08")
  private static let yb = bytes("d2316b454718c35362d83d69df6320f38578ed5984651435e2949762d900b80d")
  private static let shareA = bytes(
    "d40fb265a7abeaee7939d91a585fe59f7053f982c296ec413c624c669308f87a")
  private static let shareB = bytes(
    "08bcf6e9777a9c313a3db6daa510f2d398403319c2341bd506a92e672eb7e307")

  private static func run(
    _ role: CPaceRun.Role, _ scalar: [UInt8]
  ) throws(HandoffError) -> CPaceRun {
    try CPaceRun(
      role, code: code, channel: channel, sid: sid,
      scalar: scalar.withUnsafeBytes { SecretBytes(copying: $0) })
  }

  @Test("Lengths and parts are joined as the draft's vectors say")
  func joining() {
    #expect(
      CPaceRun.joined(["1234", "5", "", "6789"].map { Array($0.utf8) })
        == bytes("04313233340135000436373839"))
    #expect(CPaceRun.joined([Array(0..<128)]) == bytes("8001") + Array(0..<128))
  }

  @Test("The code becomes the generator of the draft's vector")
  func generator() {
    let generator = CPaceRun.generator(code: Self.code, channel: Self.channel, sid: Self.sid)
    #expect(
      generator.withBytes { Array($0) }
        == bytes("a6fc82c3b8968fbb2e06fee81ca858586dea50d248f0c7ca6a18b0902a30b36b"))
  }

  @Test("Shares and the key are those of the draft's vector, on both sides")
  func vector() throws {
    let a = try Self.run(.initiator, Self.ya)
    let b = try Self.run(.responder, Self.yb)
    let (sharedA, sharedB) = (a.share, b.share)
    #expect(sharedA == Self.shareA)
    #expect(sharedB == Self.shareB)
    let expected = bytes(
      """
      4c5469a16b2364c4b944ebc1a79e51d1674ad47db26e8718154f59faebfaa52d
      8346f30aa58377117eb20d527f2cbc5c76381f7fd372e89df8239f87f2e02ed1
      """)
    let ofA = try a.finish(
      Self.shareB, ownData: Array("ADa".utf8), otherData: Array("ADb".utf8))
    let ofB = try b.finish(
      Self.shareA, ownData: Array("ADb".utf8), otherData: Array("ADa".utf8))
    #expect(ofA.withBytes { Array($0) } == expected)
    #expect(ofB.withBytes { Array($0) } == expected)
  }

  @Test("A point is multiplied as in the draft's vector; no point and the identity are refused")
  func multiplication() throws {
    let scalar = bytes("7cd0e075fa7955ba52c02759a6c90dbbfc10e6d40aea8d283e407d88cf538a05")
      .withUnsafeBytes { SecretBytes(copying: $0) }
    let point = bytes("2c3c6b8c4f3800e7aef6864025b4ed79bd599117e427c41bd47d93d654b4a51c")
    #expect(
      CPaceRun.multiply(scalar, point)?.withBytes { Array($0) }
        == bytes("7c13645fe790a468f62c39beb7388e541d8405d1ade69d1778c5fe3e7f6b600e"))
    let noPoint = bytes("2b3c6b8c4f3800e7aef6864025b4ed79bd599117e427c41bd47d93d654b4a51c")
    let identity = [UInt8](repeating: 0, count: 32)
    for share in [noPoint, identity, [], point + [0]] {
      let found = thrown { () throws(HandoffError) in
        let run = try CPaceRun(.initiator, code: Self.code, channel: [], sid: [])
        _ = try run.finish(share)
      }
      #expect(found == .wrongCode)
    }
  }

  @Test("Who knows another code, channel or run has another key", arguments: 0..<20)
  func difference(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var texts = (0..<3).map { _ in (0..<6).map { _ in UInt8(generator.below(256)) } }
    let a = try CPaceRun(.initiator, code: texts[0], channel: texts[1], sid: texts[2])
    texts[generator.below(3)][generator.below(6)] ^= UInt8(1 + generator.below(255))
    let b = try CPaceRun(.responder, code: texts[0], channel: texts[1], sid: texts[2])
    let (shareA, shareB) = (a.share, b.share)
    let (keyA, keyB) = (try a.finish(shareB), try b.finish(shareA))
    #expect(keyA.withBytes { Array($0) } != keyB.withBytes { Array($0) }, "seed \(seed)")
  }
}
