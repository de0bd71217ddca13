import RankFigures

/// Where items stand that a person knows, while the second word of their title is typed.
struct Known {
  private let data: RelevanceData

  /// What the design promises by letters, and of first places.
  private static let aims = [0.53, 0.61, 0.69, 0.78]
  private static let aimOfFirst = 0.66

  init(_ data: RelevanceData) {
    self.data = data
  }

  func run() throws -> RelevanceSection {
    let texts = try data.texts()
    let store = try data.store()
    var (found, ceiling, inTen) = (LetterMeans(), LetterMeans(), LetterMeans())
    for text in texts.texts {
      let place = try store.ask(text.typed).place(of: [text.wanted])
      found.add(RankMeasures.reciprocalRank(place), letters: text.letters)
      inTen.add(place == nil ? 0 : 1, letters: text.letters)
      ceiling.add(texts.ceiling.reciprocalRank(text.typed), letters: text.letters)
      if text.isWhole {
        found.addLast(place == 0 ? 1 : 0)
        inTen.addLast(place == nil ? 0 : 1)
        ceiling.addLast(texts.ceiling.first(text.typed))
      }
    }
    return section(texts, found, inTen, ceiling)
  }

  private func section(
    _ texts: KnownTexts, _ found: LetterMeans, _ inTen: LetterMeans, _ ceiling: LetterMeans
  ) -> RelevanceSection {
    var section = RelevanceSection(
      "Known items",
      """
      The first word of a title is typed, then the second one letter by letter. The figures are the mean
      reciprocal rank of the item in the first ten hits, by how many letters of the second word are typed;
      *first* is the share of items that come first once both words are. The *ceiling* is what is to be expected
      of a ranker that knows everything but which of the titles that begin so is meant: they share the places in
      any order. More than that is luck with the sample, or an item that is more often meant than others, which
      an even sample does not show.
      """)
    var table = TextTable(["reciprocal rank after"] + LetterMeans.labels + ["first"])
    table.add(Self.row("found", found))
    table.add(Self.row("ceiling", ceiling))
    table.add(["aim"] + (Self.aims + [Self.aimOfFirst]).map { RelevanceSection.share($0) })
    table.add(Self.row("share in ten", inTen))
    section.add(
      table,
      of:
        "\(texts.items.count) items drawn from \(texts.titleCount) titles, \(found.textCount) texts",
      seed: data.options.seed)
    for (label, (mean, aim)) in zip(LetterMeans.labels, zip(found.means, Self.aims)) {
      section.compare(mean, with: aim, "Known items, letters of the second word: \(label)")
    }
    section.compare(found.first, with: Self.aimOfFirst, "Known items, first place")
    return section
  }

  /// A row of the means by letters.
  static func row(_ name: String, _ means: LetterMeans) -> [String] {
    [name] + (means.means + [means.first]).map { RelevanceSection.share($0) }
  }
}
