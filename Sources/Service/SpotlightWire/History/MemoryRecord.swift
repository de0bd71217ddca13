package import FresnelModel

/// After which texts a person chose an entity, and when: what orders it when one of them is typed again.
///
/// It stands beside the counts of choices of the entity. `Documentation/formats/history.md` describes
/// the bytes.
package struct MemoryRecord: Hashable, Sendable {
  /// The most entries.
  package static let entryCount = 32
  /// After how long, in seconds, what was chosen counts half.
  private static let halfLife = 30.0 * 24 * 60 * 60
  /// A second choice for one text within so many seconds is the same one.
  private static let repetition = 10.0
  /// No more choices than these count where only their number is known.
  private static let greatestUnknownMass: UInt64 = 8

  /// What is known of one text.
  package struct Entry: Hashable, Sendable {
    /// The hash of the text.
    package let hash: UInt64
    /// Whether the text is a first letter.
    package let isFirstLetter: Bool
    /// How often the entity was chosen for it.
    package internal(set) var choiceCount: UInt64 = 0
    /// When that was last; `nil` where it was pinned alone.
    package internal(set) var last: Timestamp?
    /// When it was before that.
    package internal(set) var beforeLast: Timestamp?
    /// When the entity was pinned for the text; `nil` where it is not.
    package internal(set) var pinned: Timestamp?

    init(_ hash: UInt64, isFirstLetter: Bool) {
      (self.hash, self.isFirstLetter) = (hash, isFirstLetter)
    }
  }

  /// How much it was chosen up to the last choice, of which what is older counts less.
  package internal(set) var mass = 0.0
  /// Whether the person does not want to find the entity.
  package internal(set) var isHidden = false
  /// The number of the key that hashes were made with.
  package internal(set) var keyNumber: UInt32 = 0
  /// What is known of texts, by their hashes in ascending order.
  package internal(set) var entries: [Entry] = []

  /// What the words of its names began with when it was chosen last.
  package var names = NameBeginnings()

  /// A record of nothing.
  package init() {}

  /// The record of an entity of which only the number of choices is known.
  package init(choiceCount: UInt64) {
    mass = Double(min(choiceCount, Self.greatestUnknownMass))
  }

  /// What is known of a text, by its hash.
  package subscript(hash: UInt64) -> Entry? {
    place(of: hash).flatMap { entries[$0] }
  }

  /// When the entity was chosen last, and before that, whatever was typed; `nil` where that is not known.
  package var latestChoices: (last: Timestamp?, beforeLast: Timestamp?) {
    var (last, beforeLast): (Timestamp?, Timestamp?) = (nil, nil)
    // Each choice is noted under one first letter.
    for entry in entries where entry.isFirstLetter {
      for case let date? in [entry.last, entry.beforeLast] {
        if let latest = last, date <= latest {
          beforeLast = max(beforeLast ?? date, date)
        } else {
          (last, beforeLast) = (date, last)
        }
      }
    }
    return (last, beforeLast)
  }

  /// The person chose the entity.
  ///
  /// - Parameters:
  ///   - hashes: Those of what was typed before: of the first letter, then of the longer beginnings and of the
  ///     whole. None where nothing was typed, or while the key cannot be read.
  ///   - keyNumber: The number of the key that they were made with; `nil` while it cannot be read.
  ///   - now: The present time.
  ///   - lastChoice: When it was chosen before; `nil` when it never was.
  /// - Returns: Whether the choice counts; not where it was told of before.
  package mutating func noteChoice(
    for hashes: [UInt64], keyNumber: UInt32?, at now: Timestamp, after lastChoice: Timestamp?
  ) -> Bool {
    if keyNumber == self.keyNumber, let whole = hashes.last, let last = self[whole]?.last,
      abs(now.secondsSinceReferenceDate - last.secondsSinceReferenceDate) < Self.repetition
    {
      return false
    }
    let age = lastChoice.map { now.secondsSinceReferenceDate - $0.secondsSinceReferenceDate } ?? 0
    mass = mass * Self.weight(afterSeconds: max(0, age)) + 1
    if let keyNumber, keyNumber != self.keyNumber {
      self.keyNumber = keyNumber
      entries = []
    }
    setBack(to: now)
    note(hashes, at: nextDate(now))
    return true
  }

  /// Notes a choice under some hashes, that of the first letter first.
  private mutating func note(_ hashes: [UInt64], at date: Timestamp) {
    for (number, hash) in hashes.enumerated() {
      var entry = self[hash] ?? Entry(hash, isFirstLetter: number == 0)
      entry.choiceCount = entry.choiceCount == .max ? .max : entry.choiceCount + 1
      (entry.beforeLast, entry.last) = (entry.last, date)
      put(entry)
    }
    while entries.count > Self.entryCount, let place = leastWanted { entries.remove(at: place) }
  }

  /// The choices of an entity have dates of their own, however soon they follow: the next one.
  private func nextDate(_ now: Timestamp) -> Timestamp {
    let ticks = now.ticks
    guard let latest = entries.compactMap(\.last).max() else { return Timestamp(ticks: ticks) }
    return Timestamp(ticks: max(ticks, latest.ticks + 1))
  }

  /// Sets back what is ahead of the clock, which was wrong once.
  private mutating func setBack(to now: Timestamp) {
    for place in entries.indices {
      entries[place].last = entries[place].last.map { min($0, now) }
      entries[place].beforeLast = entries[place].beforeLast.map { min($0, now) }
      entries[place].pinned = entries[place].pinned.map { min($0, now) }
    }
  }

  /// The entry that goes first: the one chosen longest ago, a first letter after the longer ones, and never
  /// a pin.
  private var leastWanted: Int? {
    entries.indices.filter { entries[$0].pinned == nil }.min {
      let (left, right) = (entries[$0], entries[$1])
      if left.isFirstLetter != right.isFirstLetter { return right.isFirstLetter }
      return left.last?.ticks ?? 0 < right.last?.ticks ?? 0
    }
  }

  private func place(of hash: UInt64) -> Int? {
    let place = firstPlace(from: hash)
    return place < entries.count && entries[place].hash == hash ? place : nil
  }

  private mutating func put(_ entry: Entry) {
    let place = firstPlace(from: entry.hash)
    if place < entries.count, entries[place].hash == entry.hash {
      entries[place] = entry
    } else {
      entries.insert(entry, at: place)
    }
  }

  /// The place of the first entry whose hash is not less than one.
  private func firstPlace(from hash: UInt64) -> Int {
    var (start, end) = (0, entries.count)
    while start < end {
      let middle = (start + end) / 2
      if entries[middle].hash < hash { start = middle + 1 } else { end = middle }
    }
    return start
  }

  /// What a choice is worth after some time, of 1.
  private static func weight(afterSeconds age: Double) -> Double {
    guard age < 1000 * halfLife else { return 0 }
    let halvings = age / halfLife
    let whole = halvings.rounded(.down)
    // Between two halvings a straight line is near enough.
    return (1 - (halvings - whole) / 2) * Double(sign: .plus, exponent: -Int(whole), significand: 1)
  }
}

extension Timestamp {
  private static let ticksPerSecond = 8192.0
  /// Dates beyond the year 2137 count as that.
  private static let greatestTick = UInt64(1) << 45 - 1

  /// The date as a whole number that takes 45 bits: two choices of one entity never have the same.
  package var ticks: UInt64 {
    let ticks = secondsSinceReferenceDate * Self.ticksPerSecond
    return ticks > 0 ? min(UInt64(min(ticks, 1e18)), Self.greatestTick) : 0
  }

  fileprivate init(ticks: UInt64) {
    self.init(
      secondsSinceReferenceDate: Double(min(ticks, Self.greatestTick)) / Self.ticksPerSecond)
  }
}
