/// The versions of the protocol that this software speaks.
package enum WireVersion {
  /// The lowest.
  package static let lowest: UInt16 = 1
  /// The highest.
  package static let highest: UInt16 = 1
  /// What the first message of either side begins with, in every version.
  package static let magic: [UInt8] = Array("FRSNWIRE".utf8)
  /// The number of bytes of a nonce.
  package static let nonceByteCount = 16
}

extension WireReader {
  /// Reads the bytes by which a speaker of this protocol is known.
  fileprivate mutating func magic() throws(WireError) {
    let place = position
    guard try raw(count: WireVersion.magic.count) == WireVersion.magic else {
      throw .malformed("this is another protocol", at: place)
    }
  }
}

/// What the daemon says first.
package struct Greeting: Hashable, Sendable, WireValue {
  /// The lowest version that it speaks.
  package var lowestVersion: UInt16
  /// The highest version that it speaks.
  package var highestVersion: UInt16
  /// 16 random bytes, which the answer repeats: it proves that who answers was there to read them.
  package var nonce: [UInt8]

  /// Puts the parts together.
  ///
  /// - Parameters:
  ///   - lowestVersion: The lowest version that the daemon speaks.
  ///   - highestVersion: The highest.
  ///   - nonce: Has 16 bytes; anything else is a programmer's error and traps.
  package init(
    lowestVersion: UInt16 = WireVersion.lowest, highestVersion: UInt16 = WireVersion.highest,
    nonce: [UInt8]
  ) {
    precondition(nonce.count == WireVersion.nonceByteCount)
    self.lowestVersion = lowestVersion
    self.highestVersion = highestVersion
    self.nonce = nonce
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(raw: WireVersion.magic)
    writer.append(lowestVersion)
    writer.append(highestVersion)
    writer.append(raw: nonce)
  }

  /// Reads a greeting.
  package init(from reader: inout WireReader) throws(WireError) {
    try reader.magic()
    lowestVersion = try reader.integer()
    highestVersion = try reader.integer()
    nonce = try reader.raw(count: WireVersion.nonceByteCount)
  }
}

/// The client's answer to the greeting.
package struct Hello: Hashable, Sendable, WireValue {
  /// What a client can do.
  package struct Features: OptionSet, Hashable, Sendable {
    /// The bits. Unknown ones are of a later version, and passed over.
    package let rawValue: UInt32

    /// Makes a set of its bits.
    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// It seals changes to a locked class.
    package static let seals = Features(rawValue: 1)
    /// It takes sockets that lead to lockable classes.
    package static let takesChannels = Features(rawValue: 2)
  }

  /// The version that it chose.
  package var version: UInt16
  /// The nonce of the greeting.
  package var nonce: [UInt8]
  /// What it wants to be.
  package var role: Role
  /// The bundle identifier that it says it has; empty for none.
  package var claimedIdentifier: String
  /// The name and version of the program, for people.
  package var program: String
  /// What it can do.
  package var features: Features
  /// 16 bytes that the daemon gave to an extension that it started.
  package var ticket: [UInt8]?

  /// Puts the parts together.
  ///
  /// - Parameters:
  ///   - version: The highest that both sides speak.
  ///   - nonce: That of the greeting; has 16 bytes, as a ticket has. Anything else is a programmer's
  ///     error and traps.
  ///   - role: What the client wants to be.
  ///   - claimedIdentifier: The bundle identifier that it says it has; empty for none.
  ///   - program: The name and version of the program, for people.
  ///   - features: What it can do.
  ///   - ticket: What the daemon gave to an extension that it started.
  package init(
    version: UInt16 = WireVersion.highest, nonce: [UInt8], role: Role = .app,
    claimedIdentifier: String = "", program: String, features: Features = [],
    ticket: [UInt8]? = nil
  ) {
    precondition(nonce.count == WireVersion.nonceByteCount)
    precondition(ticket == nil || ticket?.count == WireVersion.nonceByteCount)
    self.version = version
    self.nonce = nonce
    self.role = role
    self.claimedIdentifier = claimedIdentifier
    self.program = program
    self.features = features
    self.ticket = ticket
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(raw: WireVersion.magic)
    writer.append(version)
    writer.append(raw: nonce)
    writer.append(role)
    writer.append(string: claimedIdentifier)
    writer.append(string: program)
    writer.append(features.rawValue)
    writer.append(ticket != nil)
    if let ticket { writer.append(raw: ticket) }
  }

  /// Reads a hello.
  package init(from reader: inout WireReader) throws(WireError) {
    try reader.magic()
    version = try reader.integer()
    nonce = try reader.raw(count: WireVersion.nonceByteCount)
    role = try reader.value()
    claimedIdentifier = try reader.string()
    program = try reader.string()
    features = Features(rawValue: try reader.integer())
    ticket = try reader.flag() ? try reader.raw(count: WireVersion.nonceByteCount) : nil
  }
}

