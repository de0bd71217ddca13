import FresnelEngine
import FresnelModel
import FresnelQuery

@testable import SpotlightService
@testable import SpotlightWire

/// Climbs the ladder in the simplest form: each reading asks the evaluator about every item that is shown.
///
/// Texts are words of ASCII letters and digits, some with signs between letters, and one space between words. Scores
/// are those of a search for the same query, which has a model of its own.
struct NaiveLadder {
  struct Row: Equatable {
    let store: Int
    let scope: IndexScope
    let identifier: String
    let reading: Reading
    let score: Double
  }

  private let stores: [VisibleStore]
  private let context: EvaluationContext
  private let parts: NaiveJoinedOrSplit

  init(_ stores: [VisibleStore], _ context: EvaluationContext) {
    self.stores = stores
    self.context = context
    parts = NaiveJoinedOrSplit(stores, context)
  }

  /// The rows of an answer.
  static func rows(of answer: LadderStage.Answer, in stores: [VisibleStore]) -> [Row] {
    answer.rows.map { row in
      Row(
        store: stores.firstIndex { $0.protection(of: row.hit.scope) == row.hit.protection } ?? -1,
        scope: row.hit.scope, identifier: row.hit.item.uniqueIdentifier,
        reading: answer.understandings[row.plan].reading, score: row.hit.score)
    }
  }

  /// What is found, best first, with the weights of words that may be missing; else the list weighs them.
  func rows(of text: String, filter: String? = nil, weights: [Int]? = nil) throws -> [Row] {
    let condition = filter
    let filters = try filter.map { [try parseQuery($0)] } ?? []
    var rows: [Row] = []
    for plan in NaiveForms(text).plans(words: Self.words(of: text)) {
      let found = try matches(of: .all(of: plan.query + filters), .asTyped, plan.relation)
      rows += Self.new(found, besides: rows)
    }
    rows = Self.sorted(rows)
    let queries = Self.queries(of: text)
    for (reading, fewest, query) in queries where reading < .stems && rows.count < fewest {
      rows += try found(.all(of: query + filters), reading, besides: rows)
    }
    let typed = text.split(separator: " ").map(String.init)
    let isFinished = text.hasSuffix(" ")
    let enough = isFinished ? 10 : 1
    var inOtherForms: [Row] = []
    for words in Self.inOtherForms(typed, isFinished: isFinished)
    where rows.count + inOtherForms.count < enough {
      let query = Self.query(words) {
        !isFinished && $0 == typed.count - 1 && words[$0] == typed[$0]
      }
      inOtherForms += try found(
        .all(of: query + filters), .stems, besides: rows + inOtherForms)
    }
    rows += Self.sorted(inOtherForms)
    for (reading, fewest, query) in queries where reading > .stems && rows.count < fewest {
      rows += try found(.all(of: query + filters), reading, besides: rows)
    }
    // Of a text that still grows no word is long enough to be corrected.
    if isFinished {
      let typos = NaiveTypos(stores)
      for (reading, edits) in [(Reading.oneEdit, 1), (.twoEdits, 2)] where rows.count < 3 {
        var added: [Row] = []
        for changesKnown in [false, true] where !changesKnown || rows.isEmpty && added.isEmpty {
          for words in typos.ways(typed, edits: edits, changesKnown: changesKnown)
          where rows.count + added.count < 3 {
            let query = Self.query(words) { _ in false }
            added += try found(.all(of: query + filters), reading, besides: rows + added)
          }
        }
        rows += Self.sorted(added)
      }
    }
    if rows.count < enough {
      var added: [Row] = []
      for plan in try parts.plans(of: typed, isFinished: isFinished)
      where rows.count + added.count < enough {
        let found = try found(
          .all(of: plan.clauses + filters), .joinedOrSplit, besides: rows + added)
        added += found
      }
      rows += Self.sorted(added)
    }
    let question = NaiveLeftOut(typed, isFinished: isFinished, weights: weights)
    for reading in [Reading.leftOutInNames, .leftOut] where rows.count < (isFinished ? 3 : 1) {
      rows += Self.new(
        try question.rows(of: reading, filter: condition, in: stores, context), besides: rows)
    }
    return rows
  }

