/// A client takes what is opened in its app from now on.
package struct ReceiveActivities: Hashable, Sendable, WireValue {
  /// What a client takes.
  package struct Kinds: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Makes a set of its bits.
    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Activities, items and searches to go on with.
    package static let activities = Kinds(rawValue: 1)
    /// URLs.
    package static let urls = Kinds(rawValue: 2)
    /// Requests to save an activity before another device gets it.
    package static let saves = Kinds(rawValue: 4)
    /// Those that there are.
    package static let all: Kinds = [.activities, .urls, .saves]
  }

  /// What it takes.
  package var kinds: Kinds
  /// The version of the program, for the log.
  package var version: String

  /// Puts the parts together.
  package init(kinds: Kinds, version: String = "") {
    self.kinds = kinds
    self.version = version
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(kinds.rawValue)
    writer.append(string: version)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    kinds = try reader.flags(.all)
    version = try reader.string()
  }
}

/// The daemon has an app go on with an activity.
package struct ContinueActivity: Hashable, Sendable, WireValue {
  /// The number of this delivery, for what is said of it later.
  package var delivery: UInt64
  /// The activity.
  package var activity: WireActivity
  /// The device that it comes from; empty for this one.
  package var sourceDevice: String
  /// What lets the window take the focus.
  package var activationToken: String?

  /// Puts the parts together.
  package init(
    delivery: UInt64, activity: WireActivity, sourceDevice: String = "",
    activationToken: String? = nil
  ) {
    self.delivery = delivery
    self.activity = activity
    self.sourceDevice = sourceDevice
    self.activationToken = activationToken
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(delivery)
    writer.append(activity)
    writer.append(string: sourceDevice)
    writer.append(optional: activationToken)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    delivery = try reader.integer()
    activity = try reader.value()
    sourceDevice = try reader.string()
    activationToken = try reader.optional()
  }
}

/// The daemon has an app open URLs.
package struct OpenURLs: Hashable, Sendable, WireValue {
  /// The number of this delivery.
  package var delivery: UInt64
  /// The URLs.
  package var urls: [String]
  /// The app that asks; empty when a person does.
  package var sourceApp: String
  /// What lets the window take the focus.
  package var activationToken: String?

  /// Puts the parts together.
  package init(
    delivery: UInt64, urls: [String], sourceApp: String = "", activationToken: String? = nil
  ) {
    self.delivery = delivery
    self.urls = urls
    self.sourceApp = sourceApp
    self.activationToken = activationToken
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(delivery)
    writer.append(list: urls)
    writer.append(string: sourceApp)
    writer.append(optional: activationToken)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    delivery = try reader.integer()
    urls = try reader.list()
    sourceApp = try reader.string()
    activationToken = try reader.optional()
  }
}

/// The daemon wants an activity with all that belongs to it, as another device is to go on with it.
package struct SaveActivity: Hashable, Sendable, WireValue {
  /// The activity's number in its process.
  package var number: UInt64
  /// How long the daemon waits.
  package var deadlineMilliseconds: UInt32

  /// Puts the parts together.
  package init(number: UInt64, deadlineMilliseconds: UInt32) {
    self.number = number
    self.deadlineMilliseconds = deadlineMilliseconds
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(number)
    writer.append(deadlineMilliseconds)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    number = try reader.integer()
    deadlineMilliseconds = try reader.integer()
  }
}

/// Something will be delivered soon.
package struct WillContinue: Hashable, Sendable, WireValue {
  /// The number of the delivery.
  package var delivery: UInt64
  /// The type of the activity.
  package var type: String

  /// Puts the parts together.
  package init(delivery: UInt64, type: String) {
    self.delivery = delivery
    self.type = type
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(delivery)
    writer.append(string: type)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    delivery = try reader.integer()
    type = try reader.string()
  }
}

/// What was announced will not be delivered.
package struct FailedToContinue: Hashable, Sendable, WireValue {
  /// The number of the delivery.
  package var delivery: UInt64
  /// The type of the activity.
  package var type: String
  /// The code of the error, from 4608 to 4611.
  package var code: UInt16
  /// Why, in English.
  package var message: String

  /// Puts the parts together.
  package init(delivery: UInt64, type: String, code: UInt16, message: String) {
    self.delivery = delivery
    self.type = type
    self.code = code
    self.message = message
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(delivery)
    writer.append(string: type)
    writer.append(code)
    writer.append(string: message)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    delivery = try reader.integer()
    type = try reader.string()
    code = try reader.integer()
    message = try reader.string()
  }
}

/// An activity that was delivered has changed on the device that it comes from.
package struct ActivityUpdate: Hashable, Sendable, WireValue {
  /// The number of the delivery.
  package var delivery: UInt64
  /// The activity as it is now.
  package var activity: WireActivity

  /// Puts the parts together.
  package init(delivery: UInt64, activity: WireActivity) {
    self.delivery = delivery
    self.activity = activity
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(delivery)
    writer.append(activity)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    delivery = try reader.integer()
    activity = try reader.value()
  }
}

/// An app shows what was delivered.
package struct Restored: Hashable, Sendable, WireValue {
  /// How a client knows that something is shown.
  package enum Sign: UInt8, CaseIterable, Hashable, Sendable, WireValue {
    /// The activity, or one of the same state, became current.
    case current = 1
    /// The window is there.
    case window = 2
  }

  /// The number of the delivery.
  package var delivery: UInt64
  /// How the client knows.
  package var sign: Sign

  /// Puts the parts together.
  package init(delivery: UInt64, sign: Sign) {
    self.delivery = delivery
    self.sign = sign
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(delivery)
    writer.append(sign)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    delivery = try reader.integer()
    sign = try reader.value()
  }
}
