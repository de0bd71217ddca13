import FresnelModel
import FresnelTestSupport
import Testing

@Suite("Timestamp as ISO 8601")
struct TimestampISO8601Tests {
  @Test(arguments: [
    ("2001-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00Z", -978_307_200),
    ("2000-02-29T23:59:59Z", -26_438_401), ("2026-11-21T06:30:00.5Z", 816_935_400.5),
    ("1900-03-01T00:00:00Z", -3_182_198_400), ("2100-02-28T12:00:00Z", 3_129_192_000),
    ("0001-01-01T00:00:00Z", -63_113_904_000), ("9999-12-31T23:59:59.9Z", 252_423_993_599.9),
  ])
  func `an instant has one text, and the text gives the instant`(text: String, seconds: Double) {
    #expect(Timestamp(secondsSinceReferenceDate: seconds).iso8601 == text)
    #expect(Timestamp(iso8601: text)?.secondsSinceReferenceDate == seconds)
  }

  @Test func `every day follows the one before`() {
    var previous = ""
    // From 1582 to 2436: more than two periods of the calendar.
    for day in stride(from: -153_000, to: 159_000, by: 1) {
      let date = Timestamp(secondsSinceReferenceDate: Double(day) * 86_400)
      guard let text = date.iso8601, text > previous else {
        Issue.record("day \(day)")
        return
      }
      previous = text
      guard Timestamp(iso8601: text) == date else {
        Issue.record("day \(day): \(text)")
        return
      }
    }
  }

  @Test(arguments: [
    ("2026", "2026-01-01T00:00:00Z"), ("2026-11", "2026-11-01T00:00:00Z"),
    ("2026-11-21", "2026-11-21T00:00:00Z"), ("2026-11-21T10:20", "2026-11-21T10:20:00Z"),
    ("2026-11-21 10:20:30", "2026-11-21T10:20:30Z"),
    ("2026-11-21T10:20:30,125z", "2026-11-21T10:20:30.125Z"),
    ("2026-11-21T10:20:30+02:00", "2026-11-21T08:20:30Z"),
    ("2026-11-21T22:20:30-0330", "2026-11-22T01:50:30Z"),
    ("2026-11-21T10:20+05", "2026-11-21T05:20:00Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"), ("20240203T102030Z", "2024-02-03T10:20:30Z"),
    ("2026-11-21T24:00", "2026-11-22T00:00:00Z"), ("2026-11-21T10", "2026-11-21T10:00:00Z"),
  ])
  func `shorter forms and zones are understood`(text: String, meaning: String) {
    #expect(Timestamp(iso8601: text)?.iso8601 == meaning)
  }

  @Test(arguments: [
    "", "26", "2026-", "2026-13", "2026-00", "2026-02-29", "2026-04-31", "2026-1-1",
    "2026-11-21T", "2026-11-21T24:01", "2026-11-21T10:60", "2026-11-21T10:20:61",
    "2026-11-21T10:20:30.", "2026-11-21T10:20:30+", "2026-11-21T10:20:30+24:00",
    "2026-11-21T10:20:30Zx", "2026-11-21x", "２０２６",
  ])
  func `anything else is no date`(text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test func `instants that no short text gives exactly have none`() {
    for seconds in [.infinity, -.infinity, 1e300, 252_423_993_600, -63_113_904_001, 1e-13] {
      #expect(Timestamp(secondsSinceReferenceDate: seconds).iso8601 == nil)
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `instants of our time are exact`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // Between 1985 and 2017, to about a tenth of a microsecond; two ways to get there.
    let range = -5e8...5e8
    for seconds in [
      Double.random(in: range, using: &generator),
      (Double.random(in: range, using: &generator) * 1000).rounded() / 1000,
    ] {
      let date = Timestamp(secondsSinceReferenceDate: seconds)
      let text = date.iso8601
      #expect(text.flatMap { Timestamp(iso8601: $0) } == date, "seed \(seed)")
    }
  }
}
