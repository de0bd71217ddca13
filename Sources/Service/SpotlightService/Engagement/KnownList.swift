internal import FresnelModel
internal import FresnelRanking
internal import SpotlightWire

/// The things that were chosen after texts with one first letter, in the order in which they stand for that letter.
///
/// The order is kept as things come and go, so that a keystroke sorts nothing: what a longer text puts first stands in
/// the same order among itself, since the dates of a thing are those of its first letter.
struct KnownList: Sendable {
  private struct Entry {
    /// How the thing stands for the first letter alone, by dates as they were told.
    let level: Level
    /// A bit for each text after which the thing was chosen twice, by its hash: most things are not looked at.
    let texts: UInt64
    /// Whether it was pinned for some text.
    let isPinned: Bool
    let thing: KnownThing

    init?(_ thing: KnownThing, after letter: UInt64) {
      let entries = thing.records.memory.entries
      guard let entry = thing.records.memory[letter], let last = entry.last else { return nil }
      level =
        entry.beforeLast.map { Level(.twiceAfterLetter, date: $0.ticks) }
        ?? Level(.onceAfterLetter, date: last.ticks)
      texts = entries.reduce(0) { $1.beforeLast == nil ? $0 : $0 | Self.bit(of: $1.hash) }
      isPinned = thing.isPinned
      self.thing = thing
    }

    static func bit(of text: UInt64) -> UInt64 { 1 << (text & 63) }

    func precedes(_ other: Entry) -> Bool {
      if level != other.level { return level > other.level }
      return thing.entity.precedes(other.thing.entity)
    }
  }

  private let letter: UInt64
  private var entries: [Entry] = []
  /// Those that were pinned for some text, which may stand anywhere.
  private var pinned: [KnownThing] = []

  /// None yet.
  init(after letter: UInt64) { self.letter = letter }

  /// The number of things that were chosen after the letter.
  var count: Int { entries.count }

  var isEmpty: Bool { entries.isEmpty && pinned.isEmpty }

  /// Adds a thing, which is not in the list.
  ///
  /// - Complexity: O(*n*) in the things of the list.
  mutating func insert(_ thing: KnownThing) {
    if thing.isPinned { pinned.append(thing) }
    guard let entry = Entry(thing, after: letter) else { return }
    var (start, end) = (0, entries.count)
    while start < end {
      let middle = (start + end) / 2
      if entries[middle].precedes(entry) { start = middle + 1 } else { end = middle }
    }
    entries.insert(entry, at: start)
  }

  /// Takes a thing out.
  ///
  /// - Complexity: O(*n*) in the things of the list.
  mutating func remove(_ thing: KnownThing) {
    if let place = pinned.firstIndex(where: { $0 === thing }) { pinned.remove(at: place) }
    if let place = entries.firstIndex(where: { $0.thing === thing }) { entries.remove(at: place) }
  }

  /// Calls a closure with the things that were chosen before, those that stand first before the others, until it
  /// answers `false`.
  ///
  /// - Parameters:
  ///   - question: What was typed; it begins with the letter.
  ///   - now: The present time.
  ///   - body: Is handed each thing and how it stands.
  /// - Complexity: A step for each thing that the closure is handed and for each that was chosen twice after the
  ///   letter; O(*k* log *k*) for *k* things that were pinned, or have a date that is ahead of the clock.
  func forEach(
    for question: TextQuestion, at now: Timestamp, _ body: (KnownThing, Level) -> Bool
  ) {
    let twiceEnd = firstPlace(below: Level(.twiceAfterLetter, date: 0))
    let twice = firstPlace(below: Level(.twiceAfterLetter, date: now.ticks + 1))..<twiceEnd
    let once = firstPlace(below: Level(.onceAfterLetter, date: now.ticks + 1))..<entries.count
    let ahead = [entries[..<twice.lowerBound], entries[twiceEnd..<once.lowerBound]]
    var others = sorted(
      pinned + ahead.joined().filter { !$0.isPinned }.map(\.thing), question, now)[...]
    func take(_ place: Int, _ level: Level) -> Bool {
      let thing = entries[place].thing
      while let other = others.first,
        other.precedes(KnownThing.Standing(thing: thing, level: level))
      {
        if !body(other.thing, other.level) { return false }
        others.removeFirst()
      }
      return body(thing, level)
    }
    // What a longer text puts first.
    var first: [Int] = []
    if question.whole != question.firstLetter {
      let bit = Entry.bit(of: question.whole)
      for place in twice where entries[place].texts & bit != 0 && !entries[place].isPinned {
        guard let level = entries[place].thing.records.memory.level(for: question, at: now),
          level.kind == .twice
        else { continue }
        if !take(place, level) { return }
        first.append(place)
      }
    }
    let kind =
      question.whole == question.firstLetter ? Level.Kind.twice : Level.Kind.twiceAfterLetter
    var rest = first[...]
    for place in twice where isOrdered(place, for: question) {
      if rest.first == place {
        rest.removeFirst()
      } else if !take(place, Level(kind, date: entries[place].level.date)) {
        return
      }
    }
    for place in once where isOrdered(place, for: question) {
      if !take(place, entries[place].level) { return }
    }
    for other in others where !body(other.thing, other.level) { return }
  }

