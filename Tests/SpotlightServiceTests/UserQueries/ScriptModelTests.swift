import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelTestSupport
import FresnelText
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Names in other scripts, against a look at every item", .timeLimit(.minutes(30)))
struct ScriptModelTests {
  private static let parts = [
    "北京", "大学", "大學", "银行", "銀行", "长城", "重庆", "音乐", "音樂", "西安", "香港", "Python", "サクラ", "さくら",
    "タワー", "한국", "음식", "의자", "2024", " ", "-",
  ]
  private static let texts = [
    "beijing", "bj", "bei3jing1", "daxue", "beijingdaxue", "yinhang", "yh", "xinghang",
    "changcheng",
    "chongqing", "yinyue", "yinle", "xian", "xi'an", "xianggang", "pythonbeijing", "sakura", "さくら",
    "サクラ",
    "tawa", "sakuratawa", "하", "한구", "ㅎㄱ", "ㅇㅅ", "으", "읮", "北京大学", "北京大學", "银行", "音樂", "大學 ",
    "银行 音乐", "銀行 音乐", "音樂 北京",
    "beijing 2024", "q", "zzzz",
  ]

  private static func item(_ identifier: String, _ random: inout SeededGenerator) -> Item {
    let title = (0..<Int.random(in: 1...5, using: &random))
      .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    var item = SpotlightServiceTests.item(identifier, title: title)
    if Int.random(in: 0..<3, using: &random) == 0 {
      item.attributes[.displayName] = .string(parts.randomElement(using: &random) ?? "")
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      item.attributes[.textContent] = .string(title + (parts.randomElement(using: &random) ?? ""))
    }
    return item
  }

  /// Queries for what the text stands for in another script or in other characters: for what surely has to be found,
  /// and for all that may be.
  private static func queries(
    for text: String
  ) throws -> (sure: CompiledQuery?, any: CompiledQuery?) {
    let query = UserQuery(text)
    let readings = query.readings().map { Query.comparison(Comparison(form: $0)) }
    func pieces(_ texts: (String) -> [String]) -> Query {
      .all(
        of: query.pieces.map { piece in
          .any(
            of: texts(query.text(of: piece)).map {
              .comparison(UserQuery.comparison(with: $0, goesOn: piece.mayGoOn))
            })
        })
    }
    var (sure, any) = (readings, readings)
    if query.hasHanVariants {
      let simplified = pieces { [mapped($0) { HanVariants.simplified($0) ?? $0 }] }
      let traditional = pieces { [mapped($0) { HanVariants.traditional($0).first ?? $0 }] }
      let typed = pieces { [$0] }
      sure += [simplified, traditional].filter { $0 != typed }
      any.append(
        pieces { piece in
          let ways = piece.unicodeScalars.reduce(into: [""]) { ways, scalar in
            let simplified = HanVariants.simplified(scalar) ?? scalar
            let others = HanVariants.traditional(simplified) + [simplified, scalar]
            ways = ways.flatMap { way in others.map { way + String($0) } }
          }
          return Array(Set(ways))
        })
    }
    return (try compiled(sure), try compiled(any))
  }

  private static func mapped(
    _ text: String, _ character: (Unicode.Scalar) -> Unicode.Scalar
  ) -> String {
    text.unicodeScalars.map { String(character($0)) }.joined()
  }

  private static func compiled(_ alternatives: [Query]) throws -> CompiledQuery? {
    alternatives.isEmpty
      ? nil : try CompiledQuery(.any(of: alternatives), context: LadderStage.context)
  }

  @Test(
    "finds what the evaluator does, for an app and for the person, before and after a merge",
    arguments: 0..<12 as Range<UInt64>)
  func findsTheSame(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stage = LadderStage()
    // With fewer than ten items each reading is tried of a finished text.
    for number in 0..<4 {
      let items = (0..<2).map { Self.item("\(number).\($0)", &random) }
      try await stage.put(items, of: [mail, notes][number % 2], number < 2 ? .none : .firstUnlock)
    }
    var foundCount = 0
    var before: [[String]] = []
    for isMerged in [false, true] {
      if isMerged { _ = stage.core.compact(nil) }
      for (number, app) in [nil, mail].enumerated() {
        let stores = try stage.stores(app)
        for (place, text) in Self.texts.enumerated() {
          let typed = text.hasSuffix(" ") ? text : text + " "
          let answer = try stage.answer(typed, of: app)
          let label: Comment = "seed \(seed), “\(typed)”, merged \(isMerged)"
          try #require(!answer.isPartial && !answer.isLimited, label)
          let rows = zip(answer.identifiers, answer.readings)
          let earlier = Set(rows.filter { $1 < .scripts }.map(\.0))
          let found = rows.filter { $1 == .scripts }.map(\.0)
          var (sure, any): (Set<String>, Set<String>) = ([], [])
          let queries = try Self.queries(for: typed)
          for store in stores {
            store.snapshot.forEachItem(in: store.filter) { _, item in
              if earlier.contains(item.uniqueIdentifier) { return true }
              if queries.sure?.matches(item) ?? false { sure.insert(item.uniqueIdentifier) }
              if queries.any?.matches(item) ?? false { any.insert(item.uniqueIdentifier) }
              return true
            }
          }
          try #require(sure.isSubset(of: found) && any.isSuperset(of: found), label)
          try #require(Set(found).count == found.count, label)
          foundCount += found.count
          if isMerged {
            try #require(answer.identifiers == before[number * Self.texts.count + place], label)
          } else {
            before.append(answer.identifiers)
          }
        }
      }
    }
    #expect(foundCount > 0, "seed \(seed)")
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
      let label: Comment = "seed \(seed), “\(text)”"
      let scripts = answers.map { answer in
        zip(answer.rows, answer.readings).filter { $1 <= .scripts }.map(\.0.hit)
      }
      try #require(scripts[0] == scripts[1], label)
    }
  }
}
