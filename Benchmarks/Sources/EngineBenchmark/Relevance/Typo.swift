import FresnelEngine
import RankFigures

/// Where known items stand when what is typed has one error.
struct Typo {
  private let data: RelevanceData

  /// The share of what is found without an error.
  private static let aim = 0.9

  init(_ data: RelevanceData) {
    self.data = data
  }

  /// What a text gave, without an error and with one.
  private struct Pair {
    var intact = LetterMeans()
    var wrong = LetterMeans()

    mutating func add(_ text: KnownTexts.Text, intact: Int?, wrong: Int?) {
      self.intact.add(RankMeasures.reciprocalRank(intact), letters: text.letters)
      self.wrong.add(RankMeasures.reciprocalRank(wrong), letters: text.letters)
      guard text.isWhole else { return }
      self.intact.addLast(intact == 0 ? 1 : 0)
      self.wrong.addLast(wrong == 0 ? 1 : 0)
    }

    /// The rows of a table: both, and the share.
    func rows(_ name: String) -> [[String]] {
      let shares = zip(intact.means + [intact.first], wrong.means + [wrong.first]).map {
        (whole, part) -> String in
        guard let whole, let part, whole > 0 else { return "–" }
        return RelevanceSection.share(part / whole)
      }
      return [
        Known.row("\(name), no error", intact), Known.row("\(name), one error", wrong),
        ["\(name), share"] + shares,
      ]
    }

    /// The share over all texts.
    var share: Double? {
      guard let whole = intact.mean, let part = wrong.mean, whole > 0 else { return nil }
      return part / whole
    }
  }

  func run() throws -> RelevanceSection {
    let texts = try data.texts()
    let store = try data.store()
    // Another stream of numbers than the one that drew the items.
    var errors = TypingError(seed: data.options.seed &+ 1)
    var (all, correctable, others) = (Pair(), Pair(), Pair())
    for text in texts.texts {
      let (typed, range) = errors.applied(to: text.typed)
      let intact = try store.ask(text.typed).place(of: [text.wanted])
      let wrong = try store.ask(typed).place(of: [text.wanted])
      all.add(text, intact: intact, wrong: wrong)
      let word = String(decoding: Array(typed.utf8)[range], as: UTF8.self)
      let isLast = range.upperBound == typed.utf8.count
      let isCorrectable = store.doubtful(word, goesOn: isLast)?.documentCount == 0
      if isCorrectable {
        correctable.add(text, intact: intact, wrong: wrong)
      } else {
        others.add(text, intact: intact, wrong: wrong)
      }
    }
    return section(all, correctable, others)
  }

  private func section(_ all: Pair, _ correctable: Pair, _ others: Pair) -> RelevanceSection {
    var section = RelevanceSection(
      "Typing errors",
      """
      Each text of the known items is typed with one error: a letter too many, missing, in the place of another
      one, or exchanged with the next, each kind equally often and anywhere in both words, the first letter and
      the last one as well. There are two denominators. The rule *can correct* a text if the word with the error
      has letters alone, four of them or, while it grows, five, and no item has such a word; so most errors in
      the beginning of a second word are none that it can correct, and they are told apart here and not left
      out.
      """)
    var table = TextTable(["reciprocal rank after"] + LetterMeans.labels + ["first"])
    for row in all.rows("all") + correctable.rows("can correct") + others.rows("cannot") {
      table.add(row)
    }
    section.add(
      table,
      of: "\(all.wrong.textCount) texts with one error each, of which the rule can correct "
        + "\(correctable.wrong.textCount)",
      seed: data.options.seed &+ 1)
    section.add(
      """
      Over all letters, \(RelevanceSection.share(all.share)) of what is found without an error is found with
      one, and \(RelevanceSection.share(correctable.share)) where the rule can correct it; the aim is
      \(RelevanceSection.share(Self.aim)) of all.
      """)
    section.compare(all.share, with: Self.aim, "Typing errors, share of all texts")
    return section
  }
}
