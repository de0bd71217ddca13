/// A person chose something to open.
package struct LaunchRequest: Hashable, Sendable, WireValue {
  /// How something is opened.
  package struct Flags: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Makes a set of its bits.
    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The surface has a terminal in which it can run a program.
    package static let hasTerminal = Flags(rawValue: 1)
    /// Those that there are.
    package static let all: Flags = [.hasTerminal]
  }

  /// What.
  package var target: WireTarget
  /// What the person typed to find it; empty without.
  package var query: String
  /// What lets the new window take the focus, from the desktop.
  package var activationToken: String?
  /// How.
  package var flags: Flags

  /// Puts the parts together.
  package init(
    target: WireTarget, query: String = "", activationToken: String? = nil, flags: Flags = []
  ) {
    self.target = target
    self.query = query
    self.activationToken = activationToken
    self.flags = flags
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(target)
    writer.append(string: query)
    writer.append(optional: activationToken)
    writer.append(flags.rawValue)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    target = try reader.value()
    query = try reader.string()
    activationToken = try reader.optional()
    flags = try reader.flags(.all)
  }
}

/// How something came to be opened.
package enum LaunchWay: UInt8, CaseIterable, Hashable, Sendable, WireValue {
  /// The app was running and took it.
  case running = 1
  /// The app was started over the bus.
  case activated = 2
  /// The app was started by its command line.
  case started = 3
  /// It went to the program that opens such URLs.
  case handedOver = 4
  /// The surface is to run a command in its terminal.
  case runInTerminal = 5
}

/// What a person chose is being opened.
package struct Launched: Hashable, Sendable, WireValue {
  /// The number by which the time it takes can be asked for.
  package var launch: UInt64
  /// How.
  package var way: LaunchWay
  /// What the person calls the app; empty when nobody knows.
  package var appName: String
  /// The command to run; empty for all ways but ``LaunchWay/runInTerminal``.
  package var words: [String]

  /// Puts the parts together.
  package init(launch: UInt64, way: LaunchWay, appName: String, words: [String] = []) {
    self.launch = launch
    self.way = way
    self.appName = appName
    self.words = words
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(launch)
    writer.append(way)
    writer.append(string: appName)
    writer.append(list: words)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    launch = try reader.integer()
    way = try reader.value()
    appName = try reader.string()
    words = try reader.list()
  }
}

/// What a measured time ended with.
package enum LaunchEnd: UInt8, CaseIterable, Hashable, Sendable, WireValue {
  /// Nothing was opened, or it is not known.
  case unknown = 0
  /// The app made the activity its current one.
  case current = 1
  /// The app showed its window.
  case window = 2
  /// The app said that it took it.
  case taken = 3
}

/// How long it took to open something.
package struct LaunchTime: Hashable, Sendable, WireValue {
  /// From the choice to the content, in milliseconds; `nil` when it is not known.
  package var milliseconds: UInt32?
  /// What it ended with.
  package var end: LaunchEnd

  /// Puts the parts together.
  package init(milliseconds: UInt32? = nil, end: LaunchEnd) {
    self.milliseconds = milliseconds
    self.end = end
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(milliseconds != nil)
    if let milliseconds { writer.append(milliseconds) }
    writer.append(end)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    milliseconds = try reader.flag() ? try reader.integer() : nil
    end = try reader.value()
  }
}

/// An app in which a search can go on.
package struct ContinuationApp: Hashable, Sendable, WireValue {
  /// Its identifier.
  package var app: String
  /// What the person calls it.
  package var name: String

  /// Puts the parts together.
  package init(app: String, name: String) {
    self.app = app
    self.name = name
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: app)
    writer.append(string: name)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    app = try reader.string()
    name = try reader.string()
  }
}
