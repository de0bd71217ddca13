import FresnelModel
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Ladder by runs", .timeLimit(.minutes(30)))
struct LadderRunTests {
  private static func stage(_ titles: [String]) async throws -> LadderStage {
    let stage = LadderStage()
    try await stage.put(titles.map { item($0, title: $0) })
    return stage
  }

  /// What a text finds as it was typed, in the order of the titles.
  private static func found(
    _ typed: String, in titles: [String], language: String = "en"
  ) async throws -> [String] {
    let stage = try await stage(titles)
    let answer = try stage.answer(typed, isExact: true, language: language)
    #expect(!answer.isPartial)
    #expect(answer.matchCount == answer.rows.count)
    let identifiers = Set(answer.identifiers)
    return titles.filter(identifiers.contains)
  }

  private static let names = [
    "invoice_2024-03_final.pdf", "learn c++ now", "C# in depth", "The .NET way", "AC/DC live",
    "node.js", "I don't know", "wi-fi at home", "wifi", "foo_bar baz", "MyWindowClass",
    "cat and c", "a net", "node js", "50% off", "bar and baz",
  ]

  @Test(
    "what is written without white space is found as it stands, whatever joins words",
    arguments: [
      ("invoice 2024", ["invoice_2024-03_final.pdf"]), ("pdf", ["invoice_2024-03_final.pdf"]),
      ("final ", ["invoice_2024-03_final.pdf"]), ("2024-03 ", ["invoice_2024-03_final.pdf"]),
      ("inv fina", []), ("oice", []), ("c++", ["learn c++ now"]), ("C++ ", ["learn c++ now"]),
      ("c#", ["C# in depth"]), (".net", ["The .NET way"]), ("ac/dc", ["AC/DC live"]),
      ("node.js", ["node.js", "node js"]), ("node.j", ["node.js"]),
      ("js ", ["node.js", "node js"]),
      ("don't", ["I don't know"]), ("wi-fi ", ["wi-fi at home"]), ("fi ", ["wi-fi at home"]),
      ("wifi", ["wi-fi at home", "wifi"]), ("\"bar baz\"", ["foo_bar baz"]),
      ("“bar baz”", ["foo_bar baz"]),
      ("\"bar ba", ["foo_bar baz", "bar and baz"]), ("window ", ["MyWindowClass"]),
      ("50%", ["50% off"]),
    ])
  func joined(typed: String, titles: [String]) async throws {
    #expect(try await Self.found(typed, in: Self.names) == titles)
  }

  @Test(
    "signs alone never find the whole index",
    arguments: ["*", "**", "\"", "||", "?", "&&", "* ", "\"*\"", "\"\"", "'", "()", "!", "\\"])
  func signs(typed: String) async throws {
    let stage = try await Self.stage(Self.names)
    #expect(try stage.answer(typed).rows.isEmpty)
    #expect(try stage.answer(typed + " wifi ", isExact: true).identifiers.first == "wifi")
  }

  @Test(
    "each word of a script without spaces is found, whatever a dictionary says",
    arguments: [
      ("在北京的大学学习", ["在", "北京", "的", "大学", "学习", "北京的大学"]),
      ("大多数的加长型礼车则是租车公司的财产", ["大", "多数", "加长", "型", "礼车", "则是", "租车", "公司", "财产"]),
      ("東京都に住んでいる人々", ["東京", "都", "に", "住ん", "で", "いる", "人々", "京都"]),
      ("パソコンの使い方", ["パソコン", "の", "使い", "方"]),
      ("ภาษาไทยเป็นภาษาที่มีวรรณยุกต์", ["ภาษา", "ไทย", "เป็น", "ที่", "มี", "วรรณยุกต์"]),
    ])
  func scriptsWithoutSpaces(title: String, words: [String]) async throws {
    let titles = [title, "other", "別件", "อื่น"]
    let stage = try await Self.stage(titles)
    for typed in words.flatMap({ [$0, $0 + " "] }) {
      for language in ["en", "zh", "ja", "th"] {
        let answer = try stage.answer(typed, isExact: true, language: language)
        #expect(answer.identifiers == [title], "\(typed), \(language)")
      }
    }
  }

  @Test(
    "letters that a language keeps apart are not found by each other",
    arguments: [
      ("öl", "sv", ["OL", "Öl", "ol"], ["Öl"]), ("öl", "fi", ["OL", "Öl", "ol"], ["Öl"]),
      ("ol ", "sv", ["OL", "Öl", "ol"], ["OL", "ol"]), ("öl", "en", ["OL", "Öl"], ["OL", "Öl"]),
      ("ñu", "es", ["NU", "Ñu", "nu_1"], ["Ñu"]), ("nu ", "es", ["NU", "Ñu"], ["NU"]),
      ("МОЙ", "ru", ["мой_1", "мои"], ["мой_1"]), ("мои ", "ru", ["МОЙ", "мои"], ["мои"]),
      ("МОЙ", "en", ["мой_1", "мои"], ["мой_1", "мои"]),
      ("ırmak", "tr", ["IRMAK", "irmak"], ["IRMAK"]),
    ])
  func lettersOfLanguages(
    typed: String, language: String, titles: [String], expected: [String]
  ) async throws {
    #expect(try await Self.found(typed, in: titles, language: language) == expected)
  }

  @Test("words go on and are corrected inside what joins them")
  func otherReadings() async throws {
    let stage = try await Self.stage([
      "invoice_2024-03_final.pdf", "the_godfather.mkv", "c++ game book",
    ])
    let longer = try stage.answer("invo final ")
    #expect(longer.identifiers == ["invoice_2024-03_final.pdf"])
    #expect(longer.readings == [.prefixes])
    let corrected = try stage.answer("godfater ")
    #expect(corrected.identifiers == ["the_godfather.mkv"])
    #expect(corrected.readings == [.oneEdit])
    #expect(corrected.understandings.first?.terms.map(\.text) == ["godfather"])
    // A code stays what it is in each reading.
    #expect(try stage.answer("c++ gam boo ").readings == [.prefixes])
    #expect(try stage.answer("c# gam boo ").rows.isEmpty)
  }

  @Test("understandings tell the terms that were looked for, with their signs")
  func understandings() async throws {
    let stage = try await Self.stage(Self.names)
    let terms = try #require(try stage.answer("(learn) c++").understandings.first?.terms)
    #expect(terms.map(\.text) == ["learn", "c++"])
    #expect(terms.map(\.traits) == [[], [.isPrefix, .isCode]])
    #expect(terms.map(\.range) == [1..<6, 8..<11])
    let phrase = try #require(try stage.answer("“bar baz” ").understandings.first?.terms)
    #expect(phrase.map(\.text) == ["bar baz"])
  }
}
