import Testing

@testable import StructuredData

struct ValueReadingTests {
  @Test(
    arguments: [
      ("4.5", 4.5, []), (" 87 ", 87, []), ("-3", -3, []), ("0", 0, []), ("1e3", 1_000, []),
      (".5", 0.5, []), ("1.250", 1.25, []), ("+5", 5, [.plusSign]),
      ("4,5", 4.5, [.decimalComma]), ("1,203", 1_203, [.groupedDigits]),
      ("1,203,456", 1_203_456, [.groupedDigits]), ("1.203.456", 1_203_456, [.groupedDigits]),
      ("1.250,00", 1_250, [.groupedDigits, .decimalComma]), ("1,250.00", 1_250, [.groupedDigits]),
      ("1 250", 1_250, [.groupedDigits]), ("1'250.5", 1_250.5, [.groupedDigits]),
      ("1 250,50", 1_250.5, [.groupedDigits, .decimalComma]), ("0,125", 0.125, [.decimalComma]),
      ("1234,567", 1_234.567, [.decimalComma]),
    ] as [(String, Double, [ValueOddity])])
  func numbersAreReadAsPeopleWriteThem(text: String, value: Double, oddities: [ValueOddity]) {
    #expect(NumberReading(text)?.value == value)
    #expect(NumberReading(text)?.oddities == oddities)
  }

  @Test(arguments: [
    "", " ", "four", "4.5 stars", "4/5", "1,2,3", "1.2.3", "1,,2", "12,34,567", "inf", "nan",
    "0x10",
    "--1", "1-2", "5.", "e5", "1e999", ",5", "$5", String(repeating: "9", count: 1_000), "٤",
  ])
  func otherTextsAreNoNumbers(text: String) {
    #expect(NumberReading(text) == nil)
  }

  @Test(
    arguments: [
      ("true", true, []), ("http://schema.org/True", true, []), ("False", false, []),
      ("https://schema.org/False", false, []), ("TRUE", true, [.letterCase]),
    ] as [(String, Bool, [ValueOddity])])
  func truthValues(text: String, value: Bool, oddities: [ValueOddity]) {
    #expect(BooleanReading(text)?.value == value)
    #expect(BooleanReading(text)?.oddities == oddities)
    #expect(BooleanReading("yes") == nil)
  }

  @Test func membersAreReadByEitherName() {
    let availability = SchemaTerm(.type, named: "ItemAvailability")
    #expect(MemberReading("https://schema.org/InStock", of: availability)?.member.name == "InStock")
    #expect(MemberReading("InStock", of: availability)?.oddities == [])
    #expect(MemberReading("instock", of: availability)?.oddities == [.letterCase])
    #expect(MemberReading("Monday", of: availability) == nil)
    #expect(MemberReading("Monday")?.member.name == "Monday")
    #expect(MemberReading("available") == nil)
  }

  @Test(
    arguments: [
      ("1970", 0, false), ("1970-02", 31 * 86_400, false), ("2015-06-08", 1_433_721_600, false),
      ("20150608", 1_433_721_600, false), ("2015-06-08T10:00", 1_433_757_600, true),
      ("2015-06-08T10:00Z", 1_433_757_600, false), ("2015-06-08T1000+0200", 1_433_750_400, false),
      ("2015-06-08T10:00:30.5-07:00", 1_433_782_830.5, false), ("2000-02-29", 951_782_400, false),
      ("2015-06-08T24:00Z", 1_433_808_000, false), ("0001-01-01", -62_135_596_800, false),
      ("0000-01-01", -62_167_219_200, false),
    ] as [(String, Double, Bool)])
  func dates(text: String, seconds: Double, lacksZone: Bool) {
    #expect(DateReading(text)?.secondsSince1970 == seconds)
    #expect(DateReading(text)?.lacksZone == lacksZone)
    #expect(DateReading(text)?.oddities == [])
  }

  @Test func datesThatAreNearlyRight() {
    #expect(DateReading("2015-06-08 10:00")?.oddities == [.spaceBeforeTime])
    #expect(DateReading("2015-06-08t10:00z")?.oddities == [.letterCase])
    #expect(DateReading(" 2015-06-08\n")?.oddities == [])
  }

  @Test(arguments: [
    "", "June 8, 2015", "08.06.2015", "2015-13-01", "2015-02-29", "1900-02-29", "2015-6-8",
    "15-06-08",
    "2015-06-08T", "2015-06-08T25:00", "2015-06-08T10:60", "2015-06-08T10:00+25:00",
    "2015-06T10:00",
    "2015-06-08Z", "2015-06-00", "201506", "2015-06-08T24:01", "2015-06-08T10:00:00 CET", "2015-",
  ])
  func otherTextsAreNoDates(text: String) {
    #expect(DateReading(text) == nil)
  }

  @Test func times() {
    #expect(TimeReading("09:30")?.hour == 9)
    #expect(TimeReading("09:30:15.5+01:00")?.second == 15.5)
    #expect(TimeReading("09:30:15+01:00")?.offset == 60)
    #expect(TimeReading("T0930")?.minute == 30)
    #expect(TimeReading("9:30") == nil)
    #expect(TimeReading("9 am") == nil)
  }

  @Test(
    arguments: [
      ("PT1H30M", 5_400), ("P1DT12H", 129_600), ("P2W", 1_209_600), ("PT0.5H", 1_800),
      ("PT1,5M", 90), ("P1Y2M3D", 86_400 * 428), ("PT0S", 0), ("PT90M", 5_400),
    ] as [(String, Double)])
  func durations(text: String, seconds: Double) {
    #expect(DurationReading(text)?.totalSeconds == seconds)
    #expect(DurationReading(text)?.oddities == [])
  }

  @Test func durationsInSmallLetters() {
    #expect(DurationReading("pt1h")?.totalSeconds == 3_600)
    #expect(DurationReading("pt1h")?.oddities == [.letterCase])
  }

  @Test(arguments: [
    "", "P", "PT", "90 minutes", "1:30", "PT90", "P1H", "PT1D", "PT1M1H", "PT0.5H1M", "1H", "P1DT",
    "PT1H1H", "-PT1H", "PT-1H", "P-1D",
  ])
  func otherTextsAreNoDurations(text: String) {
    #expect(DurationReading(text) == nil)
  }

  @Test(
    arguments: [
      ("55", 55, nil, []), ("$55.00", 55, "USD", [.currencySign]),
      ("55 €", 55, "EUR", [.currencySign]),
      ("£1,203", 1_203, "GBP", [.currencySign, .groupedDigits]),
      ("¥500", 500, "JPY", [.currencySign]),
      ("USD 55", 55, "USD", [.currencyCode]),
      ("12,50 EUR", 12.5, "EUR", [.currencyCode, .decimalComma]),
      ("US$ 5", 5, "USD", [.currencySign]),
    ] as [(String, Double, String?, [ValueOddity])])
  func money(text: String, amount: Double, currency: String?, oddities: [ValueOddity]) {
    #expect(MoneyReading(text)?.amount == amount)
    #expect(MoneyReading(text)?.currency == currency)
    #expect(MoneyReading(text)?.oddities == oddities)
  }

  @Test(arguments: ["", "$", "$$", "$$$", "free", "$5-$10", "from 5", "5 bucks", "EUR"])
  func otherTextsAreNoMoney(text: String) {
    #expect(MoneyReading(text) == nil)
  }
}
