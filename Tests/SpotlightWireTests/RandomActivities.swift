import FresnelModel
import FresnelTestSupport
import SpotlightWire

/// Makes activities and what goes with them, with arbitrary content.
struct RandomActivities {
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func text() -> String {
    RandomText.text(&generator, words: generator.below(4))
  }

  mutating func optional<Value>(_ value: (inout Self) -> Value) -> Value? {
    generator.once(in: 2) ? value(&self) : nil
  }

  mutating func texts() -> [String] {
    (0..<generator.below(5)).map { _ in text() }
  }

  mutating func timestamp() -> Timestamp {
    Timestamp(secondsSinceReferenceDate: Double(generator.below(2_000_000)) / 4 - 100_000)
  }

  private mutating func key() -> ActivityValue {
    switch generator.below(6) {
    case 0: .integer(Int64(generator.below(5)) - 2)
    case 1: .double(Double(generator.below(5)) / 2)
    case 2: .unsigned(.max - UInt64(generator.below(3)))
    default: .text(text())
    }
  }

  mutating func dictionary(depth: Int = 0) -> ActivityDictionary {
    ActivityDictionary((0..<generator.below(5)).map { _ in (key(), value(depth: depth + 1)) })
  }

  mutating func value(depth: Int = 0) -> ActivityValue {
    switch generator.below(depth < 4 ? 14 : 11) {
    case 0: .null
    case 1: .boolean(generator.once(in: 2))
    case 2: .integer(Int64(bitPattern: generator.next()))
    case 3: .integer(Int64(generator.below(300)) - 150)
    case 4: .unsigned(generator.next())
    case 5: .double(Double(generator.below(9)) / 4 - 1)
    case 6: .date(timestamp())
    case 7: .data((0..<generator.below(40)).map { _ in UInt8(generator.below(256)) })
    case 8: .url("https://example.com/" + text())
    case 9, 10: .text(text())
    case 11: .array((0..<generator.below(5)).map { _ in value(depth: depth + 1) })
    case 12: .set((0..<generator.below(5)).map { _ in value(depth: depth + 1) })
    default: .dictionary(dictionary(depth: depth))
    }
  }

  mutating func activity() -> WireActivity {
    WireActivity(
      type: "com.example." + text(), title: optional { $0.text() }, keywords: texts(),
      userInfo: dictionary(), requiredKeys: optional { $0.texts() },
      webpage: optional { "https://example.com/" + $0.text() }, referrer: optional { $0.text() },
      targetContentIdentifier: optional { $0.text() },
      persistentIdentifier: optional { $0.text() }, expiration: optional { $0.timestamp() },
      flags: ActivityFlags(rawValue: UInt8(generator.below(32))))
  }

  mutating func record() -> StateRecord {
    var record = StateRecord(
      activity: activity(), firstVisit: timestamp(), relatedIndex: text())
    for _ in 0..<generator.below(40) {
      let seconds = record.lastVisit.secondsSinceReferenceDate + Double(generator.below(200))
      record.noteVisit(at: Timestamp(secondsSinceReferenceDate: seconds))
    }
    return record
  }

  mutating func summary() -> ActivitySummary {
    ActivitySummary(
      of: activity(), number: generator.next(), needsSaving: generator.once(in: 2))
  }

  private mutating func tally() -> EntitySignals.Tally {
    EntitySignals.Tally(count: UInt64(generator.below(4)), last: timestamp())
  }

  mutating func signals() -> EntitySignals {
    EntitySignals(
      visits: tally(), choices: tally(), restoreMilliseconds: UInt32(generator.below(900)))
  }

  mutating func target() -> WireTarget {
    switch generator.below(4) {
    case 0:
      .item(
        scope: IndexScope(app: text(), index: text()), identifier: text(),
        action: optional { $0.text() })
    case 1: .activity(app: text(), key: text(), activity())
    case 2: .continuedSearch(app: text())
    default: .url(text(), app: optional { $0.text() })
    }
  }
}