  /// Things that do not stand for the question as the list has them, in their order.
  private func sorted(
    _ things: [KnownThing], _ question: TextQuestion, _ now: Timestamp
  ) -> [KnownThing.Standing] {
    let standings = things.compactMap { thing in
      thing.records.memory.level(for: question, at: now).map {
        KnownThing.Standing(thing: thing, level: $0)
      }
    }
    return standings.sorted { $0.precedes($1) }
  }

  /// Whether a thing stands as the list has it, and its hashes were made with the key of the question.
  private func isOrdered(_ place: Int, for question: TextQuestion) -> Bool {
    !entries[place].isPinned
      && entries[place].thing.records.memory.keyNumber == question.keyNumber
  }

  /// The place of the first thing that stands below a level.
  private func firstPlace(below level: Level) -> Int {
    var (start, end) = (0, entries.count)
    while start < end {
      let middle = (start + end) / 2
      if entries[middle].level < level { end = middle } else { start = middle + 1 }
    }
    return start
  }
}

extension KnownThing {
  /// Whether it was pinned for some text.
  fileprivate var isPinned: Bool { records.memory.entries.contains { $0.pinned != nil } }
}

extension Engagement.Entity {
  /// Whether it stands before another one where nothing else decides.
  func precedes(_ other: Engagement.Entity) -> Bool {
    (app, key) < (other.app, other.key)
  }
}

extension MemoryRecord {
  /// How the thing stands for what was typed; `nil` where it was never chosen after a text with its first letter.
  ///
  /// - Parameters:
  ///   - question: What was typed.
  ///   - now: The present time.
  /// - Returns: The level.
  func level(for question: TextQuestion, at now: Timestamp) -> Level? {
    guard question.keyNumber == keyNumber else { return nil }
    func level(_ kind: Level.Kind, _ date: Timestamp) -> Level {
      Level(kind, date: date.believableTicks(at: now))
    }
    let whole = self[question.whole]
    if let pinned = whole?.pinned { return level(.pinned, pinned) }
    // All choices after a text are among those after its first letter.
    guard let letter = self[question.firstLetter] ?? whole, let last = letter.last else {
      return nil
    }
    guard let beforeLast = letter.beforeLast else { return level(.onceAfterLetter, last) }
    return level(whole?.beforeLast == nil ? .twiceAfterLetter : .twice, beforeLast)
  }
}

extension Timestamp {
  /// A clock is not set back by more seconds than these but for one that was wrong.
  private static let greatestSetback = 24.0 * 60 * 60

  /// The date of a choice as far as the clock allows: one a little ahead of it counts as it, one far ahead as the
  /// least. Else what was chosen by a clock that was wrong would stand above all later choices.
  func believableTicks(at now: Timestamp) -> UInt64 {
    self <= now.advanced(by: Self.greatestSetback) ? min(self, now).ticks : 0
  }
}
