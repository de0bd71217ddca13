import FresnelModel
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Engagement in memory")
struct EngagementMemoryTests {
  private let timers = TestTimers()

  private func latest(_ choices: [(Engagement.Entity, ChoiceRecords)]) -> LatestChoices {
    var latest = LatestChoices()
    for (entity, records) in choices { latest.add(records, of: entity) }
    return latest
  }

  @Test("what changes while choices are read is newer than what is read")
  func changesWhileReading() throws {
    func records(_ seconds: Double) -> ChoiceRecords {
      ChoiceRecords(counts: EngagementRecord(on: timers.time(after: seconds)), memory: .init())
    }
    func entity(_ key: String, of app: String = "a") -> Engagement.Entity {
      Engagement.Entity(app: app, key: key)
    }
    let engagement = Engagement()
    let reading = try #require(engagement.beginFilling())
    let read = ["ia\0read", "ia\0gone", "ia\0changed"].map { (entity($0), records(0)) }
    engagement.note(nil, of: entity("ia\0gone"))
    engagement.note(records(5), of: entity("ia\0changed"))
    engagement.forget("b")
    engagement.note(records(6), of: entity("q", of: "b"))
    engagement.fill(latest(read + [(entity("ia\0old", of: "b"), records(0))]), since: reading)
    #expect(
      Set(engagement.records(startingWith: "").map(\.entity))
        == [entity("ia\0read"), entity("ia\0changed"), entity("q", of: "b")])
    #expect(engagement[entity("ia\0changed")]?.lastChoice == timers.time(after: 5))
    // Another thread that began before is late.
    engagement.note(nil, of: entity("ia\0read"))
    engagement.fill(latest(read), since: reading)
    #expect(engagement[entity("ia\0read")] == nil)
    // What was read of a store that is open no more counts as nothing.
    engagement.forget(nil)
    engagement.fill(latest(read), since: reading)
    #expect(engagement.isEmpty == nil)
  }

  @Test("many changes before a reading ask for one, so that they do not pile up")
  func overdue() throws {
    let engagement = Engagement()
    let records = ChoiceRecords(counts: EngagementRecord(on: timers.timeOfDay), memory: .init())
    for number in 0..<1000 {
      #expect(!engagement.isOverdue)
      engagement.note(records, of: Engagement.Entity(app: "a", key: "ia\0\(number)"))
    }
    #expect(engagement.isOverdue)
    engagement.fill(LatestChoices(), since: try #require(engagement.beginFilling()))
    #expect(!engagement.isOverdue)
    #expect(engagement.records(startingWith: "").count == 1000)
  }

  @Test("of more than five thousand choices those made longest ago are left out")
  func bound() throws {
    let engagement = Engagement()
    let reading = try #require(engagement.beginFilling())
    let all = (0..<5100).map { number in
      (
        Engagement.Entity(app: "a", key: "ia\0\(number)"),
        ChoiceRecords(
          counts: EngagementRecord(on: timers.time(after: Double(number))), memory: .init())
      )
    }
    engagement.fill(latest(Array(all.dropLast())), since: reading)
    engagement.note(all[5099].1, of: all[5099].0)
    #expect(engagement.records(startingWith: "").count == Engagement.limit)
    #expect(engagement[all[99].0] == nil)
    #expect(engagement[all[100].0] != nil)
    #expect(engagement[all[5099].0] != nil)
  }

  @Test("what is read is no more than what is kept, however much there is")
  func boundOfReading() throws {
    let engagement = Engagement()
    let reading = try #require(engagement.beginFilling())
    var all = LatestChoices()
    for number in 0..<15_100 {
      // The oldest are in the middle.
      let age = number < 10_000 ? number : 25_000 - number
      let records = ChoiceRecords(
        counts: EngagementRecord(on: timers.time(after: Double(-age))), memory: .init())
      all.add(records, of: Engagement.Entity(app: "a", key: "ia\0\(age)"))
    }
    #expect(all.things.count == Engagement.limit)
    engagement.fill(all, since: reading)
    let known = engagement.records(startingWith: "").map(\.entity.key)
    #expect(Set(known) == Set((0..<Engagement.limit).map { "ia\0\($0)" }))
  }

  @Test("the texts of all things are bounded too, and those of the last choices stay")
  func boundOfTexts() throws {
    func records(_ number: Int) -> ChoiceRecords {
      let date = timers.time(after: Double(number))
      var memory = MemoryRecord()
      for hash in 0..<20 {
        _ = memory.noteChoice(
          for: [UInt64(hash)], keyNumber: 1, at: timers.time(after: Double(number + 20 * hash)),
          after: nil)
      }
      return ChoiceRecords(counts: EngagementRecord(on: date), memory: memory)
    }
    let engagement = Engagement()
    let reading = try #require(engagement.beginFilling())
    let all = (0..<3100).map { (Engagement.Entity(app: "a", key: "ia\0\($0)"), records($0)) }
    engagement.fill(latest(Array(all.dropLast(100))), since: reading)
    #expect(engagement.records(startingWith: "").count == 3000)
    for (entity, records) in all.suffix(100) { engagement.note(records, of: entity) }
    #expect(engagement.records(startingWith: "").count == 3000)
    #expect(engagement[all[99].0] == nil)
    #expect(engagement[all[100].0] != nil)
    #expect(engagement[all[3099].0] != nil)
  }
}

extension EngagementRecord {
  /// The record of what was chosen once.
  fileprivate init(on date: Timestamp) {
    self.init(at: date)
    noteChoice(at: date)
  }
}
