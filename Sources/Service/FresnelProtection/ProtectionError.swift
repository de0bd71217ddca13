internal import FresnelBus
internal import FresnelStorage

/// Why a key cannot be had, or something sealed cannot be opened.
package struct ProtectionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of failure it is, and so what can be done about it.
  package enum Code: Hashable, Sendable {
    /// Nothing on this machine keeps such secrets; use another method.
    case absent
    /// What keeps the secret is not there now; try again when it is.
    case notThereYet
    /// The person has to open what keeps the secret, and did not.
    case dismissed
    /// A passphrase has to be given.
    case passphraseNeeded
    /// The passphrase or the secret is not the one.
    case wrongSecret
    /// The bytes break their format, or were tampered with; no key is made in the place of those lost.
    case damaged
    /// There are no keys, and what is encrypted with them is there; no others are made.
    case keysMissing
    /// The keys are there, and the one secret that opens them is gone, damaged or another.
    case secretLost
    /// A newer program wrote the file; only that one can read it.
    case newerFormat
    /// The disk, the memory or the bus failed; try again.
    case system
  }

  /// What can be done about it.
  package var code: Code
  /// One sentence that says what failed.
  package var message: String

  /// Makes an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// A passphrase that was given opens nothing.
  package static let wrongPassphrase = ProtectionError(.wrongSecret, "The passphrase is wrong.")

  init(_ error: StorageError) {
    self.init(.system, error.explanation)
  }

  init(_ error: BusError) {
    let code: Code =
      switch error.code {
      case .noBus: .absent
      case .noService, .closed, .timedOut: .notThereYet
      case .remote, .malformed, .system: .system
      }
    self.init(code, error.message)
  }

  /// The message.
  package var description: String { message }
}
