/// A tool has something done that is not about its own items.
package struct Administration: Hashable, Sendable, WireValue {
  /// What is to be done.
  package var verb: String
  /// With what, in JSON.
  package var arguments: [UInt8]

  /// Puts the parts together.
  package init(verb: String, arguments: [UInt8]) {
    self.verb = verb
    self.arguments = arguments
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: verb)
    writer.append(bytes: arguments)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    verb = try reader.string()
    arguments = try reader.byteRun()
  }
}

/// A person's passphrase, for the key of a protection class.
package struct Unlock: Hashable, Sendable, WireValue {
  /// The class.
  package var protection: ProtectionClass
  /// The passphrase in UTF-8.
  package var passphrase: [UInt8]
  /// The passphrase from now on, when it is to be changed.
  package var newPassphrase: [UInt8]?

  /// Puts the parts together.
  package init(protection: ProtectionClass, passphrase: [UInt8], newPassphrase: [UInt8]? = nil) {
    self.protection = protection
    self.passphrase = passphrase
    self.newPassphrase = newPassphrase
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(protection)
    writer.append(bytes: passphrase)
    writer.append(optionalBytes: newPassphrase)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    protection = try reader.value()
    passphrase = try reader.byteRun()
    newPassphrase = try reader.optionalBytes()
  }
}
