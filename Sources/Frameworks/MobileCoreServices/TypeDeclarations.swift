public import Foundation
import FresnelModel
import UniformTypeIdentifiers

/// Gets a type's declaration in the form of an `Info.plist`; `nil` when nothing declares the type.
public func UTTypeCopyDeclaration(_ inUTI: CFString) -> UnmanagedValue<CFDictionary>? {
  guard let type = UTType(inUTI)?.declaration else { return nil }
  var result: CFDictionary = [kUTTypeIdentifierKey: type.identifier]
  if !type.supertypes.isEmpty { result[kUTTypeConformsToKey] = type.supertypes }
  if !type.tags.isEmpty {
    result[kUTTypeTagSpecificationKey] = Dictionary(
      uniqueKeysWithValues: type.tags.map { ($0.rawValue, $1) })
  }
  result[kUTTypeDescriptionKey] = type.description
  result[kUTTypeIconFileKey] = type.iconFile
  result[kUTTypeReferenceURLKey] = type.referenceURL
  result[kUTTypeVersionKey] = type.version
  return UnmanagedValue(result)
}

/// Gets the place of the program that declares a type; `nil` for the system's types and unknown ones.
public func UTTypeCopyDeclaringBundleURL(_ inUTI: CFString) -> UnmanagedValue<CFURL>? {
  UTType(inUTI)?.declaration?.declaringBundle.map {
    UnmanagedValue(URL(fileURLWithPath: $0, isDirectory: true))
  }
}
