/// A person with handles of one kind, as the message attributes hold them.
public struct Person: Hashable, Sendable {
  /// The name to show.
  public var displayName: String?
  /// Numbers, addresses or URLs, all of the kind that `handleIdentifier` names.
  public var handles: [String]
  /// The Contacts key naming the kind of handle, such as `phoneNumbers`.
  public var handleIdentifier: String
  /// The identifier of the person in an address book.
  public var contactIdentifier: String?

  /// Makes a person.
  public init(
    displayName: String?, handles: [String], handleIdentifier: String,
    contactIdentifier: String? = nil
  ) {
    self.displayName = displayName
    self.handles = handles
    self.handleIdentifier = handleIdentifier
    self.contactIdentifier = contactIdentifier
  }
}
