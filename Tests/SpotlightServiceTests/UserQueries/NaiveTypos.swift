import FresnelEngine
import FresnelModel

@testable import SpotlightService

/// Finds what was meant by finished words of ASCII letters, by the distances to all words of all shown items.
///
/// Which of the words found come first is taken from the engine, whose costs have a model of their own.
struct NaiveTypos {
  private let stores: [VisibleStore]
  private var words: [String: (count: Int, isName: Bool)] = [:]

  init(_ stores: [VisibleStore]) {
    self.stores = stores
    for store in stores {
      store.snapshot.forEachItem(in: store.filter) { _, item in
        let names = Self.words(of: item, .title)
        for word in names.union(Self.words(of: item, .textContent)) {
          let known = words[word] ?? (0, false)
          words[word] = (known.count + 1, known.isName || names.contains(word))
        }
        return true
      }
    }
  }

  /// The ways to correct some words, likeliest first.
  ///
  /// - Parameters:
  ///   - typed: The words.
  ///   - edits: The edits of at least one of them.
  ///   - changesKnown: Whether one word that items have is corrected as well.
  /// - Returns: The words of each way.
  func ways(_ typed: [String], edits: Int, changesKnown: Bool) -> [[String]] {
    // A word with a sign is no typing error.
    let places = typed.indices.filter {
      typed[$0].count >= 4 && typed[$0].allSatisfy(\.isLetter)
    }
    let unknown = places.filter { words[typed[$0]] == nil }
    if unknown.contains(where: { KnownWords.contains(Array(typed[$0].utf8)) }) { return [] }
    guard changesKnown || !unknown.isEmpty else { return [] }
    var ways: [Way] = [(typed, 0, 0)]
    // What alone is corrected must have the edits; of several words, some may have fewer.
    let fewest = unknown.count + (changesKnown ? 1 : 0) == 1 ? edits : 1
    for place in unknown {
      let found = (fewest...edits).flatMap { edits in
        meant(typed[place], edits).map { ($0, edits) }
      }
      ways = Self.sorted(
        ways.flatMap { way in
          found.map { near, edits in
            var words = way.words
            words[place] = near.text
            return (words, way.cost + near.cost, max(way.edits, edits))
          }
        })
    }
    if changesKnown {
      let corrected = ways
      ways = []
      for place in places where !unknown.contains(place) {
        let least = 20 * (words[typed[place]]?.count ?? 0)
        for edits in fewest...edits {
          for near in meant(typed[place], edits) where words[near.text]?.count ?? 0 >= least {
            for way in corrected {
              var words = way.words
              words[place] = near.text
              ways.append((words, way.cost + near.cost, max(way.edits, edits)))
            }
          }
        }
      }
    }
    ways.removeAll { $0.edits != edits }
    return Self.sorted(ways).prefix(24).map(\.words)
  }

  private typealias Way = (words: [String], cost: Int, edits: Int)

  /// The ways, the cheapest first; equals in their order.
  private static func sorted(_ ways: [Way]) -> [Way] {
    ways.indices.sorted { (ways[$0].cost, $0) < (ways[$1].cost, $1) }.map { ways[$0] }
  }

  private func meant(_ typed: String, _ edits: Int) -> [(text: String, cost: Int)] {
    guard edits == 1 || typed.count >= 8,
      var word = DoubtfulWord(typed, goesOn: false, keyboardLanguage: "en")
    else { return [] }
    let near = words.filter { text, documents in
      (documents.isName || documents.count >= 3) && Self.distance(typed, text) == edits
        && (edits == 1 || typed.first == text.first)
    }
    for store in stores {
      word.look(edits: edits, in: store.snapshot, store.filter) { false }
    }
    let found = word.chosenCorrections(edits: edits, limit: .max)
    precondition(Set(found.map(\.text)) == Set(near.keys), "\(typed): \(found), \(near.keys)")
    return found.map { ($0.text, $0.cost) }
  }

  private static func words(of item: EncodedItem, _ id: AttributeID) -> Set<String> {
    guard case .string(let text) = try? item.decodedValue(for: .builtIn(id)) else { return [] }
    return Set(text.split(separator: " ").map(String.init))
  }

  /// The fewest letters to insert, remove or replace, or neighbours to exchange.
  private static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one), Array(other))
    var table = [[Int]](
      repeating: Array(0...other.count), count: one.count + 1)
    for row in 0...one.count {
      table[row][0] = row
      for column in 0...other.count where row > 0 && column > 0 {
        var least = min(table[row - 1][column], table[row][column - 1]) + 1
        least = min(
          least, table[row - 1][column - 1] + (one[row - 1] == other[column - 1] ? 0 : 1))
        if row > 1, column > 1, one[row - 1] == other[column - 2],
          one[row - 2] == other[column - 1]
        {
          least = min(least, table[row - 2][column - 2] + 1)
        }
        table[row][column] = least
      }
    }
    return table[one.count][other.count]
  }
}
