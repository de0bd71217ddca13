import FresnelModel
import FresnelPlatform
import RankFigures

/// How often a misspelt word is taken for the right one, on sets of real misspellings.
struct Spelling {
  private let data: RelevanceData

  init(_ data: RelevanceData) {
    self.data = data
  }

  /// A set of misspellings with their corrections.
  private struct Pairs {
    let name: String
    let file: String
    let aim: Double

    static let all = [
      Pairs(name: "codespell", file: "spelling/codespell_pairs.tsv.gz", aim: 0.908),
      Pairs(name: "Norvig", file: "spelling/norvig_set1.tsv", aim: 0.791),
      Pairs(name: "Birkbeck", file: "spelling/birkbeck.tsv", aim: 0.400),
    ]
  }

  /// What became of the pairs of a set.
  private struct Outcome {
    var pairs = 0
    var allowed = 0
    var right = 0
    var other = 0

    var share: Double? { pairs > 0 ? Double(right) / Double(pairs) : nil }

    func row(_ name: String, aim: Double) -> [String] {
      [
        name, "\(pairs)", RelevanceSection.share(share),
        RelevanceSection.share(allowed, of: pairs), RelevanceSection.share(aim),
        RelevanceSection.share(right, of: allowed), RelevanceSection.share(other, of: pairs),
        RelevanceSection.share(pairs - right - other, of: pairs),
      ]
    }
  }

  func run() throws -> RelevanceSection {
    let lexicon = try Lexicon(path: try data.corpusFile(Lexicon.file))
    RelevanceProgress.say("Indexing \(lexicon.words.count) words")
    let store = try AskedStore(at: data.directory("lexicon")) { try lexicon.fill($0) }
    var section = RelevanceSection(
      "Misspellings",
      """
      Each misspelling is typed with a space behind, over a store of the lexicon alone: every word is the title
      of an item, and stands in as many pages of as many apps as it is frequent. It is *right* if the text of
      the first hit is the correction. Pairs are those of small Latin letters whose correction is in the lexicon
      and whose misspelling is not. The *ceiling* is the share that the rule allows, one error from four letters
      on and two from eight; all else is never looked at.
      """)
    var table = TextTable([
      "set", "pairs", "right", "ceiling", "aim", "of the ceiling", "another word", "nothing",
    ])
    for pairs in Pairs.all {
      let path = data.options.places.corpus + "/" + pairs.file
      guard FileSystem.exists(path) else {
        section.add("The set of \(pairs.name) is not in the corpus, and was not measured.")
        continue
      }
      let outcome = try outcome(of: try sample(path, lexicon), in: store)
      table.add(outcome.row(pairs.name, aim: pairs.aim))
      section.compare(outcome.share, with: pairs.aim, "Misspellings of \(pairs.name)")
    }
    section.add(
      table, of: "At most \(data.options.wordCount) pairs of each set",
      seed: data.options.seed &+ 3)
    return section
  }

  private func outcome(
    of pairs: [(typed: String, meant: String)], in store: AskedStore
  ) throws -> Outcome {
    var outcome = Outcome()
    for (typed, meant) in pairs {
      outcome.pairs += 1
      if CorrectionCeiling.allows(typed, for: meant) { outcome.allowed += 1 }
      let answer = try store.ask(typed + " ")
      guard answer.didCorrect, let text = answer.correctedText else { continue }
      if text.filter({ $0 != " " }) == meant {
        outcome.right += 1
      } else {
        outcome.other += 1
      }
    }
    return outcome
  }

  /// The pairs of a file that count, or as many of them as are drawn.
  private func sample(
    _ path: String, _ lexicon: Lexicon
  ) throws -> [(typed: String, meant: String)] {
    var lines = LineReader(try InputReader(path: path))
    var pairs: [String: String] = [:]
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else { continue }
      let fields = bytes.split(separator: UInt8(ascii: "\t")).map {
        String(decoding: $0, as: UTF8.self).lowercased()
      }
      guard fields.count == 2, !lexicon.contains(fields[0]), lexicon.contains(fields[1]),
        fields[0].utf8.allSatisfy({ (0x61...0x7A).contains($0) })
      else { continue }
      pairs[fields[0]] = fields[1]
    }
    var generator = SeededGenerator(seed: data.options.seed &+ 3)
    let sorted = pairs.sorted { $0.key < $1.key }.map { (typed: $0.key, meant: $0.value) }
    return generator.sample(data.options.wordCount, of: sorted)
  }
}
