import FresnelTestSupport
import FresnelText
import Testing

@Suite("Readings and variants of Chinese characters")
struct HanReadingsTests {
  private static func readings(_ character: Unicode.Scalar) -> [String] {
    HanReadings.readings(of: character.value).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "a character has its readings without tones, the usual one first",
    arguments: [
      ("北", ["bei"]), ("行", ["xing", "hang", "heng"]), ("长", ["zhang", "chang"]),
      ("重", ["zhong", "chong"]), ("乐", ["le", "yue"]), ("女", ["nu"]), ("绿", ["lu"]),
      ("一", ["yi"]), ("龥", ["yu"]), ("a", []), ("あ", []), ("한", []), ("😀", []),
    ] as [(Unicode.Scalar, [String])])
  func readings(character: Unicode.Scalar, expected: [String]) {
    #expect(Self.readings(character).starts(with: expected))
    if expected.isEmpty { #expect(Self.readings(character).isEmpty) }
  }

  @Test("whatever a code point is, its readings are different syllables of small letters")
  func total() {
    var known = 0
    for scalar in (0..<0x11_0000 as Range<UInt32>) {
      let readings = HanReadings.readings(of: scalar)
      if readings.isEmpty { continue }
      known += 1
      let areSyllables = readings.allSatisfy { reading in
        1...6 ~= reading.count && reading.allSatisfy { $0 &- 0x61 < 26 }
      }
      if !areSyllables || Set(readings).count != readings.count || readings.count > 8 {
        Issue.record("\(scalar): \(readings)")
      }
    }
    #expect(known > 20_000)
  }

  @Test(
    "a simplified character stands for traditional ones",
    arguments: [
      ("学", "學"), ("发", "發髮"), ("湾", "灣"), ("后", "後"), ("国", "國"), ("马", "馬"),
    ] as [(Unicode.Scalar, String)])
  func variants(simplified: Unicode.Scalar, traditional: String) {
    let found = HanVariants.traditional(simplified)
    for character in traditional.unicodeScalars {
      #expect(found.contains(character))
      #expect(HanVariants.simplified(character) == simplified)
    }
  }

  @Test("other characters have no variants")
  func noVariants() {
    for character in "北京aあ한".unicodeScalars {
      #expect(HanVariants.traditional(character).isEmpty)
      #expect(HanVariants.simplified(character) == nil)
    }
  }
}
