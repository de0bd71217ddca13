public import Foundation
internal import FresnelModel

/// The name of an attribute that an app made up, and how it is searched.
open class CSCustomAttributeKey: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Sendable: constant.
  let modelKey: CustomAttributeKey

  /// Makes a key that queries may name and unfielded searches leave out.
  ///
  /// - Parameter keyName: See ``init(keyName:searchable:searchableByDefault:unique:multiValued:)``.
  public convenience init?(keyName: String) {
    self.init(
      keyName: keyName, searchable: true, searchableByDefault: false, unique: false,
      multiValued: false)
  }

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - keyName: ASCII letters, digits and underscores, by habit in the form
  ///     `com_company_app_key`. The prefix `kMD` is reserved. Anything else gives `nil`.
  ///   - searchable: Whether unfielded searches may cover the attribute at all. A query that names the
  ///     attribute finds it either way.
  ///   - searchableByDefault: Whether `*` and `**` cover the attribute, if it is searchable.
  ///   - unique: Whether equal values are common and worth storing once.
  ///   - multiValued: Whether the attribute usually holds arrays.
  public init?(
    keyName: String, searchable: Bool, searchableByDefault: Bool, unique: Bool, multiValued: Bool
  ) {
    guard CustomAttributeKey.isValid(name: keyName) else { return nil }
    modelKey = CustomAttributeKey(
      name: keyName, isSearchable: searchable, isSearchableByDefault: searchableByDefault,
      isUnique: unique, isMultiValued: multiValued)
    super.init()
  }

  /// The name, which is also the attribute's name in a query string.
  open var keyName: String { modelKey.name }
  /// Whether unfielded searches may cover the attribute at all.
  open var isSearchable: Bool { modelKey.isSearchable }
  /// Whether `*` and `**` cover the attribute, if it is searchable.
  open var isSearchableByDefault: Bool { modelKey.isSearchableByDefault }
  /// Whether equal values are common and worth storing once. Kept without effect: see <doc:Differences>.
  open var isUnique: Bool { modelKey.isUnique }
  /// Whether the attribute usually holds arrays. Kept without effect: see <doc:Differences>.
  open var isMultiValued: Bool { modelKey.isMultiValued }

  /// Keys of one name are equal, whatever their flags.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CSCustomAttributeKey else { return false }
    return modelKey == other.modelKey
  }

  /// Agrees with `isEqual(_:)`.
  open override var hash: Int { modelKey.hashValue }

  /// Returns the key itself, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Secure coding

  /// Keys can be read from archives that are not trusted.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the key to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(NSString(string: keyName), forKey: "keyName")
    coder.encode(isSearchable, forKey: "searchable")
    coder.encode(isSearchableByDefault, forKey: "searchableByDefault")
    coder.encode(isUnique, forKey: "unique")
    coder.encode(isMultiValued, forKey: "multiValued")
  }

  /// Reads a key from an archive; fails when the name is missing or bad.
  public required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "keyName") else { return nil }
    let keyName = String(describing: name)
    guard CustomAttributeKey.isValid(name: keyName) else { return nil }
    modelKey = CustomAttributeKey(
      name: keyName, isSearchable: coder.decodeBool(forKey: "searchable"),
      isSearchableByDefault: coder.decodeBool(forKey: "searchableByDefault"),
      isUnique: coder.decodeBool(forKey: "unique"),
      isMultiValued: coder.decodeBool(forKey: "multiValued"))
    super.init()
  }
}

extension CustomAttributeKey {
  /// The longest name taken, in bytes.
  private static let maximumNameLength = 255

  /// Whether a name is made of ASCII letters, digits and underscores and is not reserved.
  static func isValid(name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count <= maximumNameLength, !name.hasPrefix("kMD") else {
      return false
    }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
