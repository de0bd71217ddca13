/// A client wants to use one of its indexes.
package struct OpenIndex: Hashable, Sendable, WireValue {
  /// How an index is used.
  package struct Flags: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Makes a set of its bits.
    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The system's search does not find the items.
    package static let isPrivate = Flags(rawValue: 1)
    /// The client answers the daemon's requests about the index.
    package static let takesCallbacks = Flags(rawValue: 2)
    /// Those that there are.
    package static let all: Flags = [.isPrivate, .takesCallbacks]
  }

  /// The name; empty for the app's default index.
  package var name: String
  /// When its items may be read; `nil` leaves it as it is, and is ``ProtectionClass/firstUnlock`` for
  /// a new index.
  package var protection: ProtectionClass?
  /// How it is used.
  package var flags: Flags
  /// The requests that the client takes.
  package var methods: DelegateMethods
  /// Whose index; empty for the client's own. Only a tool may name another, one of the desktop's own
  /// that begin with `org.fresnel.`.
  package var app: String

  /// Puts the parts together.
  package init(
    name: String, protection: ProtectionClass? = nil, flags: Flags = [],
    methods: DelegateMethods = [], app: String = ""
  ) {
    self.name = name
    self.protection = protection
    self.flags = flags
    self.methods = methods
    self.app = app
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: name)
    writer.append(optional: protection)
    writer.append(flags.rawValue)
    writer.append(methods.rawValue)
    writer.append(string: app)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    name = try reader.string()
    protection = try reader.optional()
    flags = try reader.flags(.all)
    methods = try reader.flags(.all)
    app = try reader.string()
  }
}

/// Where requests for an index or a class are to be sent.
package enum IndexPlace: UInt8, CaseIterable, Hashable, Sendable, WireValue {
  /// On this connection.
  case here = 0
  /// Over the socket that comes as a descriptor.
  case channel = 1
  /// Nowhere, until the class is unlocked.
  case locked = 2
}

/// The daemon has opened an index.
package struct IndexOpened: Hashable, Sendable, WireValue {
  /// The number by which further requests name the index.
  package var handle: UInt32
  /// When its items may be read.
  package var protection: ProtectionClass
  /// Where further requests are to be sent. A channel comes as a descriptor.
  package var place: IndexPlace
  /// The key to which changes are sealed while the class is locked; 32 bytes of X25519.
  package var publicKey: [UInt8]?

  /// Puts the parts together.
  package init(
    handle: UInt32, protection: ProtectionClass, place: IndexPlace = .here,
    publicKey: [UInt8]? = nil
  ) {
    self.handle = handle
    self.protection = protection
    self.place = place
    self.publicKey = publicKey
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(handle)
    writer.append(protection)
    writer.append(place)
    writer.append(optionalBytes: publicKey)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    handle = try reader.integer()
    protection = try reader.value()
    place = try reader.value()
    publicKey = try reader.optionalBytes()
  }
}

/// A client changes which requests it takes for an index.
package struct SetDelegate: Hashable, Sendable, WireValue {
  /// The number that the daemon gave to the index.
  package var handle: UInt32
  /// The requests that the client takes from now on.
  package var methods: DelegateMethods

  /// Puts the parts together.
  package init(handle: UInt32, methods: DelegateMethods) {
    self.handle = handle
    self.methods = methods
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(handle)
    writer.append(methods.rawValue)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    handle = try reader.integer()
    methods = try reader.flags(.all)
  }
}
