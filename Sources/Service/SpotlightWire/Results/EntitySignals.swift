package import FresnelModel

/// How an entity was used: what ranking knows of it besides the words.
///
/// `Documentation/formats/activity.md` describes the bytes.
package struct EntitySignals: Hashable, Sendable {
  /// How often something happened, and when last.
  package struct Tally: Hashable, Sendable {
    /// How often.
    package let count: UInt64
    /// When last; the reference date if never.
    package let last: Timestamp

    /// Never.
    package static let none = Tally(count: 0, last: Timestamp(secondsSinceReferenceDate: 0))

    /// Puts the parts together; the date of what never happened does not count.
    package init(count: UInt64, last: Timestamp) {
      self.count = count
      self.last = count > 0 ? last : Timestamp(secondsSinceReferenceDate: 0)
    }

    /// Both together.
    package func union(_ other: Tally) -> Tally {
      guard count > 0, other.count > 0 else { return count > 0 ? self : other }
      let (sum, overflow) = count.addingReportingOverflow(other.count)
      return Tally(count: overflow ? .max : sum, last: max(last, other.last))
    }
  }

  /// How often the app said that the person was there; the app's own word.
  package var visits: Tally
  /// How often the person chose it in a search.
  package var choices: Tally
  /// How long it took the app to show it, in milliseconds; 0 when that is not known.
  package var restoreMilliseconds: UInt32

  /// Puts the parts together.
  package init(visits: Tally = .none, choices: Tally = .none, restoreMilliseconds: UInt32 = 0) {
    self.visits = visits
    self.choices = choices
    self.restoreMilliseconds = restoreMilliseconds
  }

  /// The signals of one entity that is known from two sources: counts add up, dates are the later ones, and so
  /// is the time to show it, since either may be what opens.
  package func union(_ other: EntitySignals) -> EntitySignals {
    EntitySignals(
      visits: visits.union(other.visits), choices: choices.union(other.choices),
      restoreMilliseconds: max(restoreMilliseconds, other.restoreMilliseconds))
  }

  /// The one encoding of the signals.
  package var encoded: [UInt8] {
    var writer = WireWriter()
    for tally in [visits, choices] {
      writer.append(varint: tally.count)
      writer.append(tally.last.secondsSinceReferenceDate)
    }
    writer.append(restoreMilliseconds)
    return writer.finish()
  }

  /// Reads signals from bytes that may be anything.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``.
  package init(encoded: [UInt8]) throws(WireError) {
    var reader = WireReader(encoded)
    visits = try Self.tally(from: &reader)
    choices = try Self.tally(from: &reader)
    restoreMilliseconds = try reader.integer()
    try reader.finish()
  }

  private static func tally(from reader: inout WireReader) throws(WireError) -> Tally {
    let place = reader.position
    let count = try reader.varint()
    let seconds = try reader.double()
    guard count > 0 || seconds == 0 else {
      throw .malformed("what never happened has a date", at: place)
    }
    return Tally(count: count, last: Timestamp(secondsSinceReferenceDate: seconds))
  }
}
