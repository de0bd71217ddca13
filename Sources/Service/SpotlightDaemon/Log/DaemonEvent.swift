package import SpotlightWire

/// Something that happened and that an operator may ask about. None holds contents of items, titles or
/// queries.
package enum DaemonEvent: Equatable, Sendable {
  /// The daemon serves.
  case started(version: String, isActivated: Bool)
  /// The daemon ended in good order.
  case stopped
  /// A connection was refused or broken off.
  case refused(app: AppIdentity?, code: Refusal.Code, reason: String)
  /// Bytes came over a connection from another process than its client.
  case foreignWriter(app: AppIdentity?, writer: Int32)
  /// Another person's process connected.
  case foreignUser(userIdentifier: UInt32)
  /// A program said it was another app than it is.
  case identityConflict(app: AppIdentity, claim: String)
  /// No more files may be open.
  case outOfDescriptors
}
