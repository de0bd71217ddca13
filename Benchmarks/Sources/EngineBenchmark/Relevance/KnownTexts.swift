import RankFigures

/// Wanted items drawn from the corpus, with what is typed on the way to each and what could be reached at best.
struct KnownTexts {
  /// What has been typed of the two first words of a title.
  struct Text {
    let wanted: String
    let typed: String
    /// How many letters of the second word that is.
    let letters: Int
    /// Whether both words are typed.
    let isWhole: Bool
  }

  /// The wanted items, in the order in which they were drawn.
  let items: [(identifier: String, words: TitleWords)]
  /// From how many titles they were drawn.
  let titleCount: Int
  /// What a ranker could reach.
  let ceiling: TitleCeiling

  /// Draws items.
  ///
  /// - Parameters:
  ///   - titles: All titles of two words.
  ///   - count: How many items are drawn.
  ///   - seed: What they are drawn by.
  init(
    _ titles: [(identifier: String, words: TitleWords)], count: Int, seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    // The order of the file is the harness's affair.
    items = generator.sample(count, of: titles.sorted { $0.identifier < $1.identifier })
    titleCount = titles.count
    ceiling = TitleCeiling(titles.map(\.words))
  }

  /// The first word with the second one letter by letter, of all items.
  var texts: [Text] {
    items.flatMap { item in
      item.words.typed.map { typed in
        Text(
          wanted: item.identifier, typed: typed.text, letters: typed.letters,
          isWhole: typed.text == item.words.whole)
      }
    }
  }
}
