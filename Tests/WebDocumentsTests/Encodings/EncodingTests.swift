import Foundation
import Testing

@testable import WebDocuments

struct EncodingTests {
  private struct Row: Decodable {
    let id: String
    let encoding: String
    let text: String
  }

  @Test func thePrescanFindsWhatTheSuiteFinds() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../WebTestData/encoding/html5lib.jsonl")
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
      // Where nothing is said, the suite goes on with windows-1252 and we look whether it is UTF-8.
      let bytes = Array(row.text.utf8)
      let said = EncodingSniffer.sniff(bytes).encoding ?? .windows1252
      let found = row.text.hasPrefix("\u{FEFF}") ? DecodedPage.decode(bytes).encoding : said
      #expect(found.name.lowercased() == row.encoding.lowercased(), "\(row.id)")
    }
  }

  @Test func aLateDeclarationCountsWhereItIsAnElement() {
    let filler = String(repeating: " ", count: 2_000)
    func encoding(_ text: String) -> TextEncoding? {
      EncodingSniffer.sniff(Array(text.utf8)).encoding
    }
    #expect(encoding(filler + "<meta charset=koi8-r>") == .koi8R)
    #expect(encoding("<script a='>'>" + filler + "<meta charset=koi8-r></script>") == nil)
    #expect(
      encoding("<TITLE>" + filler + "<meta charset=big5></Title><meta charset=koi8-r>") == .koi8R)
    #expect(encoding("<!--" + filler + "--><meta charset=koi8-r>") == .koi8R)
    #expect(encoding("<?xml version='1.0' encoding='koi8-r'?>" + filler) == .koi8R)
    #expect(encoding("<?xml encoding=\"koi8-r\"?><meta charset=big5>") == .big5)
    #expect(encoding(String(repeating: " ", count: 70_000) + "<meta charset=koi8-r>") == nil)
  }

  @Test func everyLabelOfTheStandardIsKnown() {
    #expect(TextEncoding.byLabel.count == 228)
    #expect(Set(TextEncoding.byLabel.values) == Set(TextEncoding.allCases))
    for encoding in TextEncoding.allCases {
      #expect(TextEncoding(label: encoding.name) == encoding)
    }
    #expect(TextEncoding(label: " \tLatin1\n") == .windows1252)
    #expect(TextEncoding(label: "") == nil)
    #expect(TextEncoding(label: "utf-7") == nil)
  }

  @Test func encodingsOfOneByteHaveTheirCharacters() {
    for (encoding, half) in TextEncoding.upperHalves {
      #expect(half.count == 128, "\(encoding)")
    }
    #expect(text(.windows1252, [0x80, 0x81, 0xe9, 0xff]) == "€\u{81}éÿ")
    #expect(text(.iso8859_2, [0x80, 0xb1]) == "\u{80}ą")
    #expect(text(.iso8859_8I, [0xe0, 0xa1]) == "א\u{FFFD}")
    #expect(text(.koi8U, [0xae, 0xc1]) == "ўа")
    #expect(text(.windows1255, [0xca]) == "\u{5BA}")
    #expect(text(.userDefined, [0x41, 0x80, 0xff]) == "A\u{F780}\u{F7FF}")
  }

  @Test(arguments: [
    (
      TextEncoding.eucJP, [0xa1, 0xc1, 0xad, 0xa1, 0x8f, 0xb0, 0xa1, 0x8e, 0xb1] as [UInt8], "～①丂ｱ"
    ),
    (.shiftJIS, [0x81, 0x60, 0x87, 0x40, 0xb1, 0x80, 0x5c, 0x7e], "～①ｱ\u{80}\\~"),
    (.iso2022JP, [0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42, 0x41], "あA"),
    (.eucKR, [0xb0, 0xa1, 0x81, 0x41, 0x41], "가갂A"),
    (.big5, [0xa4, 0x40, 0xa3, 0xe1, 0x87, 0x40, 0x41], "一€䏰A"),
    (.gbk, [0x80, 0xc4, 0xe3, 0xba, 0xc3], "€你好"),
    (.gb18030, [0x81, 0x30, 0x81, 0x30, 0x90, 0x30, 0x81, 0x30], "\u{80}\u{10000}"),
    (
      .utf16LittleEndian, [0x41, 0, 0x3d, 0xd8, 0, 0xde, 0, 0xd8, 0x42, 0, 0x43],
      "A😀\u{FFFD}B\u{FFFD}"
    ),
    (.utf16BigEndian, [0, 0x41, 0xd8, 0x3d, 0xde, 0], "A😀"),
    (.replacement, [0x41, 0x42], "\u{FFFD}"),
    (
      .utf8, [0x41, 0xe2, 0x82, 0x41, 0xff, 0xed, 0xa0, 0x80],
      "A\u{FFFD}A\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
    ),
  ])
  func encodingsOfSeveralBytesAreDecoded(encoding: TextEncoding, bytes: [UInt8], expected: String) {
    #expect(text(encoding, bytes) == expected)
  }

  @Test func asciiStaysAsItIs() {
    // What switches between sets of characters in ISO-2022-JP is no text.
    let ascii = (0..<0x80).filter { ![0x0e, 0x0f, 0x1b].contains($0) }.map { UInt8($0) }
    let others: [TextEncoding] = [.utf16BigEndian, .utf16LittleEndian, .replacement]
    for encoding in TextEncoding.allCases where !others.contains(encoding) {
      #expect(encoding.decode(ascii[...]) == ascii, "\(encoding)")
    }
  }

  @Test func whatIsNoCharacterSwallowsNoMarkup() {
    let others: [TextEncoding] = [.utf16BigEndian, .utf16LittleEndian, .replacement]
    for encoding in TextEncoding.allCases where !others.contains(encoding) {
      for lead in UInt8(0x80)...0xff {
        let decoded = text(
          encoding, [lead, UInt8(ascii: "<"), UInt8(ascii: "a"), UInt8(ascii: ">")])
        #expect(decoded.hasSuffix("<a>"), "\(encoding) \(lead)")
      }
    }
  }

  @Test func everyEncodingTakesAnyBytesAndGivesText() {
    var generator = SystemRandomNumberGenerator()
    for encoding in TextEncoding.allCases {
      for count in [0, 1, 2, 3, 5_000] {
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let decoded = encoding.decode(bytes[...])
        #expect(String(validating: decoded, as: UTF8.self) != nil)
        #expect(decoded.count <= 4 * count + 3)
      }
    }
  }

  private func text(_ encoding: TextEncoding, _ bytes: [UInt8]) -> String {
    String(decoding: encoding.decode(bytes[...]), as: UTF8.self)
  }
}
