/// The number of a built-in attribute in ``AttributeTable``. Numbers are stored on disk and are
/// never reused.
public struct AttributeID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The stored number, 1 or more.
  public let rawValue: UInt16

  /// Makes an identifier from its stored number.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Orders by number.
  public static func < (left: AttributeID, right: AttributeID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// An attribute that an app made up: its name and how it is searched.
///
/// Two keys of one name are the same key, whatever their flags.
public struct CustomAttributeKey: Hashable, Sendable {
  /// ASCII letters, digits and underscores.
  public var name: String
  /// Whether unfielded searches may cover the attribute at all; a query that names it finds it either way.
  public var isSearchable: Bool
  /// Whether the attribute belongs to `*`, the unfielded search, if it is searchable.
  public var isSearchableByDefault: Bool
  /// Whether equal values are expected to be common and stored once.
  public var isUnique: Bool
  /// Whether the attribute usually holds arrays.
  public var isMultiValued: Bool

  /// Makes a key; flags default as in Core Spotlight.
  public init(
    name: String, isSearchable: Bool = true, isSearchableByDefault: Bool = false,
    isUnique: Bool = false, isMultiValued: Bool = false
  ) {
    self.name = name
    self.isSearchable = isSearchable
    self.isSearchableByDefault = isSearchableByDefault
    self.isUnique = isUnique
    self.isMultiValued = isMultiValued
  }

  /// Whether a name may be a custom attribute's: 1 to 255 ASCII letters, digits and underscores.
  public static func isValid(name: String) -> Bool {
    isValid(name: name.utf8)
  }

  /// Whether bytes may be a custom attribute's name.
  static func isValid(name: some Collection<UInt8>) -> Bool {
    1...ItemLimits.attributeNameByteCount ~= name.count && name.allSatisfy(isNameByte)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Compares names only.
  public static func == (left: CustomAttributeKey, right: CustomAttributeKey) -> Bool {
    left.name == right.name
  }

  /// Hashes the name only.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

/// What an attribute is stored under: a row of ``AttributeTable`` or an app's own key.
public enum AttributeKey: Hashable, Sendable {
  /// A built-in attribute.
  case builtIn(AttributeID)
  /// An app's own attribute.
  case custom(CustomAttributeKey)

  /// The name to show: the Swift name or the app's own; `#` and the number for a built-in attribute
  /// that this version does not know.
  public var name: String {
    switch self {
    case .builtIn(let id): AttributeTable.definition(for: id)?.swiftName ?? "#\(id.rawValue)"
    case .custom(let key): key.name
    }
  }
}
