import FresnelPlatform
import Testing

@Suite("SipHash")
struct SipHashTests {
  @Test("the hash is SipHash-1-3 of four bytes and what follows them")
  func hashesAsPublished() {
    // Made with another implementation, which agrees with the example of the paper: key 00 … 0f,
    // messages 00 01 … of so many bytes.
    let key: (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
    let expected: [Int: UInt64] = [
      4: 0xcf75_5760_88d3_8328,
      5: 0xdef9_d52f_4953_3b67,
      7: 0xd392_7d98_9bb1_1140,
      8: 0x3690_9511_8d29_9a8e,
      9: 0x25a4_8eb3_6c06_3de4,
      11: 0x70c1_18c1_f94d_c352,
      12: 0x78a3_84b1_57b4_d9a2,
      15: 0xd320_d86d_2a51_9956,
      16: 0xcc4f_dd1a_7d90_8b66,
      20: 0xc0dc_2f46_a6cc_e040,
      23: 0x525a_0e7f_dae6_c123,
      40: 0xc1d2_3632_99e4_1531,
    ]
    for (count, hash) in expected {
      let bytes = (4..<UInt8(count)).map { $0 }
      #expect(bytes.withUnsafeBytes { SipHash.hash(0x0302_0100, $0, key: key) } == hash)
    }
  }
}
