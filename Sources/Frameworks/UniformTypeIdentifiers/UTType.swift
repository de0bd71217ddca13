package import FresnelModel

/// A type of data: of a file, of an item's content, of something dragged.
///
/// Types form a tree by conformance: a JPEG image is an image, which is data. The system declares the
/// common types (the static members), programs declare theirs in `Info.plist`, and data that nobody
/// declared has a dynamic type that spells out its filename extension or MIME type.
///
/// Two types are equal when their identifiers are. See <doc:FindingTheTypeOfData>.
public struct UTType: Hashable, Sendable {
  /// The type's name, such as `public.jpeg`, in the spelling of its declaration.
  public let identifier: String

  /// Makes one of the system's types; the identifier is not checked.
  init(builtIn identifier: String) {
    self.identifier = identifier
  }

  /// Makes the type of a name that nothing may have declared. Its only supertype is itself.
  package init(unchecked identifier: String) {
    self.identifier = identifier
  }

  init(_ type: ContentType) {
    self.identifier = type.identifier
  }

  /// What is known of the type now.
  var contentType: ContentType? { SharedTypes.registry.type(identifier) }

  /// What declares the type; `nil` for a dynamic type and for an unknown one.
  package var declaration: ContentType? { isDeclared ? contentType : nil }
}

// MARK: - Looking up

extension UTType {
  /// Makes the type that an identifier names, or `nil` when nothing declares it.
  ///
  /// Identifiers compare without regard to case. A dynamic identifier (`dyn.`) always names a type.
  public init?(_ identifier: String) {
    guard let type = SharedTypes.registry.type(identifier) else { return nil }
    self.init(type)
  }

  /// Makes the type of files with an extension.
  ///
  /// An extension that no declaration and no MIME database of the machine knows gives a dynamic type.
  ///
  /// - Parameters:
  ///   - filenameExtension: An extension without its dot, in any case; `nil` comes back when it is
  ///     empty or holds a slash.
  ///   - supertype: A type that the result conforms to.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
  }

  /// Makes the type that a MIME type stands for.
  ///
  /// A MIME type that no declaration and no MIME database of the machine knows gives a dynamic type.
  ///
  /// - Parameters:
  ///   - mimeType: A MIME type in any case; parameters such as `charset` do not count; `nil` comes back
  ///     when it is empty.
  ///   - supertype: A type that the result conforms to.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
  }

  /// Makes the type that a tag stands for, a dynamic one when the tag is unknown.
  ///
  /// - Parameters:
  ///   - tag: The tag; `nil` comes back when it cannot be one of its class.
  ///   - tagClass: What kind of tag it is.
  ///   - supertype: A type that the result conforms to; `nil` accepts any.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    guard let tag = ContentTag(tag, ContentTagClass(rawValue: tagClass.rawValue)) else {
      return nil
    }
    self.init(SharedTypes.registry.type(tagged: tag, conformingTo: supertype?.identifier))
  }

  /// Gets the types that a tag stands for.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - tagClass: What kind of tag it is.
  ///   - supertype: A type that the results conform to; `nil` accepts any.
  /// - Returns: The types, the preferred one first; empty when the tag is unknown.
  public static func types(
    tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?
  ) -> [UTType] {
    guard let tag = ContentTag(tag, ContentTagClass(rawValue: tagClass.rawValue)) else { return [] }
    return SharedTypes.registry.types(tagged: tag, conformingTo: supertype?.identifier)
      .map { UTType($0) }
  }

  /// Makes a type that the program owns.
  ///
  /// The program's `Info.plist` should declare it under `UTExportedTypeDeclarations`. Without that
  /// declaration the type counts as declared from now on, without tags and with the given supertype.
  ///
  /// - Parameters:
  ///   - identifier: The type's name: ASCII letters, digits, dots and hyphens. Any other name gives a
  ///     type that is not declared and conforms to nothing.
  ///   - parentType: The supertype to assume when nothing declares the type; `nil` assumes ``data``.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(namedInCode: identifier, conformingTo: parentType)
  }

  /// Makes a type that another program owns.
  ///
  /// The program's `Info.plist` should declare it under `UTImportedTypeDeclarations`. Without that
  /// declaration the type counts as declared from now on, without tags and with the given supertype.
  ///
  /// - Parameters:
  ///   - identifier: The type's name: ASCII letters, digits, dots and hyphens. Any other name gives a
  ///     type that is not declared and conforms to nothing.
  ///   - parentType: The supertype to assume when nothing declares the type; `nil` assumes ``data``.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(namedInCode: identifier, conformingTo: parentType)
  }

  private init(namedInCode identifier: String, conformingTo parentType: UTType?) {
    let registry = SharedTypes.registry
    if registry.type(identifier).map({ $0.origin == .code }) ?? true {
      let parent = parentType ?? .data
      // A name that cannot be declared makes a type that is not declared, as documented.
      try? registry.declare(
        ContentType(identifier: identifier, origin: .code, supertypes: [parent.identifier]))
    }
    self.identifier = registry.type(identifier)?.identifier ?? identifier
  }
}

