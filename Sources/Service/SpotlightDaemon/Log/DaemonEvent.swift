package import SpotlightWire

/// Something that happened. It says nothing of what items, queries or client states contain.
package struct DaemonEvent: Equatable, Sendable {
  /// What happened.
  package var kind: EventKind
  /// One sentence in English.
  package var message: String
  /// The app that it is about.
  package var app: AppIdentity?
  /// The protection class that it is about.
  package var protection: ProtectionClass?
  /// Further facts for programs, by names in capital letters.
  package var facts: [String: String]

  /// Puts the parts together.
  package init(
    _ kind: EventKind, _ message: String, app: AppIdentity? = nil,
    protection: ProtectionClass? = nil, facts: [String: String] = [:]
  ) {
    self.kind = kind
    self.message = message
    self.app = app
    self.protection = protection
    self.facts = facts
  }
}

extension DaemonEvent {
  /// A connection was refused or broken off.
  static func refused(app: AppIdentity?, code: Refusal.Code, reason: String) -> DaemonEvent {
    DaemonEvent(
      .connectionRefused, reason, app: app, facts: ["REFUSAL": "\(code.rawValue)"])
  }

  /// Bytes came over a connection from another process than its client.
  static func foreignWriter(app: AppIdentity?, writer: Int32) -> DaemonEvent {
    DaemonEvent(
      .foreignWriter, "Process \(writer) wrote to a connection that is not its own.", app: app,
      facts: ["PROCESS": "\(writer)"])
  }

  /// Another person's process connected.
  static func foreignUser(_ userIdentifier: UInt32) -> DaemonEvent {
    DaemonEvent(
      .foreignUser, "A process of user \(userIdentifier) connected.",
      facts: ["USER": "\(userIdentifier)"])
  }

  /// A program said that it was another app than it is.
  static func identityConflict(app: AppIdentity, claim: String) -> DaemonEvent {
    DaemonEvent(
      .identityConflict, "\(app.identifier) said that it was \(claim).", app: app,
      facts: ["CLAIM": claim])
  }

  /// No more files may be open.
  static var outOfDescriptors: DaemonEvent {
    DaemonEvent(
      .outOfDescriptors, "No more files may be open; new connections wait. Raise LimitNOFILE.")
  }
}
