import FresnelModel
import Testing

@testable import CrawlRules

struct WebDateTests {
  @Test(arguments: [
    ("2015", 1_420_070_400.0), ("2015-06", 1_433_116_800), ("2015-06-10", 1_433_894_400),
    ("2015-06-10T10:00Z", 1_433_930_400), ("2015-06-10T10:00+02:00", 1_433_923_200),
    ("2015-06-10T10:00:05-00:30", 1_433_932_205), ("2015-06-10T10:00:05.25Z", 1_433_930_405.25),
    ("2016-02-29", 1_456_704_000), ("1970-01-01", 0), ("1969-12-31", -86_400),
    ("2000-03-01", 951_868_800),
    ("0001-01-01", -62_135_596_800), ("9999-12-31", 253_402_214_400),
  ])
  func w3cDatesAreRead(text: String, seconds: Double) {
    let date = WebDate(w3c: text)
    #expect(date?.timestamp.secondsSince1970 == seconds)
    #expect(date?.text == text)
  }

  @Test(arguments: [
    "", "15", "2015-", "2015-6", "2015-13", "2015-00-01", "2015-02-29", "1900-02-29", "2015-06-31",
    "2015-06-10T",
    "2015-06-10T10", "2015-06-10T10:00", "2015-06-10T10:00:05", "2015-06-10 10:00Z",
    "2015-06-10T24:00Z",
    "2015-06-10T10:60Z", "2015-06-10T10:00:61Z", "2015-06-10T10:00:05.Z", "2015-06-10T10:00+0200",
    "2015-06-10T10:00+02:60", "2015-06-10T10:00+99:00", "2015-06-10Z", "10 June 2015",
    "2015-06-10x", "０２０１",
    "0000-01-01",
  ])
  func otherDatesAreNot(text: String) {
    #expect(WebDate(w3c: text) == nil)
  }

  @Test(arguments: [
    ("Wed, 10 Jun 2015 10:00:00 GMT", "2015-06-10T10:00:00Z"),
    ("10 Jun 15 10:00 +0200", "2015-06-10T10:00:00+02:00"),
    ("Thu, 05 Jan 17 13:34:52 -0130", "2017-01-05T13:34:52-01:30"),
    ("Saturday, 25-Jun-10 15:00:00 PST", "2010-06-25T15:00:00-08:00"),
    ("wed, 1 june 2050 1:02:03 z", "2050-06-01T01:02:03Z"),
    ("1 Jan 99 00:00 UT", "1999-01-01T00:00:00Z"),
  ])
  func datesOfMailAndFeedsAreRead(text: String, w3c: String) {
    let date = WebDate(mail: text)
    #expect(date?.text == w3c)
    #expect(date?.timestamp == WebDate(w3c: w3c)?.timestamp)
  }

  @Test(arguments: [
    "", "Wed, 10 Jun 2015 10:00:00", "10 Jun 10:00 GMT", "Jun 2015 10:00 GMT",
    "32 Jun 2015 10:00 GMT",
    "10 Foo 2015 10:00 GMT", "10 Jun 2015 10:00 GMT GMT", "10 Jun 2015 1000 GMT",
    "10 Jun 2015 25:00 GMT",
    "10 Jun 12015 10:00 GMT", "10 Jun Jun 2015 10:00 GMT", "10 Jun 2015 10:00 +9",
    "10 Jun 2015 10:00 +9999",
  ])
  func othersAreNot(text: String) {
    #expect(WebDate(mail: text) == nil)
  }

  @Test func aZoneMayBeLeftOutWhereThatIsAllowed() {
    #expect(
      WebDate(mail: "Sat Jun 25 15:00:00 2010", isZoneNeeded: false)?.text == "2010-06-25T15:00:00Z"
    )
    #expect(
      WebDate(w3c: "2010-06-25T15:00", isZoneNeeded: false)?.timestamp.secondsSince1970
        == 1_277_478_000)
  }
}
