import FresnelPlatform
import RankFigures
import SpotlightWire

/// How long asks take, and how far down the ladder they go.
struct AskLatency {
  private let data: RelevanceData

  /// The most wanted items whose keystrokes are timed.
  private static let mostItems = 500
  /// What the design promises of all asks, in microseconds.
  private static let (aim, aimOfSlow) = (150.0, 2000.0)

  init(_ data: RelevanceData) {
    self.data = data
  }

  /// The times of some asks, and how many tried each reading.
  private struct Times {
    var all: [UInt64] = []
    /// By the lowest reading that was tried.
    var byDepth: [Reading: [UInt64]] = [:]
    var tried: [Reading: Int] = [:]

    mutating func add(_ answer: AskedStore.Answer) {
      all.append(answer.nanoseconds)
      for reading in answer.tried { tried[reading, default: 0] += 1 }
      if let last = answer.tried.max() {
        byDepth[last, default: []].append(answer.nanoseconds)
      }
    }

    /// The duration in microseconds that a share of some asks stay below.
    static func microseconds(_ times: [UInt64], _ share: Double) -> Double? {
      guard !times.isEmpty else { return nil }
      let sorted = times.sorted()
      return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) / 1000
    }

    static func cells(_ times: [UInt64]) -> [String] {
      [0.5, 0.99].map { microseconds(times, $0).map(Unit.microseconds.text) ?? "–" }
    }
  }

  func run() throws -> RelevanceSection {
    let store = try data.store()
    let kinds = try kinds()
    let names = Dictionary(uniqueKeysWithValues: Self.names)
    var timed: [(name: String, times: Times)] = []
    for (name, texts) in kinds {
      // The first asks read blocks that later ones find in memory.
      for text in texts.prefix(500) { _ = try store.ask(text) }
      var times = Times()
      for text in texts { times.add(try store.ask(text)) }
      timed.append((name, times))
    }
    let readings = Set(timed.flatMap { $0.times.tried.keys }).sorted()
    var section = RelevanceSection(
      "Time of asks",
      """
      Processor time of the thread that answers, from the text to ten rows, after some hundred asks that are not
      counted. An ask *reaches* a reading if those before it found too few rows. Keystrokes are every letter of
      the two first words of known items; texts with an error are those of the second word with one error each;
      questions are asked with a space behind.
      """)
    var table = TextTable(
      ["asks", "number", "50 %", "99 %"] + readings.map { names[$0] ?? "\($0)" })
    var depths = TextTable(["asks", "lowest reading", "share", "50 %", "99 %"], textColumnCount: 2)
    for (name, times) in timed {
      table.add(
        [name, "\(times.all.count)"] + Times.cells(times.all)
          + readings.map { RelevanceSection.share(times.tried[$0] ?? 0, of: times.all.count) })
      for reading in readings {
        guard let some = times.byDepth[reading] else { continue }
        depths.add(
          [
            name, names[reading] ?? "\(reading)",
            RelevanceSection.share(some.count, of: times.all.count),
          ]
            + Times.cells(some))
      }
    }
    section.add(
      table, of: "Time of all asks, and the share that reaches each reading",
      seed: data.options.seed)
    section.add(
      depths, of: "The same by the lowest reading that was tried", seed: data.options.seed)
    let all = timed.flatMap(\.times.all)
    note(Times.microseconds(all, 0.5), Self.aim, "half of all asks", in: &section)
    note(Times.microseconds(all, 0.99), Self.aimOfSlow, "99 % of all asks", in: &section)
    return section
  }

  private func note(
    _ figure: Double?, _ aim: Double, _ what: String, in section: inout RelevanceSection
  ) {
    guard let figure, figure > aim else { return }
    let unit = Unit.microseconds
    section.misses.append(
      "Time of asks: \(what) take at most \(unit.text(figure)), and \(unit.text(aim)) is the aim.")
  }

  /// The texts of each kind.
  private func kinds() throws -> [(String, [String])] {
    let texts = try data.texts()
    let items = texts.items.prefix(Self.mostItems)
    let keystrokes = items.flatMap { item in
      let first = item.words.first
      return (1...first.utf8.count).map { String(first.prefix($0)) } + item.words.typed.map(\.text)
    }
    var errors = TypingError(seed: data.options.seed &+ 1)
    let typos = items.flatMap { $0.words.typed }.map { errors.applied(to: $0.text).text }
    let questions = try Ideas.questions(data.options.questions).map { $0.text + " " }
    return [("keystrokes", keystrokes), ("with an error", typos), ("questions", questions)]
  }

  private static let names: [(Reading, String)] = [
    (.asTyped, "as typed"), (.prefixes, "prefixes"), (.stems, "stems"), (.initials, "initials"),
    (.oneEdit, "one edit"), (.twoEdits, "two edits"), (.joinedOrSplit, "joined or split"),
    (.scripts, "scripts"), (.latinSpelling, "Latin spelling"), (.persons, "persons"),
    (.leftOutInNames, "left out, in names"), (.leftOut, "left out"),
  ]
}
