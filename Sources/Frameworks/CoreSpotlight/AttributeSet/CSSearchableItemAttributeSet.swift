internal import FresnelModel
public import Foundation
public import UniformTypeIdentifiers

/// The metadata of a searchable item: what it is called, what it is about, how it is shown.
///
/// Every attribute is a property. All of them live in one table, so the property, the name in a
/// query string and ``value(forKey:)`` speak of the same value. Setting a property to `nil` is
/// remembered: in an item with ``CSSearchableItem/isUpdate`` it deletes the stored attribute.
///
/// Change a set from one thread at a time; reading and changing it at once is safe but tells
/// nothing about which change comes first.
open class CSSearchableItemAttributeSet: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Sendable: all state of this class is behind the lock; a subclass answers for its own.
  let storage: Lock<AttributeStorage>

  /// Makes an empty set.
  public override init() {
    storage = Lock(AttributeStorage())
    super.init()
  }

  /// Makes a set for an item of a content type.
  public init(contentType: UTType) {
    storage = Lock(AttributeStorage())
    super.init()
    self[type: .contentType] = contentType
  }

  /// Makes a set for an item of a content type given by its identifier.
  ///
  /// Any text is kept as it is, also when it names no content type.
  public init(itemContentType: String) {
    storage = Lock(AttributeStorage())
    super.init()
    self[string: .contentType] = itemContentType
  }

  convenience init(_ storage: AttributeStorage) {
    self.init()
    self.storage.value = storage
  }

  /// Moves the attributes of another set into this one, and leaves that set empty.
  ///
  /// Where both sets have an attribute, the moved one replaces the other.
  open func move(from sourceAttributeSet: CSSearchableItemAttributeSet) {
    guard sourceAttributeSet !== self else { return }
    let moved = sourceAttributeSet.storage.update { source in
      let taken = source
      source = AttributeStorage()
      return taken
    }
    storage.update { $0.take(moved) }
  }

  /// Sets a custom attribute.
  ///
  /// - Parameters:
  ///   - value: A property-list value: text, number, date, data, or an array or dictionary of
  ///     these; also a URL, a ``CSPerson`` or a ``CSLocalizedString``. Indexing an item with any
  ///     other value fails with ``CSIndexError/Code/invalidItemError``, which names the key.
  ///     `nil` clears the attribute.
  ///   - key: The key.
  open func setValue(_ value: (any NSSecureCoding)?, forCustomKey key: CSCustomAttributeKey) {
    set(value, for: .custom(key.modelKey))
  }

  /// The value of a custom attribute, or `nil` when there is none.
  open func value(forCustomKey key: CSCustomAttributeKey) -> (any NSSecureCoding)? {
    self[value: .custom(key.modelKey)]?.secureCodingValue
  }

  /// The value of an attribute by name.
  ///
  /// - Parameter key: The name of a property in Swift or Objective-C (`pageCount`, `URL`), its
  ///   file-metadata name (`kMDItemNumberOfPages`), or the name of a custom key.
  /// - Returns: The value, or `nil` when there is none or the name is unknown.
  open func value(forKey key: String) -> Any? {
    guard let attribute = AttributeKey(named: key) else { return nil }
    return self[value: attribute]?.foundationValue
  }

  /// Sets an attribute by name.
  ///
  /// A name that no built-in attribute has stands for a custom key, made with the default flags
  /// unless the set already holds one of that name. Where the value cannot be the attribute's (a
  /// number for `title`, say), or the attribute is read-only, or the name could be no custom key,
  /// the call changes nothing.
  ///
  /// - Parameters:
  ///   - value: The value; `nil` or `NSNull` clears the attribute.
  ///   - key: A name as in ``value(forKey:)``.
  open func setValue(_ value: Any?, forKey key: String) {
    setNamedValue(value, key: key)
  }

  /// Copies the set. Later changes of either do not reach the other.
  open func copy(with zone: NSZone? = nil) -> Any {
    CSSearchableItemAttributeSet(storage.value)
  }

  // MARK: - Secure coding

  /// Sets can be read from archives that are not trusted.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the set to an archive, cleared attributes too.
  open func encode(with coder: NSCoder) {
    // An update keeps its nulls; a whole item would drop them.
    let item = Item(uniqueIdentifier: "", attributes: storage.value.attributes, isUpdate: true)
    do {
      coder.encode(NSData(data: Data(try ItemCodec.encode(item))), forKey: Self.archiveKey)
    } catch {
      coder.failWithError(error)
    }
  }

  /// Reads a set from an archive; fails when its bytes are damaged.
  public required init?(coder: NSCoder) {
    guard let data = coder.decodeObject(of: NSData.self, forKey: Self.archiveKey),
      let item = try? EncodedItem(validating: [UInt8](Data(referencing: data))).item()
    else { return nil }
    storage = Lock(AttributeStorage(item.attributes))
    super.init()
  }

  private static var archiveKey: String { "attributes" }
}
