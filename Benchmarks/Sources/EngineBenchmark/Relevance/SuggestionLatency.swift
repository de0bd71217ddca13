import FresnelPlatform
import RankFigures
import SpotlightWire

/// How much longer an ask takes that suggests how the text may go on, and one that offers filters for parts of it.
struct SuggestionLatency {
  private let data: RelevanceData

  /// The most wanted items whose keystrokes are timed.
  private static let mostItems = 500
  /// So many suggestions are asked for, as `CSUserQuery` does.
  private static let suggestionCount: UInt64 = 10
  /// Each text is asked so often in each way, in turns, and the least time counts.
  private static let rounds = 3
  /// What the design promises of an ask with suggestions and filters, in microseconds more than without.
  private static let (aim, aimOfSlow) = (2000.0, 5000.0)
  /// What stands behind a text so that filters are read in it. The words of most lead to no item, which is looked for
  /// to the end.
  private static let filters = [
    "photos", "last week", "march 2024", "> 10 mb", "from:a", "by anna", "app:f",
  ]

  init(_ data: RelevanceData) {
    self.data = data
  }

  /// The ways to ask.
  private enum Way: CaseIterable {
    case plain, suggesting, offering, both
  }

  /// The least times of one text, by the way of asking.
  private struct Times {
    var least: [Way: UInt64] = [:]
    var suggestionCount = 0
    var offerCount = 0

    mutating func add(_ answer: AskedStore.Answer, _ way: Way) {
      least[way] = min(least[way] ?? .max, answer.nanoseconds)
      if way == .both {
        (suggestionCount, offerCount) = (answer.suggestionCount, answer.offerCount)
      }
    }

    /// How much longer one way took than without anything, in microseconds; 0 for less.
    func more(_ way: Way) -> Double {
      let (plain, time) = (least[.plain] ?? 0, least[way] ?? 0)
      return time > plain ? Double(time - plain) / 1000 : 0
    }
  }

  func run() throws -> RelevanceSection {
    let store = try data.store()
    var section = RelevanceSection(
      "Time of suggestions and filters",
      """
      Processor time of an ask with \(Self.suggestionCount) suggestions, with filters offered, and with both, less
      that of the same ask without; the least of \(Self.rounds) each. Keystrokes are every letter of the two first words
      of known items. With a filter there is one behind the first word; with most of them no item has the word. The
      looks for filters end after 5 ms in all.
      """)
    var table = TextTable([
      "asks", "number", "with suggestions", "with filters", "suggestions 50 %", "99 %",
      "filters 50 %", "99 %", "both 50 %", "99 %",
    ])
    for (name, texts) in try kinds() {
      // The first asks read blocks that later ones find in memory.
      for text in texts.prefix(500) { _ = try ask(text, .both, of: store) }
      var times: [Times] = []
      for text in texts {
        var time = Times()
        for _ in 0..<Self.rounds {
          for way in Way.allCases { time.add(try ask(text, way, of: store), way) }
        }
        times.append(time)
      }
      let count = times.count
      table.add(
        [
          name, "\(count)",
          RelevanceSection.share(times.count { $0.suggestionCount > 0 }, of: count),
          RelevanceSection.share(times.count { $0.offerCount > 0 }, of: count),
        ]
          + [Way.suggesting, .offering, .both].flatMap { way in
            [0.5, 0.99].map {
              Unit.microseconds.text(Self.quantile(times.map { $0.more(way) }, $0))
            }
          })
      for (share, aim, what) in [
        (0.5, Self.aim, "half of all asks"), (0.99, Self.aimOfSlow, "99 % of all asks"),
      ] {
        let figure = Self.quantile(times.map { $0.more(.both) }, share)
        guard figure > aim else { continue }
        let unit = Unit.microseconds
        section.misses.append(
          "Time of suggestions, \(name): \(what) take at most \(unit.text(figure)) more, and "
            + "\(unit.text(aim)) is the aim.")
      }
    }
    section.add(table, of: "Time that suggestions and filters add", seed: data.options.seed)
    return section
  }

  private func ask(_ text: String, _ way: Way, of store: AskedStore) throws -> AskedStore.Answer {
    try store.ask(
      text,
      suggestionLimit: way == .suggesting || way == .both ? Self.suggestionCount : 0,
      offersFilters: way == .offering || way == .both)
  }

  /// The figure that a share of some stay below.
  private static func quantile(_ figures: [Double], _ share: Double) -> Double {
    guard !figures.isEmpty else { return 0 }
    let sorted = figures.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }

  /// The texts of each kind.
  private func kinds() throws -> [(String, [String])] {
    let items = try data.texts().items.prefix(Self.mostItems)
    let keystrokes = items.flatMap { item in
      let first = item.words.first
      return (1...first.utf8.count).map { String(first.prefix($0)) } + item.words.typed.map(\.text)
    }
    let filtered = items.flatMap { item in
      Self.filters.map { "\(item.words.first) \($0)" }
    }
    return [("keystrokes", keystrokes), ("with a filter", filtered)]
  }
}
