package import FresnelModel
package import SpotlightWire

/// How often a person chose an entity, and how long its app took to show it.
///
/// `Documentation/formats/history.md` describes the bytes.
package struct EngagementRecord: Hashable, Sendable {
  private static let version: UInt8 = 1
  /// The part of a new time in the mean.
  private static let weight = 0.25

  /// How often it was chosen.
  package private(set) var choiceCount: UInt64 = 0
  /// When it was chosen first.
  package private(set) var firstChoice: Timestamp
  /// When it was chosen last.
  package private(set) var lastChoice: Timestamp
  /// How long its app took to show it the last time, in milliseconds; 0 when that is not known.
  package private(set) var lastRestoreMilliseconds: UInt32 = 0
  /// The mean of these times, in which the later ones count more; 0 when there is none.
  package private(set) var meanRestoreMilliseconds = 0.0
  /// How often it could not be opened.
  package private(set) var failureCount: UInt64 = 0

  /// The record of an entity that was never chosen before.
  package init(at date: Timestamp) {
    firstChoice = date
    lastChoice = date
  }

  /// The person chose it. Dates that are ahead are those of a clock that was wrong, and are set back.
  package mutating func noteChoice(at date: Timestamp) {
    choiceCount = choiceCount == .max ? .max : choiceCount + 1
    firstChoice = min(firstChoice, date)
    lastChoice = date
  }

  /// Its app showed it after some time; `nil` when that could not be measured.
  package mutating func noteRestored(milliseconds: UInt32?) {
    guard let milliseconds else { return }
    let isFirst = lastRestoreMilliseconds == 0 && meanRestoreMilliseconds == 0
    lastRestoreMilliseconds = milliseconds
    meanRestoreMilliseconds =
      isFirst
      ? Double(milliseconds)
      : meanRestoreMilliseconds + (Double(milliseconds) - meanRestoreMilliseconds) * Self.weight
  }

  /// It could not be opened.
  package mutating func noteFailure() {
    failureCount = failureCount == .max ? .max : failureCount + 1
  }

  /// What ranking knows of the entity.
  package var signals: EntitySignals {
    EntitySignals(
      choices: EntitySignals.Tally(count: choiceCount, last: lastChoice),
      restoreMilliseconds: lastRestoreMilliseconds)
  }

  /// The one encoding of the record.
  package var encoded: [UInt8] {
    var writer = WireWriter()
    writer.append(Self.version)
    writer.append(varint: choiceCount)
    writer.append(firstChoice.secondsSinceReferenceDate)
    writer.append(lastChoice.secondsSinceReferenceDate)
    writer.append(lastRestoreMilliseconds)
    writer.append(meanRestoreMilliseconds)
    writer.append(varint: failureCount)
    return writer.finish()
  }

  /// Reads a record from bytes that may be anything.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``, also for a later version.
  package init(encoded: [UInt8]) throws(WireError) {
    var reader = WireReader(encoded)
    guard try reader.integer(UInt8.self) == Self.version else {
      throw WireError(.malformed, "The record of a choice has another version.")
    }
    choiceCount = try reader.varint()
    firstChoice = Timestamp(secondsSinceReferenceDate: try reader.double())
    lastChoice = Timestamp(secondsSinceReferenceDate: try reader.double())
    guard firstChoice <= lastChoice else {
      throw WireError(.malformed, "The dates of choices are out of order.")
    }
    lastRestoreMilliseconds = try reader.integer()
    meanRestoreMilliseconds = try reader.double()
    failureCount = try reader.varint()
    try reader.finish()
  }
}
