public import Foundation

/// A type of data as an object, for code that needs one: archives, Foundation collections, `NSCopying`.
///
/// Use ``UTType`` elsewhere.
public final class UTTypeReference: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The type as a value.
  let type: UTType

  /// Makes the object of a type. On Linux this stands for `type as UTTypeReference`, which Swift allows
  /// there for Foundation's own types only.
  public init(_ type: UTType) {
    self.type = type
  }

  /// Makes the type that an identifier names; see ``UTType/init(_:)-(String)``.
  public convenience init?(_ identifier: String) {
    guard let type = UTType(identifier) else { return nil }
    self.init(type)
  }

  /// Makes the type of files with an extension; see ``UTType/init(filenameExtension:conformingTo:)``.
  public convenience init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    guard let type = UTType(filenameExtension: filenameExtension, conformingTo: supertype)
    else { return nil }
    self.init(type)
  }

  /// Makes the type that a MIME type stands for; see ``UTType/init(mimeType:conformingTo:)``.
  public convenience init?(mimeType: String, conformingTo supertype: UTType = .data) {
    guard let type = UTType(mimeType: mimeType, conformingTo: supertype) else { return nil }
    self.init(type)
  }

  /// Makes the type that a tag stands for; see ``UTType/init(tag:tagClass:conformingTo:)``.
  public convenience init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    guard let type = UTType(tag: tag, tagClass: tagClass, conformingTo: supertype) else {
      return nil
    }
    self.init(type)
  }

  /// Makes a type that the program owns; see ``UTType/init(exportedAs:conformingTo:)``.
  public convenience init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(UTType(exportedAs: identifier, conformingTo: parentType))
  }

  /// Makes a type that another program owns; see ``UTType/init(importedAs:conformingTo:)``.
  public convenience init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(UTType(importedAs: identifier, conformingTo: parentType))
  }

  /// The types that a tag stands for; see ``UTType/types(tag:tagClass:conformingTo:)``.
  public static func types(
    tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?
  ) -> [UTType] {
    UTType.types(tag: tag, tagClass: tagClass, conformingTo: supertype)
  }

  // MARK: NSSecureCoding, NSCopying, NSObject

  /// Archives hold the identifier, which is safe to read.
  public static var supportsSecureCoding: Bool { true }

  /// Reads a type from an archive, or returns `nil` when its identifier is missing or names no type.
  public convenience init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(of: NSString.self, forKey: Self.codingKey) as String?
    else { return nil }
    self.init(identifier)
  }

  /// Writes the identifier to an archive.
  public func encode(with coder: NSCoder) {
    coder.encode(type.identifier as NSString, forKey: Self.codingKey)
  }

  private static let codingKey = "UTTypeIdentifier"

  /// Returns the object itself, as it cannot change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether another object is the same type.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? UTTypeReference)?.type == type
  }

  /// A hash of the identifier.
  public override var hash: Int { type.hashValue }

  /// The type's identifier.
  public override var description: String { type.description }

  /// The type's identifier and who declares it.
  public override var debugDescription: String { type.debugDescription }
}

// MARK: - Properties

extension UTTypeReference {
  /// The type's name.
  public var identifier: String { type.identifier }
  /// The extension to give to files of the type.
  public var preferredFilenameExtension: String? { type.preferredFilenameExtension }
  /// The MIME type to name the type by.
  public var preferredMIMEType: String? { type.preferredMIMEType }
  /// What a person calls the type.
  public var localizedDescription: String? { type.localizedDescription }
  /// The version of the type's declaration.
  public var version: NSNumber? { type.version.map { NSNumber(value: $0) } }
  /// Where the type's format is described.
  public var referenceURL: URL? { type.referenceURL }
  /// Whether the type spells out its own tags because nothing declares it.
  public var isDynamic: Bool { type.isDynamic }
  /// Whether the system or a program declares the type.
  public var isDeclared: Bool { type.isDeclared }
  /// Whether the type belongs to the public domain.
  public var isPublic: Bool { type.isPublic }
  /// All types that this one conforms to, without itself.
  public var supertypes: Set<UTType> { type.supertypes }
  /// All tags of the type by class.
  public var tags: [UTTagClass: [String]] { type.tags }

  /// Whether the type is another or conforms to it.
  public func conforms(to type: UTType) -> Bool { self.type.conforms(to: type) }
  /// Whether the type conforms to another type that is not itself.
  public func isSubtype(of type: UTType) -> Bool { self.type.isSubtype(of: type) }
  /// Whether another type that is not this one conforms to this one.
  public func isSupertype(of type: UTType) -> Bool { self.type.isSupertype(of: type) }
}

// MARK: - Bridging

extension UTType {
  /// Makes the value of an object. On Linux this stands for `reference as UTType`.
  public init(_ reference: UTTypeReference) {
    self = reference.type
  }
}

extension UTType: ReferenceConvertible {
  /// The class that a type turns into where an object is needed.
  public typealias ReferenceType = UTTypeReference

  /// The type as an object.
  public func _bridgeToObjectiveC() -> UTTypeReference {
    UTTypeReference(self)
  }

  /// Takes the type out of its object.
  public static func _forceBridgeFromObjectiveC(
    _ source: UTTypeReference, result: inout UTType?
  ) {
    result = source.type
  }

  /// Takes the type out of its object.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: UTTypeReference, result: inout UTType?
  ) -> Bool {
    result = source.type
    return true
  }

  /// Takes the type out of its object; no object is ``UTType/item``, the type of anything.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: UTTypeReference?) -> UTType {
    source?.type ?? .item
  }
}
