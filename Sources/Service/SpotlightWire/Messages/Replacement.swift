/// A client wants to build items aside, and to put them in the place of what is there in one step.
package struct BeginReplacement: Hashable, Sendable, WireValue {
  /// The number that the daemon gave to the index.
  package var handle: UInt32
  /// What is to be replaced: this domain and those below it; `nil` for the whole index.
  package var domain: String?

  /// Puts the parts together.
  package init(handle: UInt32, domain: String? = nil) {
    self.handle = handle
    self.domain = domain
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(handle)
    writer.append(optional: domain)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    handle = try reader.integer()
    domain = try reader.optional()
  }
}

/// A client puts what it built aside in the place of what is there.
package struct CommitReplacement: Hashable, Sendable, WireValue {
  /// The number that the daemon gave to what is built aside.
  package var handle: UInt32
  /// What the stored client state must be.
  package var expected: ClientStateExpectation
  /// The new client state; `nil` leaves the stored one.
  package var clientState: [UInt8]?

  /// Puts the parts together.
  package init(
    handle: UInt32, expected: ClientStateExpectation = .any, clientState: [UInt8]? = nil
  ) {
    self.handle = handle
    self.expected = expected
    self.clientState = clientState
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(handle)
    writer.append(expected)
    writer.append(optionalBytes: clientState)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    handle = try reader.integer()
    expected = try reader.value()
    clientState = try reader.optionalBytes()
  }
}
