import FresnelModel
import FresnelQuery
import FresnelStorage

/// How many of a column's documents pass a test, from its sample or its frequent texts.
enum ColumnEstimate {
  /// The share of a column's documents with a number or a date that passes, about.
  static func share(
    of test: QuantityTest, ofDates isDate: Bool, in column: ColumnDescription, _ source: ByteSource
  ) throws(StorageError) -> Double {
    try share(in: column, source) { test.accepts($0, isDate: isDate) }
  }

  /// The share of a column's documents with a number or a date in a set, about.
  static func share(
    of set: QuantitySet, ofDates isDate: Bool, in column: ColumnDescription, _ source: ByteSource
  ) throws(StorageError) -> Double {
    try share(in: column, source) { set.accepts($0, isDate: isDate) }
  }

  private static func share(
    in column: ColumnDescription, _ source: ByteSource, where accepts: (Quantity) -> Bool
  ) throws(StorageError) -> Double {
    let count = Int(column.estimateCount)
    guard count > 0 else { return 0.5 }
    let pin = try source.pin(column.estimateOffset, 8 * count)
    var passing = 0
    for index in 0..<count {
      let bits = UInt64(
        littleEndian: pin.bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
      let value = Double(bitPattern: bits)
      if accepts(.double(value)) { passing += 1 }
    }
    // None of a sample passes where less than about one in as many does.
    return max(Double(passing), 0.5) / Double(count)
  }

  /// The share of a column's documents with a text that passes, about. The frequent texts are tested;
  /// of the others about as many as are expected to be equal to a given one count as passing.
  static func share(
    of condition: inout TextCondition, in column: ColumnDescription, _ source: ByteSource
  ) throws(StorageError) -> Double {
    let count = Int(column.estimateCount)
    guard count > 0 else { return 0.5 }
    let pin = try source.pin(column.estimateOffset, 8 * count)
    var seen: UInt64 = 0
    var passing: UInt64 = 0
    var passingTexts = 0
    for index in 0..<count {
      let ordinal = UInt32(
        littleEndian: pin.bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt32.self))
      let documents = UInt32(
        littleEndian: pin.bytes.loadUnaligned(fromByteOffset: 8 * index + 4, as: UInt32.self))
      seen += UInt64(documents)
      if try condition.passes(UInt64(ordinal)) {
        passing += UInt64(documents)
        passingTexts += 1
      }
    }
    let total = Double(max(1, column.documentCount))
    let otherTexts = Double(Int(column.textCount) - min(count, Int(column.textCount)))
    let others = max(0, total - Double(seen))
    let otherShare =
      otherTexts == 0 ? 0 : max(1 / otherTexts, Double(passingTexts) / Double(count))
    return min(1, (Double(passing) + others * min(1, otherShare)) / total)
  }
}
