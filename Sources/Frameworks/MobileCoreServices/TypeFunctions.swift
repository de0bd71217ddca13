public import Foundation
import UniformTypeIdentifiers

/// Whether a type is another or conforms to it.
public func UTTypeConformsTo(_ inUTI: CFString, _ inConformsToUTI: CFString) -> Bool {
  UTTypeEqual(inUTI, inConformsToUTI)
    || UTType.named(inUTI).conforms(to: UTType.named(inConformsToUTI))
}

/// Whether two identifiers name the same type: they are equal without regard to case, or one is dynamic
/// and all its tags are tags of the other.
public func UTTypeEqual(_ inUTI1: CFString, _ inUTI2: CFString) -> Bool {
  inUTI1.lowercased() == inUTI2.lowercased()
    || UTType.named(inUTI1).standsFor(UTType.named(inUTI2))
    || UTType.named(inUTI2).standsFor(UTType.named(inUTI1))
}

/// Whether an identifier spells out its own tags.
public func UTTypeIsDynamic(_ inUTI: CFString) -> Bool {
  UTType(inUTI)?.isDynamic ?? false
}

/// Whether the system or a program declares a type.
public func UTTypeIsDeclared(_ inUTI: CFString) -> Bool {
  UTType(inUTI)?.isDeclared ?? false
}

/// Gets the identifier of the type that a tag stands for, a dynamic one when the tag is unknown.
///
/// - Parameters:
///   - inTagClass: What kind of tag it is, such as ``kUTTagClassFilenameExtension``.
///   - inTag: The tag.
///   - inConformingToUTI: A type that the result conforms to; `nil` accepts any.
/// - Returns: `nil` when the tag cannot be one of its class.
public func UTTypeCreatePreferredIdentifierForTag(
  _ inTagClass: CFString, _ inTag: CFString, _ inConformingToUTI: CFString?
) -> UnmanagedValue<CFString>? {
  UTType(
    tag: inTag, tagClass: UTTagClass(rawValue: inTagClass),
    conformingTo: inConformingToUTI.map(UTType.named)
  ).map { UnmanagedValue($0.identifier) }
}

/// Gets the identifiers of all types that a tag stands for, or one dynamic identifier when the tag is
/// unknown.
///
/// - Parameters:
///   - inTagClass: What kind of tag it is, such as ``kUTTagClassFilenameExtension``.
///   - inTag: The tag.
///   - inConformingToUTI: A type that the results conform to; `nil` accepts any.
/// - Returns: `nil` when the tag cannot be one of its class.
public func UTTypeCreateAllIdentifiersForTag(
  _ inTagClass: CFString, _ inTag: CFString, _ inConformingToUTI: CFString?
) -> UnmanagedValue<CFArray>? {
  let tagClass = UTTagClass(rawValue: inTagClass)
  let supertype = inConformingToUTI.map(UTType.named)
  guard let preferred = UTType(tag: inTag, tagClass: tagClass, conformingTo: supertype)
  else { return nil }
  let types = UTType.types(tag: inTag, tagClass: tagClass, conformingTo: supertype)
  return UnmanagedValue((types.isEmpty ? [preferred] : types).map(\.identifier))
}

/// Gets the identifier of the type that a tag stands for, where code has the tag as an object.
///
/// On Apple's platforms `NSString` passes for `CFString` by itself.
public func UTTypeCreatePreferredIdentifierForTag(
  _ inTagClass: CFString, _ inTag: NSString, _ inConformingToUTI: CFString?
) -> UnmanagedValue<CFString>? {
  UTTypeCreatePreferredIdentifierForTag(inTagClass, inTag as String, inConformingToUTI)
}

/// Gets the identifiers of all types that a tag stands for, where code has the tag as an object.
///
/// On Apple's platforms `NSString` passes for `CFString` by itself.
public func UTTypeCreateAllIdentifiersForTag(
  _ inTagClass: CFString, _ inTag: NSString, _ inConformingToUTI: CFString?
) -> UnmanagedValue<CFArray>? {
  UTTypeCreateAllIdentifiersForTag(inTagClass, inTag as String, inConformingToUTI)
}

/// Gets the preferred tag of a type in a class; `nil` when the type has none.
public func UTTypeCopyPreferredTagWithClass(
  _ inUTI: CFString, _ inTagClass: CFString
) -> UnmanagedValue<CFString>? {
  UTType(inUTI)?.tags[UTTagClass(rawValue: inTagClass)]?.first.map { UnmanagedValue($0) }
}

/// Gets all tags of a type in a class, the preferred one first; `nil` when the type has none.
public func UTTypeCopyAllTagsWithClass(
  _ inUTI: CFString, _ inTagClass: CFString
) -> UnmanagedValue<CFArray>? {
  UTType(inUTI)?.tags[UTTagClass(rawValue: inTagClass)].map { UnmanagedValue($0) }
}

/// Gets what a person calls a type; `nil` when nobody said.
public func UTTypeCopyDescription(_ inUTI: CFString) -> UnmanagedValue<CFString>? {
  UTType(inUTI)?.localizedDescription.map { UnmanagedValue($0) }
}

extension UTType {
  /// The type of a name in whatever case, known or not.
  static func named(_ identifier: String) -> UTType {
    UTType(identifier) ?? UTType(unchecked: identifier)
  }

  /// Whether the type is dynamic and every tag of it is one of another type.
  fileprivate func standsFor(_ other: UTType) -> Bool {
    let (own, others) = (tags, other.tags)
    return isDynamic && !own.isEmpty
      && own.allSatisfy { tagClass, values in
        values.allSatisfy { others[tagClass]?.contains($0) == true }
      }
  }
}
