/// The content types that an `Info.plist` declares.
package struct ContentTypeDeclarations: Sendable {
  /// The types that can be declared.
  package private(set) var types: [ContentType] = []
  /// One error for each declaration that has not the form of one.
  package private(set) var errors: [ContentTypeError] = []

  /// A file from which nothing can be read.
  package init(failure: String) {
    errors = [Self.malformed(failure)]
  }

  /// Reads the exported and imported declarations at the top level of a list.
  ///
  /// - Parameters:
  ///   - root: The list; keys that have nothing to do with types are left alone.
  ///   - bundle: The directory of the program that declares the types.
  package init(of root: PropertyList, bundle: String? = nil) {
    let keys: [(String, ContentType.Origin)] = [
      ("UTExportedTypeDeclarations", .exported), ("UTImportedTypeDeclarations", .imported),
    ]
    for (key, origin) in keys {
      guard let value = root[key] else { continue }
      guard let list = value.array else {
        errors.append(Self.malformed("\(key) is not an array."))
        continue
      }
      for (number, entry) in list.enumerated() {
        do throws(ContentTypeError) {
          types.append(
            try Self.type(entry, at: "\(key)[\(number)]", origin: origin, bundle: bundle))
        } catch {
          errors.append(error)
        }
      }
    }
  }

  private static func type(
    _ entry: PropertyList, at place: String, origin: ContentType.Origin, bundle: String?
  ) throws(ContentTypeError) -> ContentType {
    guard case .dictionary(let entry) = entry else {
      throw malformed("\(place) is not a dictionary.")
    }
    guard let identifier = entry["UTTypeIdentifier"]?.string else {
      throw malformed("\(place) has no UTTypeIdentifier.")
    }
    guard let supertypes = strings(entry["UTTypeConformsTo"]) else {
      throw malformed(
        "UTTypeConformsTo of '\(identifier)' is neither a string nor an array of them.")
    }
    var tags: [ContentTagClass: [String]] = [:]
    guard let specification = (entry["UTTypeTagSpecification"] ?? [:]).dictionary else {
      throw malformed("UTTypeTagSpecification of '\(identifier)' is not a dictionary.")
    }
    for (name, value) in specification {
      guard let values = strings(value) else {
        throw malformed("The tags '\(name)' of '\(identifier)' are neither a string nor an array.")
      }
      tags[ContentTagClass(rawValue: name)] = values.isEmpty ? nil : values
    }
    return ContentType(
      identifier: identifier, origin: origin, supertypes: supertypes, tags: tags,
      description: entry["UTTypeDescription"]?.string,
      version: entry["UTTypeVersion"]?.integer.map { Int($0) }
        ?? entry["UTTypeVersion"]?.string.flatMap { Int($0) },
      referenceURL: entry["UTTypeReferenceURL"]?.string,
      iconFile: entry["UTTypeIconFile"]?.string, declaringBundle: bundle)
  }

  /// One string or an array of strings; missing is empty, anything else `nil`.
  private static func strings(_ value: PropertyList?) -> [String]? {
    guard let value else { return [] }
    if let text = value.string { return [text] }
    guard let texts = value.array?.map(\.string) else { return nil }
    return texts.contains(nil) ? nil : texts.compactMap(\.self)
  }

  private static func malformed(_ message: String) -> ContentTypeError {
    ContentTypeError(.malformedDeclaration, message)
  }
}
