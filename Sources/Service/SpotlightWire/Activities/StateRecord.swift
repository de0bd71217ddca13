package import FresnelModel

/// What history keeps of a state besides the attributes by which it is found.
///
/// `Documentation/formats/activity.md` describes the bytes.
package struct StateRecord: Hashable, Sendable {
  /// The version that is written.
  private static let version: UInt8 = 1

  /// The activity as it was last donated.
  package var activity: WireActivity
  /// How often the person was there; 1 at least.
  package private(set) var visitCount: UInt64
  /// When the person was there first.
  package let firstVisit: Timestamp
  /// When the person was there last, the latest first: as many dates as visits, 16 at most.
  package private(set) var latestVisits: [Timestamp]
  /// The index in which the related item was found; empty without one, and for the default index.
  package var relatedIndex: String

  /// Makes the record of a state that is visited for the first time.
  package init(activity: WireActivity, firstVisit: Timestamp, relatedIndex: String = "") {
    self.activity = activity
    visitCount = 1
    self.firstVisit = firstVisit
    latestVisits = [firstVisit]
    self.relatedIndex = relatedIndex
  }

  /// When the person was there last.
  package var lastVisit: Timestamp { latestVisits.first ?? firstVisit }

  /// Counts a visit, unless the last one that was counted is less than a minute ago or in the future, as it
  /// is after a clock was set back. So dates never descend.
  ///
  /// - Returns: Whether it was counted.
  @discardableResult
  package mutating func noteVisit(at date: Timestamp) -> Bool {
    let elapsed = date.secondsSinceReferenceDate - lastVisit.secondsSinceReferenceDate
    guard elapsed > ActivityLimits.secondsBetweenVisits, visitCount < .max else { return false }
    visitCount += 1
    latestVisits = Array(([date] + latestVisits).prefix(ActivityLimits.visitDates))
    return true
  }

  /// The one encoding of the record.
  package var encoded: [UInt8] {
    var writer = WireWriter()
    writer.append(Self.version)
    writer.append(activity)
    writer.append(varint: visitCount)
    writer.append(firstVisit.secondsSinceReferenceDate)
    writer.append(varint: UInt(latestVisits.count))
    for date in latestVisits { writer.append(date.secondsSinceReferenceDate) }
    writer.append(string: relatedIndex)
    return writer.finish()
  }

  /// Reads a record from bytes that may be anything.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``, also for a later version: such an entry is not
  ///   shown, and the next visit replaces it.
  package init(encoded: [UInt8]) throws(WireError) {
    var reader = WireReader(encoded)
    guard try reader.integer(UInt8.self) == Self.version else {
      throw .malformed("the record of a state has another version", at: 0)
    }
    activity = try reader.value()
    var place = reader.position
    visitCount = try reader.varint()
    guard visitCount > 0 else { throw .malformed("a state without visits", at: place) }
    firstVisit = Timestamp(secondsSinceReferenceDate: try reader.double())
    place = reader.position
    let dateCount = try reader.ordinal()
    guard dateCount == min(visitCount, UInt64(ActivityLimits.visitDates)) else {
      throw .malformed("there are not as many dates as visits", at: place)
    }
    latestVisits = []
    for _ in 0..<dateCount {
      latestVisits.append(Timestamp(secondsSinceReferenceDate: try reader.double()))
    }
    let dates = latestVisits + [firstVisit]
    guard zip(dates, dates.dropFirst()).allSatisfy({ $0 >= $1 }) else {
      throw .malformed("dates of visits are out of order", at: place)
    }
    guard visitCount > ActivityLimits.visitDates || latestVisits.last == firstVisit else {
      throw .malformed("the first visit is none of all", at: place)
    }
    relatedIndex = try reader.string()
    try reader.finish()
  }
}
