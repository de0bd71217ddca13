// Written by Scripts/generate_attributes.py from Data/attributes.tsv; do not edit.

public import Foundation
import FresnelModel

// MARK: - Messaging

extension CSSearchableItemAttributeSet {
  /// The identifier of the mail or chat account.
  public var accountIdentifier: String? {
    get { self[string: .accountIdentifier] }
    set { self[string: .accountIdentifier] = newValue }
  }

  /// The addresses by which the account is known.
  public var accountHandles: [String]? {
    get { self[strings: .accountHandles] }
    set { self[strings: .accountHandles] = newValue }
  }

  /// The body as UTF-8 HTML.
  public var htmlContentData: Data? {
    get { self[data: .htmlContentData] }
    set { self[data: .htmlContentData] = newValue }
  }

  /// The body as plain text.
  public var textContent: String? {
    get { self[string: .textContent] }
    set { self[string: .textContent] = newValue }
  }

  /// The people the message is from.
  public var authors: [CSPerson]? {
    get { self[people: .authors] }
    set { self[people: .authors] = newValue }
  }

  /// The people the message is to.
  public var primaryRecipients: [CSPerson]? {
    get { self[people: .primaryRecipients] }
    set { self[people: .primaryRecipients] = newValue }
  }

  /// The people who get a copy.
  public var additionalRecipients: [CSPerson]? {
    get { self[people: .additionalRecipients] }
    set { self[people: .additionalRecipients] = newValue }
  }

  /// The people who get a copy unseen by the others.
  public var hiddenAdditionalRecipients: [CSPerson]? {
    get { self[people: .hiddenAdditionalRecipients] }
    set { self[people: .hiddenAdditionalRecipients] = newValue }
  }

  /// All headers of the message: from each name to its values.
  public var emailHeaders: [String: [Any]]? {
    get { self[headers: .emailHeaders] }
    set { self[headers: .emailHeaders] = newValue }
  }

  /// The mailboxes that hold the message: standard ones or the app's own.
  public var mailboxIdentifiers: [String]? {
    get { self[strings: .mailboxIdentifiers] }
    set { self[strings: .mailboxIdentifiers] = newValue }
  }

  /// The names of the authors.
  public var authorNames: [String]? {
    get { self[strings: .authorNames] }
    set { self[strings: .authorNames] = newValue }
  }

  /// The names of the recipients.
  public var recipientNames: [String]? {
    get { self[strings: .recipientNames] }
    set { self[strings: .recipientNames] = newValue }
  }

  /// The mail addresses of the authors.
  public var authorEmailAddresses: [String]? {
    get { self[strings: .authorEmailAddresses] }
    set { self[strings: .authorEmailAddresses] = newValue }
  }

  /// The mail addresses of the recipients.
  public var recipientEmailAddresses: [String]? {
    get { self[strings: .recipientEmailAddresses] }
    set { self[strings: .recipientEmailAddresses] = newValue }
  }

  /// Other addresses of the authors.
  public var authorAddresses: [String]? {
    get { self[strings: .authorAddresses] }
    set { self[strings: .authorAddresses] = newValue }
  }

  /// Other addresses of the recipients.
  public var recipientAddresses: [String]? {
    get { self[strings: .recipientAddresses] }
    set { self[strings: .recipientAddresses] = newValue }
  }

  /// The phone numbers of the item, which a call uses.
  public var phoneNumbers: [String]? {
    get { self[strings: .phoneNumbers] }
    set { self[strings: .phoneNumbers] = newValue }
  }

  /// The mail addresses of the item.
  public var emailAddresses: [String]? {
    get { self[strings: .emailAddresses] }
    set { self[strings: .emailAddresses] = newValue }
  }

  /// The chat addresses of the item.
  public var instantMessageAddresses: [String]? {
    get { self[strings: .instantMessageAddresses] }
    set { self[strings: .instantMessageAddresses] = newValue }
  }

  /// Whether the message is probably junk.
  public var likelyJunk: NSNumber {
    get { self[boolean: .likelyJunk] ?? 0 }
    set { self[boolean: .likelyJunk] = newValue }
  }

  /// Whether the system finds that the message matters.
  public var isPriority: NSNumber? {
    self[boolean: .isPriority]
  }
}
