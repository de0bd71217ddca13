package import FresnelModel

/// The daemon has opened an app's history.
package struct HistoryOpened: Hashable, Sendable, WireValue {
  /// The number by which further requests name the history.
  package var handle: UInt32
  /// When what is kept may be read.
  package var protection: ProtectionClass
  /// Where further requests are to be sent. A channel comes as a descriptor.
  package var place: IndexPlace
  /// Whether anything is kept: the person may have switched it off.
  package var isKept: Bool
  /// The types that the app declares; `nil` when it declares none, and may use any.
  package var declaredTypes: [String]?

  /// Puts the parts together.
  package init(
    handle: UInt32, protection: ProtectionClass, place: IndexPlace = .here, isKept: Bool = true,
    declaredTypes: [String]? = nil
  ) {
    self.handle = handle
    self.protection = protection
    self.place = place
    self.isKept = isKept
    self.declaredTypes = declaredTypes
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(handle)
    writer.append(protection)
    writer.append(place)
    writer.append(isKept)
    writer.append(declaredTypes != nil)
    if let declaredTypes { writer.append(list: declaredTypes) }
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    handle = try reader.integer()
    protection = try reader.value()
    place = try reader.value()
    isKept = try reader.flag()
    declaredTypes = try reader.flag() ? try reader.list() : nil
  }
}

/// A client hands an activity to its app's history.
package struct DonateActivity: Hashable, Sendable, WireValue {
  /// The number that the daemon gave to the history.
  package var handle: UInt32
  /// Whether the person is there again; otherwise the activity is only brought up to date.
  package var isVisit: Bool
  /// The activity.
  package var activity: WireActivity
  /// The attributes by which it is found; of this item nothing else counts.
  package var attributes: EncodedItem?

  /// Puts the parts together.
  package init(
    handle: UInt32, isVisit: Bool, activity: WireActivity, attributes: EncodedItem? = nil
  ) {
    self.handle = handle
    self.isVisit = isVisit
    self.activity = activity
    self.attributes = attributes
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(handle)
    writer.append(isVisit)
    writer.append(activity)
    writer.append(optional: attributes)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    handle = try reader.integer()
    isVisit = try reader.flag()
    activity = try reader.value()
    attributes = try reader.optional()
  }
}

/// What became of an activity that was handed over.
package enum DonationOutcome: UInt8, CaseIterable, Hashable, Sendable, WireValue {
  /// It is a new state.
  case new = 0
  /// It is a state that was known.
  case known = 1
  /// It is not kept: the item that it belongs to does not exist.
  case relatedItemUnknown = 2
  /// It is not kept: the app does not declare its type.
  case typeNotDeclared = 3
  /// It is not kept: the person switched history off.
  case switchedOff = 4
  /// It is not kept: it is of no more use.
  case expired = 5
  /// It is not kept: it brings up to date what is not there.
  case nothingToUpdate = 6
  /// It is not kept: there were too many in a short time.
  case tooMany = 7
}

/// Some of an app's activities.
package enum ActivityChoice: Hashable, Sendable, WireValue {
  /// Everything.
  case all
  /// Those with one of these persistent identifiers.
  case persistentIdentifiers([String])
  /// Those in one of these domains, or in one below.
  case domains([String])

  /// Appends a number for the case, and its parts.
  package func write(to writer: inout WireWriter) {
    switch self {
    case .all: writer.append(UInt8(0))
    case .persistentIdentifiers(let identifiers):
      writer.append(UInt8(1))
      writer.append(list: identifiers)
    case .domains(let domains):
      writer.append(UInt8(2))
      writer.append(list: domains)
    }
  }

  /// Reads a choice.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.position
    switch try reader.integer(UInt8.self) {
    case 0: self = .all
    case 1: self = .persistentIdentifiers(try reader.list())
    case 2: self = .domains(try reader.list())
    default: throw .malformed("a choice of activities of an unknown sort", at: start)
    }
  }
}

/// A client deletes some activities of its app.
package struct DeleteActivities: Hashable, Sendable, WireValue {
  /// The number that the daemon gave to the history.
  package var handle: UInt32
  /// Which.
  package var choice: ActivityChoice

  /// Puts the parts together.
  package init(handle: UInt32, choice: ActivityChoice) {
    self.handle = handle
    self.choice = choice
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(handle)
    writer.append(choice)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    handle = try reader.integer()
    choice = try reader.value()
  }
}
