package import FresnelModel

/// A client changes an index: all of it happens, or nothing.
package struct ApplyBatch: Hashable, Sendable, WireValue {
  /// The number that the daemon gave to the index.
  package var handle: UInt32
  /// What the stored client state must be for anything to happen.
  package var expected: ClientStateExpectation
  /// The new client state; `nil` leaves the stored one.
  package var clientState: [UInt8]?
  /// The changes, in their order.
  package var operations: [WireOperation]

  /// Puts the parts together.
  package init(
    handle: UInt32, expected: ClientStateExpectation = .any, clientState: [UInt8]? = nil,
    operations: [WireOperation]
  ) {
    self.handle = handle
    self.expected = expected
    self.clientState = clientState
    self.operations = operations
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(handle)
    writer.append(expected)
    writer.append(optionalBytes: clientState)
    writer.append(list: operations)
  }

  /// Reads the parts; the items share the reader's bytes.
  package init(from reader: inout WireReader) throws(WireError) {
    handle = try reader.integer()
    expected = try reader.value()
    clientState = try reader.optionalBytes()
    operations = try reader.list()
  }
}

/// What the stored client state must be.
package enum ClientStateExpectation: Hashable, Sendable, WireValue {
  /// Anything.
  case any
  /// There never was one.
  case absent
  /// Equal to these bytes.
  case equal([UInt8])

  /// Appends a number for the case, and the bytes.
  package func write(to writer: inout WireWriter) {
    switch self {
    case .any: writer.append(UInt8(0))
    case .absent: writer.append(UInt8(1))
    case .equal(let bytes):
      writer.append(UInt8(2))
      writer.append(bytes: bytes)
    }
  }

  /// Reads an expectation.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.position
    switch try reader.integer(UInt8.self) {
    case 0: self = .any
    case 1: self = .absent
    case 2: self = .equal(try reader.byteRun())
    default: throw .malformed("an unknown expectation", at: start)
    }
  }
}

/// One change of a batch.
package enum WireOperation: Hashable, Sendable, WireValue {
  /// Adds items, replaces them, or merges those marked as updates.
  case put([EncodedItem])
  /// Deletes items by unique identifier.
  case deleteIdentifiers([String])
  /// Deletes domains and those below them.
  case deleteDomains([String])
  /// Deletes everything.
  case deleteAll

  /// Appends a number for the case, and what belongs to it.
  package func write(to writer: inout WireWriter) {
    switch self {
    case .put(let items):
      writer.append(UInt8(1))
      writer.append(list: items)
    case .deleteIdentifiers(let identifiers):
      writer.append(UInt8(2))
      writer.append(list: identifiers)
    case .deleteDomains(let domains):
      writer.append(UInt8(3))
      writer.append(list: domains)
    case .deleteAll: writer.append(UInt8(4))
    }
  }

  /// Reads a change; items share the reader's bytes.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.position
    switch try reader.integer(UInt8.self) {
    case 1: self = .put(try reader.list())
    case 2: self = .deleteIdentifiers(try reader.list())
    case 3: self = .deleteDomains(try reader.list())
    case 4: self = .deleteAll
    default: throw .malformed("an unknown operation", at: start)
    }
  }
}

/// Changes to an index whose class is locked, which only the daemon can read, and only once the class
/// is unlocked.
package struct SealedChanges: Hashable, Sendable, WireValue {
  /// The number that the daemon gave to the index.
  package var handle: UInt32
  /// The sealed bytes.
  package var bytes: [UInt8]

  /// Puts the parts together.
  package init(handle: UInt32, bytes: [UInt8]) {
    self.handle = handle
    self.bytes = bytes
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(handle)
    writer.append(bytes: bytes)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    handle = try reader.integer()
    bytes = try reader.byteRun()
  }
}
