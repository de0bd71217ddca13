public import Foundation
import FresnelModel

extension URLResourceKey {
  /// The key for the type of a file, read with ``Foundation/URLResourceValues/contentType``.
  ///
  /// Foundation on Linux leaves out keys that it does not know, and the values do not know their URL. So
  /// the key asks for the path, from which the type is found.
  public static var contentTypeKey: URLResourceKey { .pathKey }
}

extension URLResourceValues {
  /// The type of the file, or `nil` when it was not asked for with
  /// ``Foundation/URLResourceKey/contentTypeKey`` or there is no such file.
  ///
  /// The file is looked at when the property is read. What is no ordinary file has the type of its kind;
  /// a directory with the extension of a package has the package's type. Ordinary files have the type of
  /// their extension, else of their whole name (`Makefile`), else ``UTType/unixExecutable`` when
  /// they can be run, else ``UTType/data``.
  public var contentType: UTType? {
    (allValues[.pathKey] as? String).flatMap { UTType(fileAtPath: $0) }
  }
}

extension UTType {
  /// The type of what lies at a path, or `nil` when nothing does.
  init?(fileAtPath path: String) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
      return nil
    }
    let name = (path as NSString).lastPathComponent
    let filenameExtension = (path as NSString).pathExtension
    switch attributes[.type] as? FileAttributeType {
    case .typeRegular:
      let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
      self = Self.ordinaryFile(
        name: name, filenameExtension: filenameExtension, isExecutable: permissions & 0o111 != 0)
    case .typeDirectory:
      let package = UTType.types(
        tag: filenameExtension, tagClass: .filenameExtension, conformingTo: .package)
      self = path == "/" ? .volume : package.first ?? .folder
    case .typeSymbolicLink:
      self = .symbolicLink
    default:
      self = .item
    }
  }

  private static func ordinaryFile(
    name: String, filenameExtension: String, isExecutable: Bool
  ) -> UTType {
    if let type = UTType(filenameExtension: filenameExtension) { return type }
    if let type = SharedTypes.registry.type(fileName: name) { return UTType(type) }
    return isExecutable ? .unixExecutable : .data
  }
}
