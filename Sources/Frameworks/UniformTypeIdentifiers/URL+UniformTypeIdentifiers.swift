public import Foundation

extension URL {
  /// The URL with a path component and the extension of a type, unless the component has a fitting
  /// extension already.
  ///
  /// A type without extension adds none; a type of directories makes the URL one of a directory.
  public func appendingPathComponent(
    _ partialPathComponent: String, conformingTo contentType: UTType
  ) -> URL {
    appendingPathComponent(
      contentType.fileName(partialPathComponent),
      isDirectory: contentType.conforms(to: .directory))
  }

  /// Appends a path component and the extension of a type.
  public mutating func appendPathComponent(
    _ partialPathComponent: String, conformingTo contentType: UTType
  ) {
    self = appendingPathComponent(partialPathComponent, conformingTo: contentType)
  }

  /// The URL with the extension of a type, unless it has a fitting extension already.
  public func appendingPathExtension(for contentType: UTType) -> URL {
    guard let added = contentType.extensionMissing(from: pathExtension) else { return self }
    return appendingPathExtension(added)
  }

  /// Appends the extension of a type, unless the URL has a fitting extension already.
  public mutating func appendPathExtension(for contentType: UTType) {
    self = appendingPathExtension(for: contentType)
  }
}

extension NSURL {
  /// The URL with a path component and the extension of a type.
  public func appendingPathComponent(
    _ partialPathComponent: String, conformingTo contentType: UTType
  ) -> URL {
    (self as URL).appendingPathComponent(partialPathComponent, conformingTo: contentType)
  }

  /// The URL with the extension of a type.
  public func appendingPathExtension(for contentType: UTType) -> URL {
    (self as URL).appendingPathExtension(for: contentType)
  }
}

extension NSString {
  /// The path with a component and the extension of a type, unless the component has a fitting
  /// extension already.
  public func appendingPathComponent(
    _ partialPathComponent: String, conformingTo contentType: UTType
  ) -> String {
    appendingPathComponent(contentType.fileName(partialPathComponent))
  }

  /// The path with the extension of a type, unless it has a fitting extension already; `nil` when the
  /// path cannot take an extension.
  public func appendingPathExtension(for contentType: UTType) -> String? {
    guard let added = contentType.extensionMissing(from: pathExtension) else {
      return self as String
    }
    return appendingPathExtension(added)
  }
}

extension UTType {
  /// The extension that a file name with another extension lacks to be of the type; `nil` when it lacks
  /// none.
  fileprivate func extensionMissing(from filenameExtension: String) -> String? {
    guard let preferred = preferredFilenameExtension else { return nil }
    let present = filenameExtension.lowercased()
    guard !present.isEmpty else { return preferred }
    if tags[.filenameExtension]?.contains(where: { $0.lowercased() == present }) == true {
      return nil
    }
    return UTType.types(tag: present, tagClass: .filenameExtension, conformingTo: self).isEmpty
      ? preferred : nil
  }

  fileprivate func fileName(_ name: String) -> String {
    let present = (name as NSString).pathExtension
    return extensionMissing(from: present).map { "\(name).\($0)" } ?? name
  }
}
