@testable import FresnelModel
@testable import SpotlightWire

/// Records of the texts after which things were chosen, as stores keep them.
enum MemoryRecordTarget: FuzzTarget {
  static func seeds() throws -> [[UInt8]] {
    var record = MemoryRecord()
    var records = [record, MemoryRecord(choiceCount: 3)]
    for choice in 1...40 {
      let number = UInt64(choice % 5)
      _ = record.noteChoice(
        for: [number, number + 10, UInt64(choice) << 40], keyNumber: 7,
        at: Timestamp(secondsSinceReferenceDate: Double(choice) * 1_000), after: nil)
      records.append(record)
    }
    record.names.insert(wordsOf: "two naps")
    return records.map(\.encoded)
      + [record.encoded, [3] + record.encoded.dropFirst() + [1, 2, 3]]
  }

  static func examine(_ input: [UInt8]) {
    do throws(WireError) {
      var record = try MemoryRecord(encoded: input)
      let isKnownVersion = input.first == 1 || input.first == 2
      expect(!isKnownVersion || record.encoded == input, "A record of texts has two encodings.")
      _ = record.noteChoice(
        for: [1, 2], keyNumber: record.keyNumber,
        at: Timestamp(secondsSinceReferenceDate: 800_000_000), after: nil)
      let read = try MemoryRecord(encoded: record.encoded)
      expect(read == record, "A record of texts is not what was written.")
    } catch {
      expect(error.code == .malformed, "Broken bytes are not called so.")
    }
  }
}
