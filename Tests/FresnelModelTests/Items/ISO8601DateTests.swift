import FresnelModel
import FresnelTestSupport
import Testing

@Suite("Dates of ISO 8601")
struct ISO8601DateTests {
  private static func secondsSince1970(_ text: String) -> Double? {
    ISO8601Date(text).map { $0.secondsSinceReferenceDate + 978_307_200 }
  }

  static let dates: [(String, Double)] = [
    ("1970-01-01T00:00:00Z", 0.0), ("2024", 1_704_067_200), ("2024-06", 1_717_200_000),
    ("2024-06-01", 1_717_200_000), ("20240601", 1_717_200_000), ("20240601T143015Z", 1_717_252_215),
    ("2024-06-01T14", 1_717_250_400), ("2024-06-01 14:30", 1_717_252_200),
    ("2024-06-01T14:30:15.25", 1_717_252_215.25), ("2024-06-01T14:30:15,5Z", 1_717_252_215.5),
    ("2024-06-01T14:30:15+02:00", 1_717_245_015), ("2024-06-01T14:30:15-0330", 1_717_264_815),
    ("2024-06-01T14:30.5Z", 1_717_252_230), ("2024-06-01T14.5Z", 1_717_252_200),
    ("2024-06-01T24:00Z", 1_717_286_400), ("2016-12-31T23:59:60Z", 1_483_228_800),
    ("1969-12-31T23:59:59Z", -1), ("0000-01-01T00:00Z", -62_167_219_200),
    ("1582-10-10T00:00:00Z", -12_219_724_800),
    ("2024-02-29", 1_709_164_800), ("2024-06-01t00:00z", 1_717_200_000),
  ]

  @Test(arguments: dates)
  func `dates in ISO 8601 are read`(text: String, expected: Double) {
    #expect(Self.secondsSince1970(text) == expected)
  }

  static let noDates: [String] = [
    "", "2024-", "202406", "2024-13", "2024-00-01", "2024-02-30", "2023-02-29", "2024-06-01T",
    "2024-06-01T25", "2024-06-01T14:60", "2024-06-01T14:30:61", "2024-06-01T24:01", "2024-06-01Z",
    "2024-06-01T14:30+", "2024-06-01T14:30+24", "2024-06-01T14:30Z ", " 2024-06-01", "2024-6-1",
    "2024-06-01T14:30:15.", "24-06-01", "２０２４", "2024-06-01T14:3", "tomorrow", "2024/06/01",
  ]

  @Test(arguments: noDates)
  func `what is no date is refused`(text: String) {
    #expect(ISO8601Date(text) == nil)
  }

  @Test func `a zone is known only where one is written`() {
    #expect(ISO8601Date("2024-06-01T14:30")?.time?.secondsFromUTC == nil)
    #expect(ISO8601Date("2024-06-01T14:30Z")?.time?.secondsFromUTC == 0)
    #expect(ISO8601Date("2024-06-01T14:30-0330")?.time?.secondsFromUTC == -12_600)
    #expect(ISO8601Date("2024-06")?.day == nil)
    #expect(ISO8601Date("2024-06")?.month == 6)
  }

  @Test func `the form of the web has all signs and a point`() {
    for text in [
      "2024", "2024-06", "2024-06-01", "2024-06-01T14:30:15.25+02:00", "2024-06-01T14:30Z",
    ] {
      #expect(ISO8601Date(text)?.isWebForm == true, "\(text)")
    }
    for text in [
      "20240601", "2024-06-01t14:30Z", "2024-06-01 14:30Z", "2024-06-01T14Z", "2024-06-01T1430Z",
      "2024-06-01T14:30+0200", "2024-06-01T14:30:15,5Z", "2024-06-01T24:00Z",
    ] {
      #expect(ISO8601Date(text)?.isWebForm == false, "\(text)")
    }
  }

  @Test func `mutated dates never trap`() {
    var generator = SeededGenerator(seed: 5)
    let signs = Array("0123456789-:TZ+., 9".utf8)
    for _ in 0..<3000 {
      var bytes = Array("2024-06-01T14:30:15.25+02:00".utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        if Bool.random(using: &generator) {
          bytes[index] = signs.randomElement(using: &generator) ?? 0x30
        } else {
          bytes.removeLast(bytes.count - max(1, index))
        }
      }
      _ = ISO8601Date(String(decoding: bytes, as: UTF8.self))
    }
  }
}
