import FresnelEngine
import FresnelModel
import FresnelPlatform
import RankFigures

/// How often a right word that no item has is taken for another one.
struct FalseCorrections {
  private let data: RelevanceData

  /// The share of wrong answers is to be below this.
  private static let aim = 0.01
  /// The kind of items that is left out of the index so that its names are right and absent.
  private static let absentKind = "city"

  init(_ data: RelevanceData) {
    self.data = data
  }

  /// What became of the words of one list.
  private struct Outcome {
    var drawn = 0
    var absent = 0
    var near = 0
    var corrected = 0
    var empty = 0
    /// The first of those that were corrected, with what they were taken for.
    var examples: [String] = []

    var share: Double? { near > 0 ? Double(corrected) / Double(near) : nil }

    func row(_ name: String) -> [String] {
      [name] + [drawn, absent, near, empty, corrected].map { "\($0)" }
        + [RelevanceSection.share(share)]
    }
  }

  func run() throws -> RelevanceSection {
    let lexicon = try Lexicon(path: try data.corpusFile(Lexicon.file))
    let words = try outcome(of: lexicon.words, in: try data.store())
    let meant = try outcome(of: try correctionsOfCodespell(), in: try data.store())
    let names = try absentNames()
    let rest = try data.makeStore("without-\(Self.absentKind)") {
      RelevanceData.kind(of: $0.identifier) != Self.absentKind
    }
    return section(words, meant, try outcome(of: names, in: rest))
  }

  /// Right words that were not chosen for the list of known words: what people meant who misspelt them.
  private func correctionsOfCodespell() throws -> [String] {
    var lines = LineReader(
      try InputReader(path: try data.corpusFile("spelling/codespell_pairs.tsv.gz")))
    var words: Set<String> = []
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else { continue }
      let fields = bytes.split(separator: UInt8(ascii: "\t"))
      guard fields.count == 2, fields[1].allSatisfy({ (0x61...0x7A).contains($0) }) else {
        continue
      }
      words.insert(String(decoding: fields[1], as: UTF8.self))
    }
    return words.sorted()
  }

  /// Single words that are names of the items that are left out.
  private func absentNames() throws -> [String] {
    var names: Set<String> = []
    var file = try ItemsFile(try data.itemsFile())
    while let item = try file.next() {
      guard RelevanceData.kind(of: item.identifier) == Self.absentKind else { continue }
      let name = item.title.lowercased()
      if name.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) { names.insert(name) }
    }
    return names.sorted()
  }

  private func outcome(of words: [String], in store: AskedStore) throws -> Outcome {
    var generator = SeededGenerator(seed: data.options.seed &+ 2)
    var outcome = Outcome()
    for word in generator.sample(data.options.wordCount, of: words) {
      outcome.drawn += 1
      guard let doubtful = store.doubtful(word, goesOn: false), doubtful.documentCount == 0 else {
        continue
      }
      outcome.absent += 1
      guard store.hasNearWord(doubtful) else { continue }
      outcome.near += 1
      // The space behind says that the word is whole.
      let answer = try store.ask(word + " ")
      if answer.identifiers.isEmpty { outcome.empty += 1 }
      guard answer.didCorrect else { continue }
      outcome.corrected += 1
      // Short words are too often rude ones.
      if word.count >= 7, outcome.examples.count < 5, let text = answer.correctedText {
        outcome.examples.append("`\(word)` for `\(text.filter { $0 != " " })`")
      }
    }
    return outcome
  }

  private func section(_ words: Outcome, _ meant: Outcome, _ names: Outcome) -> RelevanceSection {
    var section = RelevanceSection(
      "Right words taken for errors",
      """
      Words that are spelt right, that no item has, and that are near a word of some item are typed with a space
      behind. An answer is *wrong* if all that it shows is of another text, so that a person is told of a
      correction that was none. The first list is the lexicon of 82,765 English words: it is also the list of words
      that are known to be right, so its figure says no more than that the list is heeded. The second one is what the
      misspellings of codespell stand for, chosen by others. The third one is the names of cities, of one word each,
      and for it all cities are left out of the index; no list has names.
      """)
    var table = TextTable(["list", "drawn", "absent", "near", "nothing found", "wrong", "share"])
    table.add(words.row("words of the lexicon"))
    table.add(meant.row("right words of codespell"))
    table.add(names.row("names left out"))
    section.add(
      table, of: "Words of four letters and more, asked alone", seed: data.options.seed &+ 2)
    let examples = words.examples + meant.examples + names.examples
    if !examples.isEmpty {
      section.add("The first that were taken for others: \(examples.joined(separator: ", ")).")
    }
    section.compare(words.share, with: Self.aim, isLeast: false, "Right words taken for errors")
    section.compare(
      meant.share, with: Self.aim, isLeast: false, "Right words of codespell taken for errors")
    section.compare(names.share, with: Self.aim, isLeast: false, "Right names taken for errors")
    return section
  }
}