/// The daemon takes the client in.
package struct Welcome: Hashable, Sendable, WireValue {
  /// The version that both speak from here on.
  package var version: UInt16
  /// Who the client is.
  package var identity: String
  /// What that rests on.
  package var trust: Trust
  /// What the client may be, which may be less than it wanted.
  package var role: Role
  /// The most requests that may wait for their last reply, if their payload is inside the frame.
  package var inlineSlots: UInt32
  /// The most requests that may wait for their last reply, if their payload is a descriptor.
  package var detachedSlots: UInt32
  /// One sentence for the developer; empty when there is nothing to say.
  package var notice: String
  /// The protection classes, and whether their items can be read now.
  package var classes: [ClassCondition]

  /// How a notice begins that is for the command line of another installation. Daemons of earlier versions tell it how
  /// an app is registered, which is of no use to it.
  package static let otherInstallation = "This fresnel belongs to another installation"

  /// Puts the parts together.
  package init(
    version: UInt16 = WireVersion.highest, identity: String, trust: Trust, role: Role,
    inlineSlots: UInt32 = UInt32(WireLimits.inlineSlots),
    detachedSlots: UInt32 = UInt32(WireLimits.detachedSlots), notice: String = "",
    classes: [ClassCondition]
  ) {
    self.version = version
    self.identity = identity
    self.trust = trust
    self.role = role
    self.inlineSlots = inlineSlots
    self.detachedSlots = detachedSlots
    self.notice = notice
    self.classes = classes
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(version)
    writer.append(string: identity)
    writer.append(trust)
    writer.append(role)
    writer.append(inlineSlots)
    writer.append(detachedSlots)
    writer.append(string: notice)
    writer.append(list: classes)
  }

  /// Reads a welcome.
  package init(from reader: inout WireReader) throws(WireError) {
    version = try reader.integer()
    identity = try reader.string()
    trust = try reader.value()
    role = try reader.value()
    inlineSlots = try reader.integer()
    detachedSlots = try reader.integer()
    notice = try reader.string()
    classes = try reader.list()
  }
}

/// The daemon closes the connection, and says why.
package struct Refusal: Error, Hashable, Sendable, WireValue {
  /// What the client can do about it. Later versions may add numbers: this message is read by all.
  package struct Code: RawRepresentable, Hashable, Sendable, WireValue {
    /// The number.
    package let rawValue: UInt16

    /// Makes a code of its number.
    package init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// The two sides speak no common version; update one of them.
    package static let versionMismatch = Code(rawValue: 1)
    /// The client may not connect, or its identity cannot be told; the reason says how to mend it.
    package static let notPermitted = Code(rawValue: 2)
    /// The client broke the protocol; mend it.
    package static let protocolError = Code(rawValue: 3)
    /// There are too many connections; try again later.
    package static let tooManyConnections = Code(rawValue: 4)
    /// The client took too long; try again.
    package static let tooSlow = Code(rawValue: 5)
    /// The daemon ends; connect again.
    package static let stopping = Code(rawValue: 6)
    /// What a connection begins with can be done now, and could not before; connect again.
    package static let connectAgain = Code(rawValue: 7)
  }

  /// The lowest version that the daemon speaks.
  package var lowestVersion: UInt16
  /// The highest version that the daemon speaks.
  package var highestVersion: UInt16
  /// What the client can do about it.
  package var code: Code
  /// One sentence in English.
  package var reason: String

  /// Makes a refusal.
  package init(
    _ code: Code, _ reason: String, lowestVersion: UInt16 = WireVersion.lowest,
    highestVersion: UInt16 = WireVersion.highest
  ) {
    self.lowestVersion = lowestVersion
    self.highestVersion = highestVersion
    self.code = code
    self.reason = reason
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(lowestVersion)
    writer.append(highestVersion)
    writer.append(code)
    writer.append(string: reason)
  }

  /// Reads a refusal.
  package init(from reader: inout WireReader) throws(WireError) {
    lowestVersion = try reader.integer()
    highestVersion = try reader.integer()
    code = try reader.value()
    reason = try reader.string()
  }
}
