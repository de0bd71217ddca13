import FresnelModel
import SpotlightWire
import Testing

@Suite("StateRecord and EntitySignals")
struct StateRecordTests {
  private func date(_ seconds: Double) -> Timestamp {
    Timestamp(secondsSinceReferenceDate: seconds)
  }

  private func record() -> StateRecord {
    StateRecord(activity: WireActivity(type: "a"), firstVisit: date(1000))
  }

  @Test("A visit counts when the last one that counted is more than a minute ago")
  func visits() {
    var record = record()
    let dates = [1060, 1060.5, 1100]
    let counted = dates.map { record.noteVisit(at: date($0)) }
    #expect(counted == [false, true, false])
    #expect(record.visitCount == 2)
    #expect(record.latestVisits == [date(1060.5), date(1000)])
  }

  @Test("A clock that was set back changes nothing")
  func clock() {
    var record = record()
    for seconds in [999.0, 0, -Double.infinity] { record.noteVisit(at: date(seconds)) }
    #expect(record == self.record())
  }

  @Test("The first visit and the last sixteen are kept")
  func dates() throws {
    var record = record()
    for number in 1...40 { record.noteVisit(at: date(1000 + 100 * Double(number))) }
    #expect(record.visitCount == 41)
    #expect(record.firstVisit == date(1000))
    #expect(record.lastVisit == date(5000))
    #expect(record.latestVisits.count == 16)
    #expect(try StateRecord(encoded: record.encoded) == record)
  }

  @Test("A record that contradicts itself, or is of a later version, is refused")
  func contradictions() {
    let activity = WireActivity(type: "a").encoded
    func bytes(
      version: UInt8 = 1, _ count: UInt8, first: Double, _ dates: [Double]
    ) -> [UInt8] {
      var writer = WireWriter()
      writer.append(version)
      writer.append(raw: activity)
      writer.append(count)
      writer.append(first)
      writer.append(UInt8(dates.count))
      for date in dates { writer.append(date) }
      writer.append(string: "")
      return writer.finish()
    }
    func isRefused(_ bytes: [UInt8]) -> Bool { EncodedForm.record.refuses(bytes, "a record") }
    #expect(!isRefused(bytes(1, first: 5, [5])))
    #expect(!isRefused(bytes(2, first: 5, [9, 5])))
    #expect(isRefused(bytes(version: 2, 1, first: 5, [5])))
    #expect(isRefused(bytes(0, first: 5, [])))
    #expect(isRefused(bytes(1, first: 5, [])))
    #expect(isRefused(bytes(1, first: 5, [9, 5])))
    #expect(isRefused(bytes(1, first: 5, [9])))
    #expect(isRefused(bytes(2, first: 5, [5, 9])))
    let dates = (0..<17).map { 100 - Double($0) }
    #expect(!isRefused(bytes(16, first: 85, Array(dates.prefix(16)))))
    #expect(!isRefused(bytes(17, first: 80, Array(dates.prefix(16)))))
    #expect(isRefused(bytes(17, first: 90, Array(dates.prefix(16)))))
    #expect(isRefused(bytes(17, first: 84, dates)))
  }

  @Test("The signals of two sources add up, in either order")
  func union() {
    func signals(_ visits: UInt64, _ choices: UInt64, _ last: Double, _ time: UInt32)
      -> EntitySignals
    {
      EntitySignals(
        visits: EntitySignals.Tally(count: visits, last: date(last)),
        choices: EntitySignals.Tally(count: choices, last: date(last + 1)),
        restoreMilliseconds: time
      )
    }
    let (one, other) = (signals(3, 0, -50, 20), signals(4, 2, -60, 0))
    #expect(one.union(other) == other.union(one))
    #expect(one.union(other).visits == EntitySignals.Tally(count: 7, last: date(-50)))
    // What never happened has no date that could count.
    #expect(one.union(other).choices == EntitySignals.Tally(count: 2, last: date(-59)))
    #expect(one.union(other).restoreMilliseconds == 20)
    #expect(one.union(EntitySignals()) == one)
    let third = signals(.max, 1, 8, 30)
    #expect(third.union(one).visits.count == .max)
    #expect(one.union(other).union(third) == one.union(other.union(third)))
  }

  @Test("What never happened has no date")
  func never() {
    #expect(EntitySignals.Tally(count: 0, last: date(5)) == .none)
    var bytes = EntitySignals().encoded
    bytes[7] = 1
    #expect(EncodedForm.signals.refuses(bytes, "a date"))
  }
}
