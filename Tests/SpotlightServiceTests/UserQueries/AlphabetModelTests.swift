import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelTestSupport
import FresnelText
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Names in other alphabets, against a look at every item", .timeLimit(.minutes(30)))
struct AlphabetModelTests {
  private static let words = [
    "Москва", "Мария", "отчёт", "Юрий", "Соловьёв", "Αθήνα", "Ειρήνη", "Ναύπλιο", "القاهرة", "محمد",
    "علي", "كتاب",
    "الكتاب", "שלום", "ספר", "הספר", "ישראל", "report", "2024", "moskva", "kitab",
  ]
  private static let texts = [
    "moskva", "mosk", "mariya", "maria", "otchet", "otch", "yuri", "soloviev", "athina", "athena",
    "ath", "irini",
    "nafplio", "qahira", "al-qahira", "muhammad", "ali", "kitab", "shalom", "sefer", "hasefer",
    "israel", "report",
    "2024", "zz",
  ]

  private static func item(_ identifier: String, _ random: inout SeededGenerator) -> Item {
    func text(_ counts: ClosedRange<Int>) -> String {
      (0..<Int.random(in: counts, using: &random))
        .map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: [" ", " ", "-", "_"].randomElement(using: &random) ?? " ")
    }
    var item = SpotlightServiceTests.item(identifier, title: text(1...4))
    if Bool.random(using: &random) { item.attributes[.displayName] = .string(text(1...2)) }
    if Bool.random(using: &random) { item.attributes[.textContent] = .string(text(1...3)) }
    return item
  }

  /// The spellings of a word of a name, whatever it is written in.
  private static func spellings(of word: String) -> [String] {
    var folded = word
    let bytes = folded.withUTF8 { utf8 in
      var output: [UInt8] = []
      TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: .root)
        .appendFolded(utf8: utf8, to: &output)
      return output
    }
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var found: [(String, [[UInt8]])] = []
    switch scalars.first?.value ?? 0 {
    case 0x400...0x4FF: found = [("c", CyrillicSpelling.spelling(of: scalars).map { [$0] } ?? [])]
    case 0x370...0x3FF: found = [("g", GreekSpelling.spellings(of: scalars))]
    case 0x600...0x6FF:
      found = [("a", ConsonantSpelling.arabic.spellings(of: scalars))]
      if scalars.starts(with: "ال".unicodeScalars) {
        found.append(("a", ConsonantSpelling.arabic.spellings(of: scalars.dropFirst(2))))
      }
    case 0x590...0x5FF:
      found = [("h", ConsonantSpelling.hebrew.spellings(of: scalars))]
      if scalars.first == "ה" {
        found.append(("h", ConsonantSpelling.hebrew.spellings(of: scalars.dropFirst())))
      }
    default: break
    }
    return found.flatMap { script, forms in
      forms.map { script + String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Whether words of a name may be what was typed.
  private static func isSpelled(_ typed: String, goesOn: Bool, in item: Item) -> Bool {
    let letters = Array(typed.replacing("al-", with: "").utf8)
    func forms(_ script: String, _ forms: [[UInt8]]) -> [String] {
      forms.map { script + String(decoding: $0, as: UTF8.self) }
    }
    let whole =
      forms("c", [CyrillicSpelling.canonical(letters)])
      + forms("g", [GreekSpelling.canonical(letters)])
      + forms("a", ConsonantSpelling.arabic.typed(letters))
      + forms("h", ConsonantSpelling.hebrew.typed(letters))
    let begun =
      forms("c", CyrillicSpelling.beginnings(letters))
      + forms("g", GreekSpelling.beginnings(letters))
      + forms("a", ConsonantSpelling.arabic.beginnings(letters))
      + forms("h", ConsonantSpelling.hebrew.beginnings(letters))
    let values = [item.attributes[.title], item.attributes[.displayName]]
    let names = values.compactMap { value -> String? in
      guard case .string(let name)? = value else { return nil }
      return name
    }
    return names.flatMap { $0.split(whereSeparator: { " -_".contains($0) }) }.contains { word in
      spellings(of: String(word)).contains { form in
        whole.contains { $0.count >= 4 && form == $0 }
          || goesOn && begun.contains { $0.count >= 4 && form.hasPrefix($0) }
      }
    }
  }

  private static func has(_ typed: String, goesOn: Bool, _ item: Item) throws -> Bool {
    let word = UserQuery.comparison(with: typed, goesOn: goesOn)
    return try CompiledQuery(.comparison(word), context: LadderStage.context).matches(item)
  }

  @Test(
    "finds what a look at each name does, for an app and for the person, before and after a merge",
    arguments: 0..<12 as Range<UInt64>)
  func findsTheSame(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stage = LadderStage()
    for number in 0..<4 {
      let items = (0..<2).map { Self.item("\(number).\($0)", &random) }
      try await stage.put(items, of: [mail, notes][number % 2], number < 2 ? .none : .firstUnlock)
    }
    let texts = Self.texts.flatMap { [$0, $0 + " "] }
    var foundCount = 0
    for isMerged in [false, true] {
      if isMerged { _ = stage.core.compact(nil) }
      for app in [nil, mail] {
        for text in texts {
          let answer = try stage.answer(text, of: app)
          let label: Comment = "seed \(seed), “\(text)”, merged \(isMerged)"
          try #require(!answer.isPartial && !answer.isLimited, label)
          let rows = zip(answer.identifiers, answer.readings)
          let found = rows.filter { $1 == .latinSpelling }.map(\.0)
          let others = Set(rows.filter { $1 != .latinSpelling }.map(\.0))
          foundCount += found.count
          // While the text grows, one row is enough, and the plan of whole words may have it.
          let isGrowing = !text.hasSuffix(" ")
          let typed = text.replacing(" ", with: "")
          var expected: (sure: Set<String>, any: Set<String>) = ([], [])
          for store in try stage.stores(app) {
            store.snapshot.forEachItem(in: store.filter) { _, encoded in
              guard let item = try? encoded.item(), !others.contains(item.uniqueIdentifier) else {
                return true
              }
              if Self.isSpelled(typed, goesOn: false, in: item) {
                expected.sure.insert(item.uniqueIdentifier)
              }
              if Self.isSpelled(typed, goesOn: isGrowing, in: item) {
                expected.any.insert(item.uniqueIdentifier)
              }
              return true
            }
          }
          let isTried = others.isEmpty || !isGrowing
          if isTried { try #require(expected.sure.isSubset(of: found), label) }
          try #require(expected.any.isSuperset(of: found), label)
          if isTried, found.isEmpty { try #require(expected.any.isEmpty, label) }
        }
      }
    }
    #expect(foundCount > 0, "seed \(seed)")
  }

  @Test(
    "of several words each may stand as it is or be a spelling", arguments: 0..<12 as Range<UInt64>)
  func severalWords(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stage = LadderStage()
    let items = (0..<8).map { Self.item("\($0)", &random) }
    try await stage.put(items)
    for _ in 0..<40 {
      let words = (0..<2).map { _ in Self.texts.randomElement(using: &random) ?? "" }
      let answer = try stage.answer(words.joined(separator: " ") + " ")
      let label: Comment = "seed \(seed), \(words)"
      for (identifier, reading) in zip(answer.identifiers, answer.readings)
      where reading == .latinSpelling {
        let item = try #require(items.first { $0.uniqueIdentifier == identifier })
        for word in words {
          let isMet =
            try Self.has(word, goesOn: false, item)
            || Self.isSpelled(word, goesOn: false, in: item)
          try #require(isMet, label)
        }
      }
      let found = Set(answer.identifiers)
      for item in items where !found.contains(item.uniqueIdentifier) {
        let isMet = try words.allSatisfy {
          try Self.has($0, goesOn: false, item) || Self.isSpelled($0, goesOn: false, in: item)
        }
        try #require(!isMet, label)
      }
    }
  }

  @Test("nothing that is hidden from an app changes its answers", arguments: 0..<4 as Range<UInt64>)
  func hiddenItems(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let (alone, among) = (LadderStage(), LadderStage())
    for number in 0..<3 {
      let own = (0..<3).map { Self.item("\(number).\($0)", &random) }
      let others = (0..<20).map { Self.item("\(number).\($0)", &random) }
      for stage in [alone, among] { try await stage.put(own) }
      try await among.put(others, of: notes)
    }
    for text in Self.texts {
      let answers = try [alone, among].map { try $0.answer(text, of: mail) }
      let rows = answers.map { answer in
        zip(answer.rows, answer.readings).filter { $1 <= .latinSpelling && !$1.isCorrection }
          .map(\.0.hit)
      }
      try #require(rows[0] == rows[1], "seed \(seed), “\(text)”")
    }
  }
}
