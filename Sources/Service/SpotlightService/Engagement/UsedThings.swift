internal import FresnelModel
internal import FresnelRanking
internal import SpotlightWire

/// The things that the person chose, whatever was typed, in the order in which they stand by that.
///
/// A thing that is always found by one word of its name is known by the others too: below what was chosen after texts
/// that begin like the one typed, and only where words of its name begin as that text does. One that is found by now
/// this word and now that one stands beside those that were chosen twice after such texts. A keystroke passes over the
/// list by a few bits of each thing, and looks few of them up.
struct UsedThings: Sendable {
  /// How each thing stands, by dates as they were told.
  private var levels: [Level] = []
  /// The bits of the names of each.
  private var names: [SIMD4<UInt64>] = []
  /// A bit for each text after which it was chosen, by its hash: most are not looked at for what was typed.
  private var texts: [UInt64] = []
  private var things: [KnownThing] = []

  /// None yet.
  init() {}

  /// Puts things in their order.
  ///
  /// - Complexity: O(*n* log *n*).
  init(_ things: [KnownThing]) {
    let used = things.compactMap { thing in
      thing.use.map { KnownThing.Standing(thing: thing, level: $0) }
    }
    for standing in used.sorted(by: { $0.precedes($1) }) {
      insert(standing, at: levels.count)
    }
  }

  /// Adds a thing, which is not in the list.
  ///
  /// - Complexity: O(*n*) in the things of the list.
  mutating func insert(_ thing: KnownThing) {
    guard let level = thing.use else { return }
    let standing = KnownThing.Standing(thing: thing, level: level)
    insert(standing, at: place(of: standing))
  }

  /// Takes a thing out.
  ///
  /// - Complexity: O(*n*) in the things of the list.
  mutating func remove(_ thing: KnownThing) {
    guard let level = thing.use else { return }
    let place = place(of: KnownThing.Standing(thing: thing, level: level))
    guard place < things.count, things[place] === thing else { return }
    levels.remove(at: place)
    names.remove(at: place)
    texts.remove(at: place)
    things.remove(at: place)
  }

  /// Calls a closure with the things that stand by their use, those that stand first before the others, until it
  /// answers `false`.
  ///
  /// - Parameters:
  ///   - kinds: How they stand, the highest first.
  ///   - question: What was typed.
  ///   - now: The present time.
  ///   - body: Is handed each thing and how it stands.
  /// - Complexity: A step for each thing until then; O(*k* log *k*) for *k* things with a date ahead of the clock.
  func forEach(
    of kinds: [Level.Kind], for question: TextQuestion, at now: Timestamp,
    _ body: (KnownThing, Level) -> Bool
  ) {
    if question.names.isEmpty { return }
    for kind in kinds {
      let start = firstPlace { levels[$0].kind.rawValue <= kind.rawValue }
      // Those of this very moment are among those ahead of the clock, of which some count as they do.
      let present = max(start, place(below: Level(kind, date: now.ticks)))
      let end = place(below: Level(kind, date: 0))
      // A clock was wrong at those, or was set back since.
      let ahead = (start..<present).filter { isWanted($0, question, now) }
        .map {
          KnownThing.Standing(
            thing: things[$0], level: things[$0].believable(levels[$0], at: now))
        }
        .sorted { $0.precedes($1) }
      for other in ahead where other.level.date > 0 && !body(other.thing, other.level) { return }
      for place in present..<end where isWanted(place, question, now) {
        if !body(things[place], levels[place]) { return }
      }
      for other in ahead where other.level.date == 0 && !body(other.thing, other.level) { return }
    }
  }

  private mutating func insert(_ standing: KnownThing.Standing, at place: Int) {
    levels.insert(standing.level, at: place)
    let memory = standing.thing.records.memory
    names.insert(memory.names.bits, at: place)
    texts.insert(memory.entries.reduce(0) { $0 | Self.bit(of: $1.hash) }, at: place)
    things.insert(standing.thing, at: place)
  }

  /// Whether words of a thing's name begin as what was typed, and it does not stand as high by that text or its first
  /// letter.
  private func isWanted(_ place: Int, _ question: TextQuestion, _ now: Timestamp) -> Bool {
    let missing = question.names.bits & ~names[place]
    guard missing[0] | missing[1] | missing[2] == 0 else { return false }
    let thing = things[place]
    guard thing.records.memory.keyNumber == question.keyNumber else { return false }
    let asked = Self.bit(of: question.whole) | Self.bit(of: question.firstLetter)
    guard texts[place] & asked != 0,
      let level = thing.records.memory.level(for: question, at: now)
    else { return true }
    return level < thing.believable(levels[place], at: now)
  }

  private static func bit(of text: UInt64) -> UInt64 { 1 << (text & 63) }

  /// The place of the first thing that stands below a level.
  private func place(below level: Level) -> Int {
    firstPlace { levels[$0] < level }
  }

  /// The place where a thing is, or has to be.
  private func place(of standing: KnownThing.Standing) -> Int {
    firstPlace { !KnownThing.Standing(thing: things[$0], level: levels[$0]).precedes(standing) }
  }

  /// The first place of which something holds that holds of all behind it.
  private func firstPlace(where holds: (Int) -> Bool) -> Int {
    var (start, end) = (0, levels.count)
    while start < end {
      let middle = (start + end) / 2
      if holds(middle) { end = middle } else { start = middle + 1 }
    }
    return start
  }
}

extension KnownThing {
  /// Whether it stands higher by its use than it does by what was typed or its first letter. A thing that is found by
  /// several words then counts by the dates of all its choices, which are none before those after the letter: so one
  /// more choice lowers no thing.
  ///
  /// - Parameters:
  ///   - level: How it stands by what was typed.
  ///   - question: What was typed.
  ///   - now: The present time.
  /// - Returns: Whether it does.
  func standsByUse(above level: Level, for question: TextQuestion, at now: Timestamp) -> Bool {
    // Most were found by one word alone.
    guard let use, use > level else { return false }
    return !question.names.isEmpty && records.memory.names.contains(question.names)
      && believable(use, at: now) > level
  }

  /// How it stands by its use as far as the clock allows.
  fileprivate func believable(_ use: Level, at now: Timestamp) -> Level {
    if use.date <= now.ticks { return use }
    let latest = records.memory.latestChoices
    let date = use.kind == .onceOtherwise ? latest.last : latest.beforeLast
    return Level(use.kind, date: date?.believableTicks(at: now) ?? 0)
  }
}

extension Level {
  /// How a thing stands by its use, by dates as they were told, where words of its name begin as what was typed; `nil`
  /// where its names or dates are not known.
  init?(byUseIn memory: MemoryRecord) {
    if memory.names.isEmpty { return nil }
    let (last, beforeLast) = memory.latestChoices
    guard let last else { return nil }
    guard let beforeLast else {
      self.init(.onceOtherwise, date: last.ticks)
      return
    }
    let isVaried = memory.entries.count { $0.isFirstLetter && $0.last != nil } > 1
    self.init(isVaried ? .twiceAfterLetter : .twiceOtherwise, date: beforeLast.ticks)
  }
}
