import FresnelModel
import FresnelTestSupport
import SearchSurface
import Testing

@Suite("Identifiers of results")
struct ResultIdentifierTests {
  private static func randomText(_ random: inout some RandomNumberGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      let most: UInt32 = Bool.random(using: &random) ? 0x7F : 0x10FFFF
      text.append(Unicode.Scalar(UInt32.random(in: 0...most, using: &random)) ?? "x")
    }
    return String(text)
  }

  @Test("Whatever an app calls its items, the identifier gives it back", arguments: [1, 2, 3])
  func identity(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let identifier = ResultIdentifier(
        kind: ResultIdentifier.Kind.allCases.randomElement(using: &random) ?? .item,
        scope: IndexScope(
          app: Self.randomText(&random), index: Self.randomText(&random)),
        identifier: Self.randomText(&random))
      let text = identifier.text
      #expect(ResultIdentifier(text) == identifier, "seed \(seed)")
      #expect(!text.hasPrefix("special:"))
      #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
    }
  }

  @Test("A text that was never given out names nothing", arguments: [4, 5, 6])
  func hostileTexts(seed: UInt64) throws {
    let good = ResultIdentifier(
      kind: .item, scope: IndexScope(app: "com.example.notes", index: "a"), identifier: "n1")
    for text in ["", "1", "2" + good.text.dropFirst(), "special:1", "1====", "1\u{0}", "1é", "1A"] {
      #expect(ResultIdentifier(text) == nil, "\(text)")
    }
    #expect(ResultIdentifier(good.text + "A") == nil)
    #expect(ResultIdentifier(String(good.text.dropLast())) == nil)
    #expect(ResultIdentifier("1" + String(repeating: "A", count: 40_000)) == nil)
    // Of changed texts those that name something have no other spelling.
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      var bytes = Array(good.text.utf8)
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
        in: 0...0x7F, using: &random)
      let text = String(decoding: bytes, as: UTF8.self)
      if let identifier = ResultIdentifier(text) {
        #expect(identifier.text == text, "seed \(seed)")
      }
    }
  }
}
