import LocalAnswers
import Testing

@Suite("Answers that are computed: sums, units and days")
struct LocalAnswerTests {
  private static let tuesday = CivilDay(year: 2026, month: 12, day: 1)

  private func answer(_ text: String, _ style: NumberStyle = .point) throws -> LocalAnswer? {
    let today = try #require(Self.tuesday)
    return LocalAnswer(to: text, in: AnswerContext(numbers: style) { today })
  }

  @Test(
    "A sum is computed as on paper",
    arguments: [
      ("12*(3+4)", "84"), ("15% of 80", "12"), ("15 percent of 80", "12"), ("0.1+0.2", "0.3"),
      ("2+3*4", "14"), ("2*3^2", "18"), ("2^3^2", "512"), ("-2^2 + 0", "-4"), ("(-2)^2", "4"),
      ("1/3*3", "1"), ("2/3 + 0", "0.666666666666667"), ("10 / 4", "2.5"), ("7 - 10", "-3"),
      ("2^64", "18446744073709551616"), ("2^-3", "0.125"), ("2^200", "1.60693804425899e60"),
      ("√2 * 1", "1.4142135623731"), ("sqrt(16)", "4"), ("sqrt(1/4)", "0.5"), ("4^0.5", "2"),
      ("80 + 15%", "92"), ("80-15%", "68"), ("10% + 5%", "0.15"), ("50% * 4", "2"),
      ("1,000*3", "3000"), ("1,234,567 + 0.5", "1234567.5"), (".5*4", "2"), ("3*4=", "12"),
      ("(3-1)/2", "1"), ("  1 + 1 ", "2"), ("6 ÷ 4 × 2", "3"), ("5 − 5", "0"), ("1--1 + 0", "2"),
      ("0.000001 * 0.0000001", "1e-13"), ("2**3", "8"),
      ("100000000000 * 100000000000", "10000000000000000000000"),
      ("SQRT(9) + 1", "4"), ("12·3", "36"), ("-3 + 3", "0"),
    ])
  func sums(_ text: String, _ result: String) throws {
    #expect(try answer(text)?.text == result)
    #expect(try answer(text)?.kind == .sum)
  }

  @Test(
    "Where decimals have a comma, numbers are read and written so",
    arguments: [
      ("1,5*2", "3"), ("1.5*3", "4,5"), ("1.250 * 2", "2500"), ("0.125*2", "0,25"),
      ("1.234.567,5 + 0", "1234567,5"), ("1/4 * 1", "0,25"), ("5 km in miles", "3,10686 mi"),
    ])
  func commas(_ text: String, _ result: String) throws {
    #expect(try answer(text, .comma)?.text == result)
  }

  @Test(
    "What is searched for as it stands is no question",
    arguments: [
      "2024", "3.11", "c++", "wi-fi", "24/7", "9/11", "50/50", "10/4", "2024-12-24", "24/12/2024",
      "555-1234", "1-800-555-1234", "+49 30 1234567", "(030) 1234567", "(2019-2020)", "2019 - 2020",
      "24 / 12 / 2024", "2023-2024", "3.11-2", "1.2.3", "-5", "100%", "50% off", "1,5*2", "5.",
      "(1+2",
      "1+", "+", "*", "()", "007 * 2", "5!", "1e5+1", "2 in 1", "1 x 4", "1920x1080", "3 m to go",
      "10 days in paris", "may", "friday", "next friday", "days", "in", "a day", "3 weeks", "5 km",
      "1 l in kg", "days until christmas", "IMG_2024-12-24.jpg", "report 2024-12-24", "c# 12", "#1",
      "rock & roll", "7-zip", "catch-22", "4+", "mp3", "a*b", "", " ", "five + five",
      "100 usd in eur",
      "-5 kg in g", "5 in", "in 3", "to be or not to be", "1 2 3", "1 + 2 3",
    ])
  func noQuestions(_ text: String) throws {
    #expect(try answer(text) == nil)
  }

  @Test(
    "What has no value, or none that can be told, has no answer",
    arguments: [
      "1 / 0", "1/(2-2)*3", "0^0", "0^-1", "10^400", "9^9^9", "sqrt(-1)", "2^0.3", "√(0-1)",
      "days until 31 feb", "100000 years from today", "in 9999999999 days",
    ])
  func noValues(_ text: String) throws {
    #expect(try answer(text) == nil)
  }

