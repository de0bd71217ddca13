import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@Suite("MemoryRecord")
struct MemoryRecordTests {
  private func date(_ seconds: Double) -> Timestamp {
    Timestamp(secondsSinceReferenceDate: 800_000_000 + seconds)
  }

  @Test("a choice is noted for each beginning, with a date of its own")
  func noting() throws {
    var counted: [Bool] = []
    var record = MemoryRecord()
    counted.append(record.noteChoice(for: [3, 1, 2], keyNumber: 7, at: date(0), after: nil))
    counted.append(record.noteChoice(for: [3, 5], keyNumber: 7, at: date(0), after: date(0)))
    #expect(record.entries.map(\.hash) == [1, 2, 3, 5])
    #expect(record.entries.map(\.choiceCount) == [1, 1, 2, 1])
    #expect(record.entries.map(\.isFirstLetter) == [false, false, true, false])
    let letter = try #require(record[3])
    #expect(letter.beforeLast == record[1]?.last)
    #expect(letter.last == record[5]?.last)
    #expect(try #require(letter.beforeLast) < #require(letter.last))
    #expect(record.mass == 2)
    counted.append(record.noteChoice(for: [], keyNumber: 7, at: date(30 * 86_400), after: date(0)))
    #expect(record.mass == 2)
    #expect(record.entries.count == 4)
    #expect(counted == [true, true, true])
  }

  @Test("a second choice for one text within ten seconds is the same one")
  func repetition() {
    var counted: [Bool] = []
    var record = MemoryRecord()
    counted.append(record.noteChoice(for: [1, 2], keyNumber: 7, at: date(0), after: nil))
    let before = record
    counted.append(record.noteChoice(for: [1, 2], keyNumber: 7, at: date(9), after: date(0)))
    #expect(record == before)
    counted.append(record.noteChoice(for: [1, 3], keyNumber: 7, at: date(9), after: date(0)))
    counted.append(record.noteChoice(for: [1, 2], keyNumber: 7, at: date(11), after: date(0)))
    #expect(record[2]?.choiceCount == 2)
    #expect(counted == [true, false, true, true])
  }

  @Test("dates that a wrong clock made are set back, and choices keep dates of their own")
  func wrongClock() throws {
    var counted: [Bool] = []
    var record = MemoryRecord()
    _ = record.noteChoice(for: [1], keyNumber: 7, at: date(9e8), after: nil)
    _ = record.noteChoice(for: [1], keyNumber: 7, at: date(9.1e8), after: nil)
    for time in [0.0, 20, 40] {
      counted.append(record.noteChoice(for: [1], keyNumber: 7, at: date(time), after: date(9e8)))
      let entry = try #require(record[1])
      #expect(try #require(entry.beforeLast) < #require(entry.last))
      #expect(try #require(entry.last) < date(time + 1))
    }
    _ = record.noteChoice(for: [1], keyNumber: 7, at: date(-1e6), after: date(40))
    #expect(try #require(record[1]?.last) < date(-1e6 + 1))
    #expect(counted == [true, true, true])
  }

  @Test("texts of another key go with the next choice, and stay while no key can be read")
  func anotherKey() {
    var record = MemoryRecord()
    _ = record.noteChoice(for: [1, 2], keyNumber: 7, at: date(0), after: nil)
    _ = record.noteChoice(for: [], keyNumber: nil, at: date(20), after: date(0))
    #expect(record[2]?.choiceCount == 1)
    _ = record.noteChoice(for: [1], keyNumber: 8, at: date(40), after: date(20))
    #expect(record.entries.map(\.hash) == [1])
    #expect(record[1]?.choiceCount == 1)
    #expect(record.mass > 2.9)
  }

  @Test("the thirty-third text drops the oldest, and no first letter before the longer ones")
  func bound() {
    var record = MemoryRecord()
    for number in 0..<40 {
      _ = record.noteChoice(
        for: [1, 100 + UInt64(number)], keyNumber: 7, at: date(Double(number)), after: nil)
    }
    #expect(record.entries.count == MemoryRecord.entryCount)
    #expect(record[1]?.choiceCount == 40)
    #expect(record.entries.dropFirst().map(\.hash) == Array(109...139))
  }

  @Test("a record survives its encoding; other bytes give an error, a later version what is known")
  func encoding() throws {
    var record = MemoryRecord()
    for number in 0..<9 {
      _ = record.noteChoice(
        for: [1, 2 + UInt64(number % 4)], keyNumber: 7, at: date(Double(number) * 20), after: nil)
    }
    let first = record
    #expect(record.encoded.first == 1)
    #expect(try MemoryRecord(encoded: record.encoded) == record)
    record.names.insert(wordsOf: "two naps")
    #expect(try MemoryRecord(encoded: record.encoded) == record)
    #expect(try MemoryRecord(encoded: [3] + record.encoded.dropFirst() + [1, 2]) == record)
    // Programs that know the first version take what they know.
    #expect(record.encoded.dropFirst().starts(with: first.encoded.dropFirst()))
    for bytes in [[], [0] + record.encoded.dropFirst(), record.encoded + [0], first.encoded + [0]] {
      #expect(throws: WireError.self) { try MemoryRecord(encoded: bytes) }
    }
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<3000 {
      let bytes = generator.mutate(record.encoded)
      guard let read = try? MemoryRecord(encoded: bytes) else { continue }
      #expect(try MemoryRecord(encoded: read.encoded) == read)
    }
  }
}