  /// What a query finds that other ones have not, best first.
  private func found(_ query: Query, _ reading: Reading, besides rows: [Row]) throws -> [Row] {
    Self.new(try matches(of: query, reading), besides: rows)
  }

  /// Those of some rows that others have not, best first.
  private static func new(_ found: [Row], besides rows: [Row]) -> [Row] {
    sorted(
      found.filter { match in
        !rows.contains {
          $0.store == match.store && $0.scope == match.scope && $0.identifier == match.identifier
        }
      })
  }

  private static func sorted(_ rows: [Row]) -> [Row] {
    rows.sorted { ($1.score, $0.identifier) < ($0.score, $1.identifier) }
  }

  private static func query(_ words: [String], goesOn: (Int) -> Bool) -> [Query] {
    var clauses: [Query] = []
    for (place, word) in words.enumerated() {
      let text = Pattern.Element.text(word)
      let pattern = Pattern(goesOn(place) ? [text, .anySequence] : [text])
      let clause = Query.comparison(Comparison(run: pattern))
      // What is typed twice asks for nothing more.
      if !clauses.contains(clause) { clauses.append(clause) }
    }
    return clauses
  }

  /// Whether a word has no signs: others are codes, which are looked for as they stand.
  private static func isPlain(_ word: String) -> Bool {
    word.allSatisfy { $0.isLetter || $0.isNumber }
  }

  private static func queries(of text: String) -> [(Reading, Int, [Query])] {
    let words = text.split(separator: " ").map(String.init)
    let isFinished = text.hasSuffix(" ")
    let isLast = { (place: Int) in !isFinished && place == words.count - 1 }
    var queries: [(Reading, Int, [Query])] = []
    if (2...6).contains(words.count(where: isPlain)) {
      queries.append(
        (
          .prefixes, 10,
          query(words) { isPlain(words[$0]) && words[$0].count >= 2 || isLast($0) }
        ))
    }
    if let initials = NaiveForms(text).initials {
      queries.append((.initials, isFinished ? 10 : 1, [initials]))
    }
    return queries
  }

  /// The eight ways of all to put other forms for some words that change the fewest words, and take the nearest forms.
  private static func inOtherForms(_ typed: [String], isFinished: Bool) -> [[String]] {
    var ways: [(words: [String], changes: [Int])] = [([], [])]
    for (place, word) in typed.enumerated() {
      let grows = !isFinished && place == typed.count - 1
      let forms = WordForms.others(of: word).filter { !grows || !$0.hasPrefix(word.lowercased()) }
      ways = ways.flatMap { way in
        ([word] + forms.prefix(8)).enumerated().map { (way.words + [$1], way.changes + [$0]) }
      }
    }
    func cost(_ changes: [Int]) -> [Int] {
      [changes.count { $0 > 0 }, changes.reduce(0, +)] + changes
    }
    return ways.filter { $0.changes.contains { $0 > 0 } }
      .sorted { cost($0.changes).lexicographicallyPrecedes(cost($1.changes)) }
      .prefix(8).map(\.words)
  }

  /// The clauses of the words as they were typed.
  private static func words(of text: String) -> [Query] {
    let words = text.split(separator: " ").map(String.init)
    return query(words) { $0 == words.count - 1 && !text.hasSuffix(" ") }
  }

  private func matches(
    of query: Query, _ reading: Reading, _ relation: Int = 0
  ) throws -> [Row] {
    let compiled = try CompiledQuery(query, context: context)
    var rows: [Row] = []
    for (place, store) in stores.enumerated() {
      let scored = try store.snapshot.search(
        SearchRequest(query: query, filter: store.filter, limit: 10_000, context: context))
      store.snapshot.forEachItem(in: store.filter) { scope, item in
        if compiled.matches(item) {
          let hit = scored.hits.first {
            $0.scope == scope && $0.item.uniqueIdentifier == item.uniqueIdentifier
          }
          rows.append(
            Row(
              store: place, scope: scope, identifier: item.uniqueIdentifier, reading: reading,
              score: (hit?.score ?? -1) + Double(Int(reading.tier) << 17 | relation << 15)))
        }
        return true
      }
    }
    return rows
  }
}
