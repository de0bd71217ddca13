/// A uniform type: what is known of one identifier.
public struct ContentType: Hashable, Sendable {
  /// Who says that a type exists. A later case beats an earlier one.
  public enum Origin: Int, Comparable, Sendable {
    /// The identifier itself, which spells out its tags.
    case dynamic
    /// Program code that names a type without declaring it.
    case code
    /// A program that uses the type without owning it.
    case imported
    /// The system.
    case builtIn
    /// The program that owns the type.
    case exported

    /// Orders by precedence.
    public static func < (left: Origin, right: Origin) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// The type's name in the spelling of its declaration. Names compare without regard to case.
  public let identifier: String
  /// Who says that the type exists.
  public let origin: Origin
  /// Identifiers of the types that this one conforms to directly.
  public var supertypes: [String]
  /// Labels that stand for the type, the preferred one of each class first.
  public var tags: [ContentTagClass: [String]]
  /// What a person calls such data.
  public var description: String?
  /// The version of the declaration.
  public var version: Int?
  /// Where the format is described.
  public var referenceURL: String?
  /// The name of the icon file.
  public var iconFile: String?
  /// The directory of the program that declares the type.
  public var declaringBundle: String?

  /// Makes a type from what is known of it.
  public init(
    identifier: String, origin: Origin, supertypes: [String] = [],
    tags: [ContentTagClass: [String]] = [:], description: String? = nil, version: Int? = nil,
    referenceURL: String? = nil, iconFile: String? = nil, declaringBundle: String? = nil
  ) {
    self.identifier = identifier
    self.origin = origin
    self.supertypes = supertypes
    self.tags = tags
    self.description = description
    self.version = version
    self.referenceURL = referenceURL
    self.iconFile = iconFile
    self.declaringBundle = declaringBundle
  }
}
