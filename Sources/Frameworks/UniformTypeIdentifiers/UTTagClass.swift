/// A way of labelling a type outside the type system, such as filename extensions.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
  /// The class's identifier.
  public let rawValue: String

  /// Makes a tag class from its identifier.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Filename extensions, such as `txt`; `public.filename-extension`.
  public static var filenameExtension: UTTagClass {
    UTTagClass(rawValue: "public.filename-extension")
  }

  /// MIME types, such as `text/plain`; `public.mime-type`.
  public static var mimeType: UTTagClass { UTTagClass(rawValue: "public.mime-type") }
}

extension UTTagClass: CustomStringConvertible {
  /// The class's identifier.
  public var description: String { rawValue }
}

extension UTTagClass: Codable {}
