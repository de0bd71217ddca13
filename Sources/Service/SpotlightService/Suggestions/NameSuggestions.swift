internal import FresnelModel
internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire

/// Suggests what a typed text may become: the last word completed, the word after it, and the rest of a name.
///
/// All of it stands in names of items that were found for the text, so who asks is told of nothing that they do not
/// see, and nothing that a filter leaves out. Texts that fold alike are one suggestion, in the spelling of the best
/// item.
struct NameSuggestions {
  private let typed: SuggestedText.Typed
  /// Finds the last word.
  private let word: MatchHighlighter
  /// Finds all that was typed, side by side; `nil` where that is one word.
  private let phrase: MatchHighlighter?
  /// Whether the last word may have more letters.
  private let goesOn: Bool
  /// Whether the text is not what the person typed, but what they seem to have meant.
  private let isCorrected: Bool
  private var candidates: [[UInt8]: Candidate] = [:]
  private var itemCount = 0
  /// How often the item was chosen whose names are taken.
  private var choiceCount = 0

  private struct Candidate {
    var text: SuggestedText
    /// How many items have it.
    var count: Int
    /// How often the person chose these.
    var choiceCount: Int
    /// The places of the first few of them.
    var places: [Int]
    /// The place of the best and of the last of them.
    var firstPlace: Int
    var lastPlace: Int

    /// The more items would be found, the better; among equals, what the better item has.
    var score: Double { Double(count) + 1 / Double(2 + firstPlace) }
  }

  /// Longer names, in bytes, are not read.
  private static let nameByteCount = 512
  /// The places of a word in one name that are looked at.
  private static let placesInName = 4
  /// What was chosen scores more than what any number of items has that are looked at.
  private static let leastScoreOfChosen = 1000.0
  /// So many of the items that have a text are kept with it.
  private static let keptPlaces = 4
  private static let folder = TextFolder(
    options: [.caseInsensitive, .diacriticInsensitive], locale: .root)

  /// Prepares to suggest; `nil` where the text does not end with a word, or the person types elsewhere in it.
  ///
  /// - Parameters:
  ///   - query: What was typed, or the corrected text.
  ///   - context: What it is understood in.
  ///   - isCorrected: Whether it is the corrected text, which is suggested too where it ends with a whole word.
  init?(for query: UserQuery, in context: EvaluationContext, isCorrected: Bool = false) {
    self.isCorrected = isCorrected
    guard let last = query.pieces.last, query.pieces.count < UserQuery.mostPieces,
      last.kind != .token, last.kind != .phrase, query.caret >= last.range.upperBound
    else { return nil }
    let rest = Substring(query.text.utf8.dropFirst(last.range.upperBound))
    // What is behind a word that is over, such as a comma, goes with no word of a name.
    guard last.mayGoOn || !rest.isEmpty && rest.allSatisfy(\.isWhitespace) else { return nil }
    let words = query.pieces.filter { $0.kind != .token }.map(query.text(of:))
    typed = SuggestedText.Typed(words)
    goesOn = last.mayGoOn
    func highlighter(_ text: String) -> MatchHighlighter? {
      let comparison = UserQuery.comparison(with: text, goesOn: last.mayGoOn)
      return (try? CompiledQuery(.comparison(comparison), context: context)).map {
        MatchHighlighter($0)
      }
    }
    guard let word = highlighter(words[words.count - 1]) else { return nil }
    self.word = word
    phrase = words.count == 1 ? nil : highlighter(typed.whole)
  }

  /// What texts that count as one have in common, by which they are known on the wire.
  private static func key(of text: String) -> [UInt8] { folder.foldedBytes(text) }

  /// Takes the names of an item that was found for the text, the best item first.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - choiceCount: How often the person chose it.
  mutating func add(_ item: EncodedItem, chosen choiceCount: Int = 0) {
    self.choiceCount = choiceCount
    let place = itemCount
    itemCount += 1
    let title = item.shownText(.title)
    if let title { add(title, place) }
    if let name = item.shownText(.displayName), name != title { add(name, place) }
  }

  private mutating func add(_ name: String, _ place: Int) {
    guard name.utf8.count <= Self.nameByteCount else { return }
    let words = word.ranges(in: name)
    for range in words.prefix(Self.placesInName) {
      if goesOn || isCorrected {
        add(SuggestedText(completing: typed, from: name, range, mayBeWhole: isCorrected), place)
      }
      add(SuggestedText(goingOnFrom: typed, in: name, range), place)
    }
    if let range = (phrase?.ranges(in: name) ?? words).first {
      add(SuggestedText(restOf: name, range), place)
    }
  }

  private mutating func add(_ text: SuggestedText?, _ place: Int) {
    guard let text, text.isFitToShow else { return }
    let key = Self.key(of: text.text)
    if var known = candidates[key] {
      // The title and the display name of an item are mostly one name.
      if known.lastPlace != place {
        known.count += 1
        known.choiceCount += choiceCount
        if known.places.count < Self.keptPlaces { known.places.append(place) }
      }
      known.lastPlace = place
      candidates[key] = known
    } else {
      candidates[key] = Candidate(
        text: text, count: 1, choiceCount: choiceCount, places: [place], firstPlace: place,
        lastPlace: place)
    }
  }

  /// The best suggestions.
  ///
  /// - Parameters:
  ///   - limit: The most.
  ///   - mayTell: Whether a text may be suggested that the item of a place has, by the order in which items were taken.
  ///     Asked of the best alone.
  /// - Returns: The suggestions, the best first.
  func best(_ limit: Int, of mayTell: (Int) -> Bool = { _ in true }) -> [Suggestion] {
    let own = Self.key(of: typed.whole)
    let others = isCorrected ? candidates : candidates.filter { $0.key != own }
    let sorted = others.sorted { left, right in
      // What was chosen stands before what was not.
      if left.value.choiceCount != right.value.choiceCount {
        return left.value.choiceCount > right.value.choiceCount
      }
      return left.value.score == right.value.score
        ? left.key.lexicographicallyPrecedes(right.key) : left.value.score > right.value.score
    }
    var best: [Suggestion] = []
    for (key, candidate) in sorted where best.count < limit {
      guard candidate.places.contains(where: mayTell) else { continue }
      // How often something was chosen is told to nobody: the order is enough.
      let score =
        candidate.choiceCount > 0
        ? Self.leastScoreOfChosen + Double(limit - best.count) : candidate.score
      best.append(
        Suggestion(
          isCorrected ? .correction : candidate.text.kind, text: candidate.text.text,
          typed: isCorrected ? [] : candidate.text.typed, score: score, key: key))
    }
    return best
  }
}
