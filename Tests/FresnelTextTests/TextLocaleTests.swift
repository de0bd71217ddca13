import FresnelText
import Testing

@Suite struct TextLocaleTests {
  static let identifiers: [(String, String)] = [
    ("sv-SE", "sv_SE"), ("sv_SE.UTF-8", "sv_SE"), ("zh-Hans-CN", "zh_Hans_CN"), ("C", ""),
    ("C.UTF-8", ""), ("POSIX", ""), ("", ""), ("root", ""), ("EN_us", "en_US"), ("en", "en"),
  ]

  @Test(arguments: identifiers)
  func `identifiers take one form`(name: String, expected: String) {
    #expect(TextLocale(identifier: name).identifier == expected)
  }

  @Test func `equal locales are equal however they are written`() {
    #expect(TextLocale(identifier: "sv-SE") == TextLocale(identifier: "sv_SE.UTF-8"))
    #expect(TextLocale(identifier: "C.UTF-8") == .root)
  }

  @Test func `any text makes a locale that works`() {
    var generator = SeededGenerator(seed: 9)
    for index in 0..<40 {
      var name = generator.text(maximumCount: 20)
      if index == 0 { name = String(repeating: "x-", count: 10_000) }
      let locale = TextLocale(identifier: name)
      let folder = TextFolder(options: .diacriticInsensitive, locale: locale)
      #expect(
        String(decoding: folder.foldedBytes("abc"), as: UTF8.self) == "abc",
        "\(name.debugDescription)")
      #expect(
        CivilCalendar(timeZone: name, locale: locale).start(of: .week, containing: 0, offset: 0)
          .isFinite)
    }
  }

  @Test func `the session has a locale`() {
    #expect(TextLocale.session == TextLocale(identifier: TextLocale.session.identifier))
  }
}
