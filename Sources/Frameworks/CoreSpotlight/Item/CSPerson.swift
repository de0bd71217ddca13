public import Foundation
internal import FresnelModel

/// A person of a message or an event, with handles of one kind.
open class CSPerson: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Sendable: everything is constant but the contact identifier, which is behind a lock.
  private let person: Person
  private let contact: Lock<String?>

  /// Makes a person.
  ///
  /// - Parameters:
  ///   - displayName: The name to show.
  ///   - handles: Telephone numbers, addresses or URLs, all of one kind.
  ///   - handleIdentifier: The Contacts key that names the kind, such as `phoneNumbers` or
  ///     `emailAddresses`.
  public init(displayName: String?, handles: [String], handleIdentifier: String) {
    person = Person(
      displayName: displayName, handles: handles, handleIdentifier: handleIdentifier)
    contact = Lock(nil)
    super.init()
  }

  convenience init(_ person: Person) {
    self.init(
      displayName: person.displayName, handles: person.handles,
      handleIdentifier: person.handleIdentifier)
    contactIdentifier = person.contactIdentifier
  }

  /// The name to show.
  open var displayName: String? { person.displayName }

  /// Telephone numbers, addresses or URLs, all of the kind that ``handleIdentifier`` names.
  open var handles: [String] { person.handles }

  /// The Contacts key that names the kind of handle.
  open var handleIdentifier: String { person.handleIdentifier }

  /// The identifier of the person's entry in the address book.
  open var contactIdentifier: String? {
    get { contact.value }
    set { contact.value = newValue }
  }

  var modelPerson: Person {
    var result = person
    result.contactIdentifier = contactIdentifier
    return result
  }

  /// Two persons are equal when all their properties are.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CSPerson else { return false }
    return modelPerson == other.modelPerson
  }

  /// Agrees with `isEqual(_:)`; leaves out what can change.
  open override var hash: Int { person.handles.hashValue }

  /// Copies the person.
  open func copy(with zone: NSZone? = nil) -> Any { CSPerson(modelPerson) }

  // MARK: - Secure coding

  /// Persons can be read from archives that are not trusted.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the person to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(displayName.map { NSString(string: $0) }, forKey: "displayName")
    coder.encode(NSArray(array: handles), forKey: "handles")
    coder.encode(NSString(string: handleIdentifier), forKey: "handleIdentifier")
    coder.encode(contactIdentifier.map { NSString(string: $0) }, forKey: "contactIdentifier")
  }

  /// Reads a person from an archive; fails when the kind of handle is missing.
  public required init?(coder: NSCoder) {
    func text(_ key: String) -> String? {
      coder.decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) }
    }
    guard let handleIdentifier = text("handleIdentifier") else { return nil }
    let handles = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "handles")
    person = Person(
      displayName: text("displayName"), handles: handles as? [String] ?? [],
      handleIdentifier: handleIdentifier)
    contact = Lock(text("contactIdentifier"))
    super.init()
  }
}
