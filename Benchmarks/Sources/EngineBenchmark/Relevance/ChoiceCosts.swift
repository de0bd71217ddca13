import FresnelPlatform
import Glibc
import RankFigures

/// What keystrokes and choices cost of who knows nothing, and of who knows much.
struct ChoiceCosts {
  private let data: RelevanceData

  private static let counts = [0, 1000, 5000]
  /// The most wanted items whose keystrokes are timed.
  private static let mostItems = 500
  private static let warmUpCount = 500
  /// How long before the keystrokes things begin to be chosen, and how much later each is than the one before, in
  /// seconds.
  private static let (choosingLead, choosingInterval) = (10_000_000.0, 60.0)
  /// Of so many keystrokes the instructions of one are counted.
  private static let instructionStride = 40
  /// What the design promises, in microseconds and bytes.
  private static let (aim, aimOfSlow) = (150.0, 1000.0)
  private static let mostBytes = 1500.0

  init(_ data: RelevanceData) {
    self.data = data
  }

  /// What was measured of who knows so many things.
  private struct Costs {
    let count: Int
    var asks: [UInt64] = []
    /// Of those, the ones whose first letter most known things have.
    var crowded: [UInt64] = []
    /// Of each choice, the time until it was kept.
    var choices: [UInt64] = []
    var byteCountOfChoice = 0.0
    /// Opening the store, until what is known is read.
    var openingNanoseconds: UInt64 = 0
    /// Of a keystroke; `nil` where nothing counts them.
    var instructions: Double?
  }

  func run() throws -> RelevanceSection {
    _ = try data.makeStore("choices") { _ in true }
    let all = try PersonThings.all(in: try data.itemsFile())
    var generator = SeededGenerator(seed: data.options.seed)
    let things = generator.sample(Self.counts.last ?? 0, of: all)
    let texts = try data.texts().items.prefix(Self.mostItems).flatMap { item in
      let first = item.words.first
      return (1...first.utf8.count).map { String(first.prefix($0)) } + item.words.typed.map(\.text)
    }
    let letter = Self.mostFrequent(things.compactMap(\.typedWords[0].first))
    var costs: [Costs] = []
    var known = 0
    for count in Self.counts {
      RelevanceProgress.say("Knowing \(count) things")
      var cost = Costs(count: count)
      try choose(things[known..<count], isFirst: known == 0, &cost)
      known = count
      let start = MonotonicClock.nanoseconds
      let core = try AskedCore(at: data.directory("choices"), isNew: false)
      cost.openingNanoseconds = MonotonicClock.nanoseconds - start
      guard core.knownCount == count else {
        throw BenchmarkFailure("\(core.knownCount) things are known, and not \(count).")
      }
      for text in texts.prefix(Self.warmUpCount) { _ = try core.ask(text) }
      for text in texts {
        let start = processNanoseconds()
        _ = try core.ask(text)
        let time = processNanoseconds() - start
        cost.asks.append(time)
        if text.first == letter { cost.crowded.append(time) }
      }
      core.close()
      let counted = stride(from: 0, to: texts.count, by: Self.instructionStride).map { texts[$0] }
      cost.instructions = try KnownPath.instructions(of: counted, in: data.directory("choices"))
      costs.append(cost)
    }
    return section(costs, textCount: texts.count)
  }

  /// Has things chosen, each after the first of its words and before all keystrokes: dates ahead of the clock are those
  /// of a clock that was wrong, and things of such dates are sorted by each keystroke.
  private func choose(
    _ things: ArraySlice<PersonThings.Thing>, isFirst: Bool, _ cost: inout Costs
  ) throws {
    let time =
      AskedCore.usualTime - Self.choosingLead + Double(things.startIndex) * Self.choosingInterval
    let core = try AskedCore(at: data.directory("choices"), isNew: isFirst, time: time)
    let before = ProcessCosts.now
    for thing in things {
      let start = MonotonicClock.nanoseconds
      core.choose(
        thing.identifier, of: thing.app, after: thing.typedWords[0],
        seconds: Self.choosingInterval)
      cost.choices.append(MonotonicClock.nanoseconds - start)
    }
    // Ends merges that are under way: what they write is part of the bytes.
    core.close()
    let written = ProcessCosts.now.since(before).writtenByteCount
    if !things.isEmpty { cost.byteCountOfChoice = Double(written) / Double(things.count) }
  }

  private static func mostFrequent(_ letters: [Character]) -> Character? {
    var counts: [Character: Int] = [:]
    for letter in letters { counts[letter, default: 0] += 1 }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }

  private func section(_ costs: [Costs], textCount: Int) -> RelevanceSection {
    var section = RelevanceSection(
      "Costs of what a person knows",
      """
      Every letter of the two first words of known items is asked as a keystroke asks, of the service that keeps as
      many choices. The time of a keystroke is the processor time of the whole process, from the request to the reply;
      *crowded* are the keystrokes that begin with the letter with which most known things do. A choice is timed until
      it is durable, and its bytes are all that the process writes until the store is closed, merges included.
      *Instructions* are those of a keystroke in the mean, which do not depend on other work of the machine: of every
      fortieth one. *Opening* is the time until the store is open, what was chosen is read and a first settled search
      for one letter is answered.
      """)
    var table = TextTable([
      "known things", "50 %", "99 %", "crowded 50 %", "crowded 99 %", "choice 50 %", "choice 99 %",
      "bytes of a choice", "opening", "instructions",
    ])
    for cost in costs {
      let cells =
        [cost.asks, cost.crowded, cost.choices].flatMap { times in
          [0.5, 0.99].map { Self.text(Self.microseconds(times, $0), .microseconds) }
        }
      table.add(
        ["\(cost.count)"] + cells + [
          cost.choices.isEmpty ? "–" : Unit.fixed(cost.byteCountOfChoice, 0),
          Unit.microseconds.text(Double(cost.openingNanoseconds) / 1000),
          cost.instructions.map { Unit.fixed($0 / 1000, 0) + " k" } ?? "–",
        ])
      note(cost, in: &section)
    }
    section.add(table, of: "\(textCount) keystrokes of each", seed: data.options.seed)
    return section
  }

  /// Notes what is behind the aims.
  private func note(_ cost: Costs, in section: inout RelevanceSection) {
    for (share, aim) in [(0.5, Self.aim), (0.99, Self.aimOfSlow)] {
      guard let time = Self.microseconds(cost.asks, share), time > aim else { continue }
      section.misses.append(
        """
        Keystrokes beside \(cost.count) known things: \(Unit.fixed(share * 100, 0)) % take at most \
        \(Unit.microseconds.text(time)), and \(Unit.microseconds.text(aim)) is the aim.
        """)
    }
    if cost.byteCountOfChoice > Self.mostBytes {
      section.misses.append(
        "Choices: one writes \(Unit.fixed(cost.byteCountOfChoice, 0)) bytes.")
    }
  }

  private static func text(_ value: Double?, _ unit: Unit) -> String {
    value.map(unit.text) ?? "–"
  }

  /// The duration in microseconds that a share of some stay below.
  private static func microseconds(_ times: [UInt64], _ share: Double) -> Double? {
    guard !times.isEmpty else { return nil }
    let sorted = times.sorted()
    return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) / 1000
  }
}

/// Nanoseconds of processor time of all threads of the process.
private func processNanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}
