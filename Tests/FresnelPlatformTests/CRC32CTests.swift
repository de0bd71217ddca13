import FresnelTestSupport
import Testing

@testable import FresnelPlatform

@Suite("CRC32C")
struct CRC32CTests {
  @Test("Known values: RFC 3720, appendix B.4, and the usual check string")
  func knownValues() {
    #expect(CRC32C.checksum(of: [UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(CRC32C.checksum(of: [UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    #expect(CRC32C.checksum(of: Array(0..<32)) == 0x46DD_794E)
    #expect(CRC32C.checksum(of: Array((0..<32).reversed())) == 0x113F_DB5C)
    #expect(CRC32C.checksum(of: [UInt8]("123456789".utf8)) == 0xE306_9283)
    #expect(CRC32C.checksum(of: [UInt8]()) == 0)
  }

  @Test("The processor's instruction and the tables agree on every length and alignment")
  func portable() {
    var random = SeededGenerator(seed: 1)
    let bytes = (0..<600).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    for start in 0..<9 {
      for length in Array(0..<70) + [255, 256, 257, 511, 590] {
        let slice = bytes[start..<start + length]
        #expect(
          CRC32C.checksum(of: slice) == CRC32C.portableChecksum(of: Array(slice)),
          "\(length) bytes from \(start)")
      }
    }
  }

  @Test("Pieces give the same value as the whole")
  func pieces() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for cut in stride(from: 0, through: 1000, by: 37) {
      var checksum = CRC32C()
      checksum.update(Array(bytes[..<cut]))
      var rest = CRC32C(continuing: checksum.value)
      rest.update(Array(bytes[cut...]))
      #expect(rest.value == CRC32C.checksum(of: bytes))
      #expect(
        CRC32C.portableChecksum(of: Array(bytes[cut...]), continuing: checksum.value) == rest.value)
    }
  }
}
