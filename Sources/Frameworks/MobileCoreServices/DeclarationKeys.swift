/// The tag class of filename extensions.
public let kUTTagClassFilenameExtension: CFString = "public.filename-extension"
/// The tag class of MIME types.
public let kUTTagClassMIMEType: CFString = "public.mime-type"
/// The tag class of pasteboard types of AppKit.
public let kUTTagClassNSPboardType: CFString = "com.apple.nspboard-type"
/// The tag class of four-character file types of the classic Mac OS.
public let kUTTagClassOSType: CFString = "com.apple.ostype"

/// The key of an `Info.plist` for the types that the program owns.
public let kUTExportedTypeDeclarationsKey: CFString = "UTExportedTypeDeclarations"
/// The key of an `Info.plist` for the types that the program uses without owning them.
public let kUTImportedTypeDeclarationsKey: CFString = "UTImportedTypeDeclarations"
/// The key of a declaration for the type's identifier.
public let kUTTypeIdentifierKey: CFString = "UTTypeIdentifier"
/// The key of a declaration for the type's tags by class.
public let kUTTypeTagSpecificationKey: CFString = "UTTypeTagSpecification"
/// The key of a declaration for the direct supertypes.
public let kUTTypeConformsToKey: CFString = "UTTypeConformsTo"
/// The key of a declaration for what a person calls the type.
public let kUTTypeDescriptionKey: CFString = "UTTypeDescription"
/// The key of a declaration for the name of the icon file.
public let kUTTypeIconFileKey: CFString = "UTTypeIconFile"
/// The key of a declaration for the address of the format's description.
public let kUTTypeReferenceURLKey: CFString = "UTTypeReferenceURL"
/// The key of a declaration for its version.
public let kUTTypeVersionKey: CFString = "UTTypeVersion"