// MARK: - Conformance

extension UTType {
  /// Whether the type is another or conforms to it, directly or through others.
  public func conforms(to type: UTType) -> Bool {
    SharedTypes.registry.conforms(identifier, to: type.identifier)
  }

  /// Whether the type conforms to another type that is not itself.
  public func isSubtype(of type: UTType) -> Bool {
    self != type && conforms(to: type)
  }

  /// Whether another type that is not this one conforms to this one.
  public func isSupertype(of type: UTType) -> Bool {
    type.isSubtype(of: self)
  }

  /// All types that this one conforms to, directly or through others, without itself.
  public var supertypes: Set<UTType> {
    Set(SharedTypes.registry.supertypes(of: identifier).map { UTType(builtIn: $0) })
  }
}

// MARK: - Properties

extension UTType {
  /// The extension to give to files of the type, without its dot.
  public var preferredFilenameExtension: String? {
    contentType?.tags[.filenameExtension]?.first
  }

  /// The MIME type to name the type by.
  public var preferredMIMEType: String? {
    contentType?.tags[.mimeType]?.first
  }

  /// All tags of the type by class, the preferred one of each class first.
  public var tags: [UTTagClass: [String]] {
    guard let tags = contentType?.tags else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: tags.map { (UTTagClass(rawValue: $0.rawValue), $1) })
  }

  /// What a person calls the type, from the nearest supertype when the type has no name of its own;
  /// `nil` for a dynamic type.
  public var localizedDescription: String? {
    isDynamic ? nil : SharedTypes.registry.description(of: identifier)
  }

  /// The version of the type's declaration.
  public var version: Int? { contentType?.version }

  /// Whether the type spells out its own tags because nothing declares it.
  public var isDynamic: Bool { ContentTypeIdentifier.isDynamic(identifier) }

  /// Whether the system, a program's `Info.plist` or its code declares the type.
  public var isDeclared: Bool { !isDynamic && contentType != nil }

  /// Whether the type belongs to the public domain: its identifier begins with `public`.
  public var isPublic: Bool {
    ContentTypeIdentifier.isReserved(identifier) && identifier.lowercased().hasPrefix("public.")
  }
}

// MARK: - Conformances

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
  /// The type's identifier.
  public var description: String { identifier }

  /// The type's identifier and who declares it.
  public var debugDescription: String {
    guard let origin = contentType?.origin else { return "<UTType \(identifier) (not declared)>" }
    let word =
      switch origin {
      case .builtIn: "system"
      case .code: "named in code"
      case .exported, .imported, .dynamic: "\(origin)"
      }
    return "<UTType \(identifier) (\(word))>"
  }
}

extension UTType: Codable {
  /// Reads the identifier of a type that is known here or dynamic.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let identifier = try container.decode(String.self)
    guard let type = UTType(identifier) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "No type is declared under the name '\(identifier)'.")
    }
    self = type
  }

  /// Writes the identifier.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}
