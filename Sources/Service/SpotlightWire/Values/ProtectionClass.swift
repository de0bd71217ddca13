/// When the items of an index may be read.
package enum ProtectionClass: UInt8, CaseIterable, Hashable, Sendable {
  /// Always; the items are stored in plain text.
  case none = 0
  /// From the person's first login after the machine was started. The default.
  case firstUnlock = 1
  /// While the session is unlocked; new items are taken also while it is locked.
  case completeUnlessOpen = 2
  /// While the session is unlocked.
  case complete = 3

  /// Whether the items are out of reach while the session is locked.
  package var isLockable: Bool { self == .completeUnlessOpen || self == .complete }

  /// The class of a file protection type, by its documented name.
  ///
  /// - Parameter fileProtection: Such as `NSFileProtectionComplete`.
  package init?(fileProtection: String) {
    switch fileProtection {
    case "NSFileProtectionNone": self = .none
    case "NSFileProtectionCompleteUntilFirstUserAuthentication": self = .firstUnlock
    case "NSFileProtectionCompleteUnlessOpen": self = .completeUnlessOpen
    case "NSFileProtectionComplete": self = .complete
    default: return nil
    }
  }
}

extension ProtectionClass {
  /// The name of the class in directories, options, logs and reports.
  package var name: String {
    switch self {
    case .none: "none"
    case .firstUnlock: "first-unlock"
    case .completeUnlessOpen: "unless-open"
    case .complete: "complete"
    }
  }

  /// The class of a ``name``.
  package init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

extension ProtectionClass: WireValue {}

/// Whether the items of a protection class can be read now.
package enum ClassState: UInt8, CaseIterable, Hashable, Sendable, WireValue {
  /// Not before the session is unlocked.
  case locked = 0
  /// They can.
  case open = 1
  /// Not now: the key cannot be had, or the process that serves the class keeps ending.
  case unavailable = 2
  /// Nothing is stored in the class: whoever searches need not ask its process, which need not run.
  case empty = 3
}

/// A protection class, and whether its items can be read now.
package struct ClassCondition: Hashable, Sendable, WireValue {
  /// The class.
  package var protection: ProtectionClass
  /// Whether its items can be read.
  package var state: ClassState
  /// The key to which changes are sealed while the class is locked; 32 bytes of X25519.
  package var publicKey: [UInt8]?

  /// Puts the parts together.
  package init(protection: ProtectionClass, state: ClassState, publicKey: [UInt8]? = nil) {
    self.protection = protection
    self.state = state
    self.publicKey = publicKey
  }

  /// Appends the class, its state and its key.
  package func write(to writer: inout WireWriter) {
    writer.append(protection)
    writer.append(state)
    writer.append(optionalBytes: publicKey)
  }

  /// Reads a class, its state and its key.
  package init(from reader: inout WireReader) throws(WireError) {
    protection = try reader.value()
    state = try reader.value()
    publicKey = try reader.optionalBytes()
  }
}
