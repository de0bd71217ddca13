import FresnelText
import Testing

@Suite struct CivilCalendarTests {
  static func calendar(_ zone: String, _ locale: String = "sv_SE") -> CivilCalendar {
    CivilCalendar(timeZone: zone, locale: TextLocale(identifier: locale))
  }

  /// Writes the start of a unit as a local date and time, by way of the parser.
  static func expectStart(
    _ calendar: CivilCalendar, _ unit: CalendarUnit, _ date: String, _ offset: Int,
    is expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let time = try #require(calendar.parseISO8601(date), sourceLocation: sourceLocation)
    let start = calendar.start(of: unit, containing: time, offset: offset)
    #expect(
      start == calendar.parseISO8601(expected), "\(start)", sourceLocation: sourceLocation)
  }

  @Test func `units start at local midnight`() throws {
    let stockholm = Self.calendar("Europe/Stockholm")
    try Self.expectStart(stockholm, .day, "2024-06-05T17:30", 0, is: "2024-06-05T00:00")
    try Self.expectStart(stockholm, .day, "2024-06-05T17:30", -5, is: "2024-05-31")
    try Self.expectStart(stockholm, .month, "2024-01-31T17:30", 1, is: "2024-02-01")
    try Self.expectStart(stockholm, .month, "2024-01-31T17:30", -1, is: "2023-12-01")
    try Self.expectStart(stockholm, .year, "2024-02-29", 1, is: "2025-01-01")
    try Self.expectStart(stockholm, .year, "2024-02-29", -2024, is: "0000-01-01")
  }

  @Test func `weeks start as the region says`() throws {
    // 2024-06-05 is a Wednesday.
    try Self.expectStart(Self.calendar("UTC", "sv_SE"), .week, "2024-06-05", 0, is: "2024-06-03")
    try Self.expectStart(Self.calendar("UTC", "en_US"), .week, "2024-06-05", 0, is: "2024-06-02")
    try Self.expectStart(Self.calendar("UTC", "ar_EG"), .week, "2024-06-05", 0, is: "2024-06-01")
    try Self.expectStart(Self.calendar("UTC", "en_US"), .week, "2024-06-02", 0, is: "2024-06-02")
    try Self.expectStart(Self.calendar("UTC", "sv_SE"), .week, "2024-06-02", 0, is: "2024-05-27")
    try Self.expectStart(Self.calendar("UTC", "sv_SE"), .week, "2024-12-31", 1, is: "2025-01-06")
    // A locale of another calendar still counts in the Gregorian one.
    try Self.expectStart(Self.calendar("UTC", "th_TH"), .year, "2024-06-05", 0, is: "2024-01-01")
  }

  @Test func `days with a change of clocks have other lengths`() {
    let stockholm = Self.calendar("Europe/Stockholm")
    let spring = 1_711_868_400.0  // 2024-03-31 08:00 local
    let start = stockholm.start(of: .day, containing: spring, offset: 0)
    #expect(stockholm.start(of: .day, containing: spring, offset: 1) - start == 23 * 3600)
    let autumn = 1_730_012_400.0  // 2024-10-27 08:00 local
    let long = stockholm.start(of: .day, containing: autumn, offset: 0)
    #expect(stockholm.start(of: .day, containing: autumn, offset: 1) - long == 25 * 3600)
  }

  @Test func `a day without midnight starts with its first moment`() throws {
    // Clocks went from 00:00 to 01:00 on 2018-11-04 in São Paulo.
    try Self.expectStart(
      Self.calendar("America/Sao_Paulo"), .day, "2018-11-04T12:00", 0, is: "2018-11-04T01:00")
    // Clocks went from 01:00 back to 00:00 on 2023-11-05 in Havana.
    let havana = Self.calendar("America/Havana")
    let noon = try #require(havana.parseISO8601("2023-11-05T12:00"))
    #expect(noon - havana.start(of: .day, containing: noon, offset: 0) == 13 * 3600)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 3.3e12])
  func `times outside the calendar stay as they are`(time: Double) {
    for unit in CalendarUnit.allCases {
      let start = Self.calendar("UTC").start(of: unit, containing: time, offset: 1)
      #expect(start == time || (start.isNaN && time.isNaN))
    }
  }

  @Test func `offsets of any size are survived`() {
    for offset in [Int.max, Int.min, Int(Int32.max), 40_000_000, -40_000_000] {
      for unit in CalendarUnit.allCases {
        #expect(Self.calendar("UTC").start(of: unit, containing: 3e12, offset: offset).isFinite)
      }
    }
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
    #expect(Self.calendar("UTC").parseISO8601(text) == expected)
  }

  static let noDates: [String] = [
    "", "2024-", "202406", "2024-13", "2024-00-01", "2024-02-30", "2023-02-29", "2024-06-01T",
    "2024-06-01T25", "2024-06-01T14:60", "2024-06-01T14:30:61", "2024-06-01T24:01", "2024-06-01Z",
    "2024-06-01T14:30+", "2024-06-01T14:30+24", "2024-06-01T14:30Z ", " 2024-06-01", "2024-6-1",
    "2024-06-01T14:30:15.", "24-06-01", "２０２４", "2024-06-01T14:3", "tomorrow", "2024/06/01",
  ]

  @Test(arguments: noDates)
  func `what is no date is refused`(text: String) {
    #expect(Self.calendar("UTC").parseISO8601(text) == nil)
  }

  @Test func `a date without zone is local`() {
    #expect(Self.calendar("Europe/Stockholm").parseISO8601("2024-06-01T00:00") == 1_717_192_800)
    #expect(Self.calendar("Europe/Stockholm").parseISO8601("2024-01-01T00:00") == 1_704_063_600)
    #expect(Self.calendar("Not/AZone").parseISO8601("2024-01-01T00:00") == 1_704_067_200)
    #expect(CivilCalendar(timeZone: nil, locale: .root).parseISO8601("2024-01-01T00:00") != nil)
  }

  @Test func `mutated dates never trap`() {
    var generator = SeededGenerator(seed: 5)
    let calendar = Self.calendar("UTC")
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
      _ = calendar.parseISO8601(String(decoding: bytes, as: UTF8.self))
    }
  }
}
