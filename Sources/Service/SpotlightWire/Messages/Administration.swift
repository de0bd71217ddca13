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
  /// What becomes of the passphrase.
  package enum Purpose: UInt8, CaseIterable, Hashable, Sendable {
    /// It opens the class; with a new one that one does from now on.
    case open = 0
    /// The new one opens the class from now on, besides what does so already.
    case set = 1
    /// The new one alone opens the class from now on.
    case setAlone = 2
    /// It opens the class no longer.
    case remove = 3
  }

  /// The class.
  package var protection: ProtectionClass
  /// The passphrase in UTF-8, as it is now; empty where the class has none yet.
  package var passphrase: [UInt8]
  /// The passphrase from now on, when it is to be changed.
  package var newPassphrase: [UInt8]?
  /// What becomes of it.
  package var purpose: Purpose

  /// Puts the parts together.
  package init(
    protection: ProtectionClass, passphrase: [UInt8], newPassphrase: [UInt8]? = nil,
    purpose: Purpose = .open
  ) {
    self.purpose = purpose
    self.protection = protection
    self.passphrase = passphrase
    self.newPassphrase = newPassphrase
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(protection)
    writer.append(bytes: passphrase)
    writer.append(optionalBytes: newPassphrase)
    // As it was before there were others.
    if purpose != .open { writer.append(purpose.rawValue) }
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    protection = try reader.value()
    passphrase = try reader.byteRun()
    newPassphrase = try reader.optionalBytes()
    guard !reader.isAtEnd else {
      purpose = .open
      return
    }
    let number: UInt8 = try reader.integer()
    guard let purpose = Purpose(rawValue: number), purpose != .open else {
      throw .malformed("a passphrase is for something unknown", at: reader.position - 1)
    }
    self.purpose = purpose
  }
}
