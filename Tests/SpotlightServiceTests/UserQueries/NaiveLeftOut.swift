import FresnelEngine
import FresnelModel
import FresnelQuery
import SpotlightWire

@testable import SpotlightService

/// Finds items that lack words in the simplest form: by counting words in the title and text of every item that is
/// shown.
struct NaiveLeftOut {
  private struct Word: Hashable {
    let text: String
    let goesOn: Bool

    /// What stands for the word, itself first.
    var forms: [String] { [text] + WordForms.others(of: text, goesOn: goesOn) }

    func isTyped(_ other: Substring) -> Bool { goesOn ? other.hasPrefix(text) : other == text }

    func matches(_ other: Substring) -> Bool {
      isTyped(other) || forms.dropFirst().contains { $0 == other }
    }

    /// Whether the word asks for nothing that another one before it does not ask for.
    func isAnother(of word: Word) -> Bool {
      self == word || !goesOn && !word.goesOn && word.forms.contains(text)
    }
  }

  private let words: [Word]
  /// By word, what it weighs.
  private let weights: [Int]

  /// Weighs words as given, or by the list of frequent words.
  init(_ typed: [String], isFinished: Bool, weights: [Int]? = nil) {
    var words: [Word] = []
    for (place, text) in typed.enumerated() {
      let parts = Self.parts(of: text)
      for (part, text) in parts.enumerated() {
        let isLast = place == typed.count - 1 && part == parts.count - 1
        let word = Word(text: text, goesOn: !isFinished && isLast)
        if !words.contains(where: word.isAnother) { words.append(word) }
      }
    }
    self.words = words
    let listed = words.map { FrequentWords.weight(of: $0.text, goesOn: $0.goesOn) }
    self.weights = weights ?? listed
  }

  /// How many words may be missing.
  var wordCount: Int { words.count }

  /// How many items are shown, and how many of them have each word in any form.
  func counts(in stores: [VisibleStore]) -> (itemCount: Int, ofWords: [Int]) {
    var counts = (itemCount: 0, ofWords: words.map { _ in 0 })
    for store in stores {
      store.snapshot.forEachItem(in: store.filter) { _, item in
        let all = Self.words(item, .builtIn(.title)) + Self.words(item, .builtIn(.textContent))
        counts.itemCount += 1
        for (place, word) in words.enumerated() where all.contains(where: word.matches) {
          counts.ofWords[place] += 1
        }
        return true
      }
    }
    return counts
  }

  /// The words that signs join, if each has three letters or more.
  private static func parts(of text: String) -> [String] {
    let parts = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return parts.allSatisfy { $0.count >= 3 && $0.allSatisfy(\.isLetter) } ? parts : [text]
  }

  /// The rows of a reading, in any order.
  func rows(
    of reading: Reading, filter: String?, in stores: [VisibleStore], _ context: EvaluationContext
  ) throws -> [NaiveLadder.Row] {
    let isInNames = reading == .leftOutInNames
    guard isInNames ? (3...6).contains(words.count) : words.count > 1 else { return [] }
    let filter = try filter.map { try CompiledQuery(try parseQuery($0), context: context) }
    var rows: [NaiveLadder.Row] = []
    for (place, store) in stores.enumerated() {
      let all = try store.snapshot.search(
        SearchRequest(
          query: try parseQuery(#"title == "*""#), filter: store.filter, limit: 10_000,
          context: context))
      store.snapshot.forEachItem(in: store.filter) { scope, item in
        let hit = all.hits.first {
          $0.scope == scope && $0.item.uniqueIdentifier == item.uniqueIdentifier
        }
        guard filter?.matches(item) ?? true, let hit,
          let facts = facts(of: item, isInNames: isInNames)
        else { return true }
        // Behind the point of a score stands the static score alone.
        let staticScore = hit.score - hit.score.rounded(.down)
        rows.append(
          NaiveLadder.Row(
            store: place, scope: scope, identifier: item.uniqueIdentifier, reading: reading,
            score: Double(facts) + staticScore))
        return true
      }
    }
    return rows
  }

  /// The facts of an item; `nil` where it is no match.
  private func facts(of item: EncodedItem, isInNames: Bool) -> Int? {
    let title = Self.words(item, .builtIn(.title))
    let text = Self.words(item, .builtIn(.textContent))
    // A word that stands alone is in no position record.
    let inRecord = (title.count > 1 ? title : []) + (text.count > 1 ? text : [])
    let found = words.filter { word in (title + text).contains { word.matches($0) } }
    let missing = words.count - found.count
    let weightOfWord = Dictionary(uniqueKeysWithValues: zip(words, weights))
    let isTelling = { (word: Word) in weightOfWord[word, default: 0] > 0 }
    guard found.contains(where: isTelling) || !found.isEmpty && !words.contains(where: isTelling)
    else { return nil }
    if isInNames {
      let areInTitle = found.allSatisfy { word in title.contains { word.matches($0) } }
      guard missing < 2, areInTitle else { return nil }
    }
    var value = 0
    for word in found {
      let isInTitle = title.contains { word.matches($0) }
      // The best place tells: the first word of the title, the others, the text.
      let best = [title.prefix(1), title.dropFirst(), text[...]].first { place in
        place.contains { word.isTyped($0) }
      }
      let isExact = best?.contains { $0 == word.text } ?? false
      let counted = word.forms.dropFirst(isExact ? 0 : 1)
      let frequency =
        max(1, inRecord.count { counted.contains(String($0)) }) + (isInTitle ? 1 : 0)
      let saturation = 16_000 * frequency / (1_000 * frequency + 300 + 9 * inRecord.count)
      let worth = weightOfWord[word, default: 0] * saturation
      value += best == nil ? worth * 4 / 5 : worth
    }
    let tier = isInNames ? 5 : Int(Reading.tier(missing: missing, of: words.count))
    return tier << 17 | min(value, 0x3FFF) << 3
  }

  private static func words(_ item: EncodedItem, _ key: AttributeKey) -> [Substring] {
    guard case .string(let text) = try? item.decodedValue(for: key) else { return [] }
    return text.split(separator: " ")
  }
}
