public import Foundation

/// The activity type with which an app continues when a person chose one of its items.
public let CSSearchableItemActionType = "com.apple.corespotlightitem"

/// The `userInfo` key of the chosen item's unique identifier.
public let CSSearchableItemActivityIdentifier = "kCSSearchableItemActivityIdentifier"

/// The activity type with which an app continues a search that a person began elsewhere.
public let CSQueryContinuationActionType = "com.apple.corespotlightquerycontinuation"

/// The `userInfo` key of the text that the person typed.
public let CSSearchQueryString = "kCSSearchQueryString"

/// The `userInfo` key of the chosen action's identifier.
public let CSActionIdentifier = "kCSActionIdentifier"

/// The attribute that marks the part of a suggestion that the person has typed.
public let CSSuggestionHighlightAttributeName = NSAttributedString.Key(
  "CSSuggestionHighlightAttributeName")

extension NSAttributedString.Key {
  /// The same attribute as ``CSSuggestionHighlightAttributeName``.
  public static let suggestionHighlight = CSSuggestionHighlightAttributeName
}

/// The mailbox of received mail.
public let CSMailboxInbox = "CSMailboxInbox"
/// The mailbox of mail being written.
public let CSMailboxDrafts = "CSMailboxDrafts"
/// The mailbox of sent mail.
public let CSMailboxSent = "CSMailboxSent"
/// The mailbox of unwanted mail.
public let CSMailboxJunk = "CSMailboxJunk"
/// The mailbox of deleted mail.
public let CSMailboxTrash = "CSMailboxTrash"
/// The mailbox of mail put away.
public let CSMailboxArchive = "CSMailboxArchive"

/// The version of the programming interface.
public var CoreSpotlightAPIVersion: Int32 { 40 }

/// The version of the framework as a number.
public let CoreSpotlightVersionNumber: Double = 1
/// The version of the framework as text.
public let CoreSpotlightVersionString = "1"

extension FileProtectionType {
  /// Readable while the device is unlocked and for a short time after.
  public static let completeWhenUserInactive = FileProtectionType(
    rawValue: "NSFileProtectionCompleteWhenUserInactive")
}