  @Test(
    "An amount is told in another unit",
    arguments: [
      ("5 km in miles", "3.10686 mi"), ("72 f in c", "22.2222 °C"), ("-40 c in f", "-40 °F"),
      ("0 °C to K", "273.15 K"), ("6 ft 2 in in cm", "187.96 cm"), ("5 in in cm", "12.7 cm"),
      ("6'2\" in cm", "187.96 cm"), ("1 GB in MB", "1000 MB"), ("1 gib in mib", "1024 MiB"),
      ("8 Mb in MB", "1 MB"), ("100 km/h in mph", "62.1371 mph"), ("5km in mi", "3.10686 mi"),
      ("1 mile in m", "1609.344 m"), ("90 min in h", "1.5 h"), ("2 weeks as days", "14 days"),
      ("1 cup to ml", "236.588 ml"), ("3 lb in kg", "1.36078 kg"),
      ("1 acre in m2", "4046.86 m²"),
      ("2.5 bar -> psi", "36.2594 psi"), ("1 kWh in kJ", "3600 kJ"), ("150 hp in kW", "111.855 kW"),
      ("1 square metre in square feet", "10.7639 ft²"), ("5 KM IN MILES", "3.10686 mi"),
      ("1 nautical mile in km", "1.852 km"), ("0.5 turn = deg", "180 °"),
    ])
  func conversions(_ text: String, _ result: String) throws {
    #expect(try answer(text)?.text == result)
    #expect(try answer(text)?.kind == .conversion)
  }

  @Test(
    "A day is found, and how far one is away",
    arguments: [
      ("3 weeks from friday", "Friday, 25 December 2026"), ("days until 24 dec", "23 days"),
      ("weeks until 24 dec", "3 weeks and 2 days"), ("how many days until 24 december?", "23 days"),
      ("10 days ago", "Saturday, 21 November 2026"), ("in 3 weeks", "Tuesday, 22 December 2026"),
      ("today + 3 weeks", "Tuesday, 22 December 2026"), ("days since 1 jan", "334 days"),
      ("days between 1 jan and 24 dec", "357 days"),
      ("a week from tomorrow", "Wednesday, 9 December 2026"),
      ("2 days before march 1, 2027", "Saturday, 27 February 2027"),
      ("1 month from 31 jan", "Sunday, 28 February 2027"),
      ("3 days from now", "Friday, 4 December 2026"),
      ("2 years and 1 day from today", "Saturday, 2 December 2028"),
      ("100 days after 2026-01-01", "Saturday, 11 April 2026"),
      ("1 day from tuesday", "Wednesday, 9 December 2026"),
      ("last friday + 1 week", "Friday, 4 December 2026"), ("days until 29 feb", "455 days"),
      ("days until today", "0 days"), ("weeks until tomorrow", "1 day"),
      ("Days To 3rd of December", "2 days"),
    ])
  func days(_ text: String, _ result: String) throws {
    #expect(try answer(text)?.text == result)
    #expect(try answer(text)?.kind == .date)
  }

  @Test("An answer says how the text was understood")
  func questions() throws {
    #expect(try answer("12*(3+4)")?.question == "12 × (3 + 4)")
    #expect(try answer("1,000/4*2")?.question == "1000 ÷ 4 × 2")
    #expect(try answer("5 kilometres in miles")?.question == "5 km in mi")
    #expect(try answer("3 weeks from friday")?.question.contains("4 December 2026") == true)
  }

  @Test("Commands of the session are named by the whole text, and nothing else names them")
  func commands() {
    #expect(SessionCommand(named: " Lock  Screen") == .lock)
    #expect(SessionCommand(named: "suspend") == .sleep)
    #expect(SessionCommand(named: "log out") == .logOut)
    for text in ["", "locks", "lock screen picture", "sleep well", "log", "out"] {
      #expect(SessionCommand(named: text) == nil, "\(text)")
    }
    #expect(SessionCommand.allCases.filter(\.isAskedTwice) == [.logOut])
  }

  @Test("Long texts and deep ones end without an answer")
  func bounds() throws {
    #expect(
      try answer(String(repeating: "(", count: 120) + "1" + String(repeating: ")", count: 120))
        == nil)
    #expect(try answer("1*" + String(repeating: "-", count: 200) + "1") == nil)
    #expect(try answer(String(repeating: "√", count: 200) + "1") == nil)
    #expect(try answer("1" + String(repeating: "+1", count: 4000)) == nil)
    #expect(try answer("1" + String(repeating: "+1", count: 100))?.text == "101")
    #expect(try answer(String(repeating: "9", count: 31) + "*2") == nil)
  }

  @Test("Locales say what stands before decimals")
  func locales() {
    for name in ["de_DE.UTF-8", "fr_FR", "pt_BR", "de", "es_ES@euro", "ru_RU.UTF-8"] {
      #expect(NumberStyle(locale: name) == .comma)
    }
    for name in ["en_GB.UTF-8", "C", "", "de_CH.UTF-8", "es_MX", "ja_JP", "C.UTF-8"] {
      #expect(NumberStyle(locale: name) == .point)
    }
  }
}
