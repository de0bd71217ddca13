import FresnelModel
import FresnelPlatform
import FresnelText
import RankFigures

/// How often a name in Chinese characters is found by its pinyin.
struct Scripts {
  private let data: RelevanceData
  private static let sentences = "lang/zh_gsdsimp_dev.jsonl.gz"
  private static let aim = 0.95

  init(_ data: RelevanceData) {
    self.data = data
  }

  /// A name and what is typed for it.
  private struct Name {
    let name: String
    let typed: String
  }

  func run() throws -> RelevanceSection {
    let words = try self.words()
    let store = try AskedStore(at: data.directory("scripts")) { add in
      for word in words {
        try add(
          BenchmarkItem(
            identifier: "name:\(word)", title: word, body: "", section: "names", size: 0),
          "org.example.name")
      }
    }
    var section = RelevanceSection(
      "Names in Chinese characters",
      """
      The different words of two characters or more of the corpus's Chinese sentences are the titles of items. Each is
      typed in pinyin without tones, each character by its usual reading. Words that sound alike share the first three
      places: the *ceiling* is what is left to a perfect order.
      """)
    let names = words.map { Name(name: $0, typed: Self.pinyin(of: $0)) }
    let alike = Dictionary(grouping: names, by: \.typed).mapValues(\.count)
    let ceiling = names.reduce(0.0) { $0 + min(1, 3 / Double(alike[$1.typed] ?? 1)) }
    var table = TextTable(["typed", "names", "among three", "ceiling", "aim", "found"])
    for (label, end) in [("done", " "), ("growing", "")] {
      var (inThree, found) = (0, 0)
      for name in names {
        let place = try store.ask(name.typed + end).place(of: ["name:\(name.name)"])
        if let place {
          found += 1
          if place < 3 { inThree += 1 }
        }
      }
      let share = Double(inThree) / Double(max(1, names.count))
      table.add([
        label, "\(names.count)", RelevanceSection.share(share),
        RelevanceSection.share(ceiling / Double(max(1, names.count))),
        RelevanceSection.share(Self.aim), RelevanceSection.share(found, of: names.count),
      ])
      section.compare(share, with: Self.aim, "Names by pinyin, \(label)")
    }
    section.add(table, of: "All words of `\(Self.sentences)`", seed: nil)
    return section
  }

  /// The different words of Chinese characters, in order.
  private func words() throws -> [String] {
    var lines = LineReader(try InputReader(path: try data.corpusFile(Self.sentences)))
    var words: Set<String> = []
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line,
        case .array(let tokens)? = try JSONValue.parse(bytes)["tokens"]
      else { continue }
      for case .string(let word) in tokens
      where word.unicodeScalars.count > 1
        && word.unicodeScalars.allSatisfy({ !HanReadings.readings(of: $0.value).isEmpty })
      {
        words.insert(word)
      }
    }
    return words.sorted()
  }

  /// Each character by its usual reading.
  private static func pinyin(of word: String) -> String {
    word.unicodeScalars.map { scalar in
      String(decoding: HanReadings.readings(of: scalar.value).first ?? [], as: UTF8.self)
    }.joined()
  }
}
