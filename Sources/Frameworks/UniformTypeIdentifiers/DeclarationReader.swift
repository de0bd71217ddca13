import Foundation
import FresnelModel

/// Reads type declarations from property lists.
enum DeclarationReader {
  /// What a property list declares, and what in it is no declaration.
  struct Declarations {
    var types: [ContentType] = []
    var errors: [ContentTypeError] = []
  }

  /// The property lists that belong to a program: that of its bundle, and one that lies beside the
  /// executable, as Linux programs are seldom bundles.
  static func propertyLists(bundle: URL, resources: URL?, executable: URL?) -> [URL] {
    let candidates = [
      bundle.appendingPathComponent("Contents/Info.plist"),
      resources?.appendingPathComponent("Info.plist"),
      bundle.appendingPathComponent("Info.plist"),
      executable?.deletingLastPathComponent().appendingPathComponent("Info.plist"),
    ]
    var result: [URL] = []
    for url in candidates.compactMap({ $0?.standardizedFileURL })
    where !result.contains(url) && FileManager.default.fileExists(atPath: url.path) {
      result.append(url)
    }
    return result
  }

  /// Reads the property list at a place.
  static func declarations(at url: URL) -> Declarations {
    do {
      return declarations(in: try Data(contentsOf: url), bundle: url.deletingLastPathComponent())
    } catch {
      return Declarations(errors: [
        malformed("The property list cannot be read: \(error.localizedDescription)")
      ])
    }
  }

  /// Reads a property list on behalf of the program whose directory is given.
  static func declarations(in data: Data, bundle: URL? = nil) -> Declarations {
    guard let root = try? PropertyList.read(Array(data)), case .dictionary = root else {
      return Declarations(errors: [malformed("The file is no property list with keys.")])
    }
    return declarations(in: root, bundle: bundle)
  }

  /// Reads the declarations of an `Info.plist`'s top level.
  static func declarations(in root: PropertyList, bundle: URL? = nil) -> Declarations {
    var result = Declarations()
    let keys: [(String, ContentType.Origin)] = [
      ("UTExportedTypeDeclarations", .exported), ("UTImportedTypeDeclarations", .imported),
    ]
    for (key, origin) in keys {
      guard let value = root[key] else { continue }
      guard let list = value.array else {
        result.errors.append(malformed("\(key) is not an array."))
        continue
      }
      for (number, entry) in list.enumerated() {
        do throws(ContentTypeError) {
          result.types.append(
            try type(entry, at: "\(key)[\(number)]", origin: origin, bundle: bundle))
        } catch {
          result.errors.append(error)
        }
      }
    }
    return result
  }

  private static func type(
    _ entry: PropertyList, at place: String, origin: ContentType.Origin, bundle: URL?
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
      iconFile: entry["UTTypeIconFile"]?.string, declaringBundle: bundle?.path)
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
