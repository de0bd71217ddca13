package import SpotlightWire

/// Something that an operator would ask about. It says nothing of what items contain.
package struct LogEvent: Hashable, Sendable {
  /// What happened.
  package enum Kind: String, CaseIterable, Sendable {
    /// A store was opened.
    case storeOpened
    /// Part of a store is lost; its owners are asked to index again.
    case storeDamaged
    /// A store is older than it was when last used; all owners are asked to index again.
    case storeRolledBack
    /// The end of a store's journal was dropped, as that of a write that was not finished.
    case journalCut
    /// A change could not be stored, as when the disk is full.
    case writeFailed
    /// The items that an app kept itself were taken over.
    case takenOver
    /// They were not, or not all of them, and stay where they are.
    case notTakenOver
    /// An app was asked to index again.
    case reindexAsked
    /// An app did so.
    case reindexAcknowledged
    /// An app stores all that it may.
    case quotaReached
    /// An app's indexing is slowed down, or no longer.
    case throttled
    /// An app's items were removed.
    case appRemoved
    /// A file, or a store that an app keeps itself, cannot be read.
    case stateUnreadable
  }

  /// What happened.
  package var kind: Kind
  /// The identifier of the app that it concerns.
  package var app: String?
  /// The protection class that it concerns.
  package var protection: ProtectionClass?
  /// One sentence in English.
  package var message: String

  /// Puts the parts together.
  package init(
    _ kind: Kind, app: AppIdentity? = nil, protection: ProtectionClass? = nil, message: String
  ) {
    self.kind = kind
    self.app = app?.identifier
    self.protection = protection
    self.message = message
  }
}
