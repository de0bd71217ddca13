import FresnelText
import Testing

extension CivilCalendar {
  /// The time of `2024-06-05` or `2024-06-05T17:30` on local clocks.
  fileprivate func local(_ text: String) -> Double? {
    let numbers = text.split { "-T:".contains($0) }.compactMap { Int($0) } + [0, 0]
    return time(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
      second: 0)
  }
}

@Suite struct CivilCalendarTests {
  static func calendar(_ zone: String, _ locale: String = "sv_SE") -> CivilCalendar {
    CivilCalendar(timeZone: zone, locale: TextLocale(identifier: locale))
  }

  /// Writes the start of a unit as a local date and time, by way of local clocks.
  static func expectStart(
    _ calendar: CivilCalendar, _ unit: CalendarUnit, _ date: String, _ offset: Int,
    is expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let time = try #require(calendar.local(date), sourceLocation: sourceLocation)
    let start = calendar.start(of: unit, containing: time, offset: offset)
    #expect(
      start == calendar.local(expected), "\(start)", sourceLocation: sourceLocation)
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
    let noon = try #require(havana.local("2023-11-05T12:00"))
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

  @Test func `clocks show local time`() {
    func time(_ zone: String?, month: Int) -> Double? {
      CivilCalendar(timeZone: zone, locale: .root)
        .time(year: 2024, month: month, day: 1, hour: 0, minute: 0, second: 0)
    }
    #expect(time("Europe/Stockholm", month: 6) == 1_717_192_800)
    #expect(time("Europe/Stockholm", month: 1) == 1_704_063_600)
    #expect(time("Not/AZone", month: 1) == 1_704_067_200)
    #expect(time(nil, month: 1) != nil)
  }
}
