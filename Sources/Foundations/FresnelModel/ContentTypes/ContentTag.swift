/// A way of labelling data outside the type system, such as filename extensions.
public struct ContentTagClass: RawRepresentable, Hashable, Sendable {
  /// The class's identifier, such as `public.mime-type`.
  public let rawValue: String

  /// Makes a tag class from its identifier.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Filename extensions without their dot.
  public static let filenameExtension = ContentTagClass(rawValue: "public.filename-extension")
  /// MIME types.
  public static let mimeType = ContentTagClass(rawValue: "public.mime-type")
}

/// A label of one class, in the form in which labels compare: extensions and MIME types ignore case.
public struct ContentTag: Hashable, Sendable {
  /// The kind of label.
  public let tagClass: ContentTagClass
  /// The label.
  public let value: String

  /// Makes a label, or `nil` when the text cannot be one of its class.
  ///
  /// A MIME type loses its parameters (`text/html; charset=utf-8` is `text/html`). An extension holds
  /// no slash, and no label is empty or holds a NUL.
  public init?(_ value: String, _ tagClass: ContentTagClass) {
    var text = value
    switch tagClass {
    case .filenameExtension:
      guard !text.utf8.contains(UInt8(ascii: "/")) else { return nil }
      text = text.lowercased()
    case .mimeType:
      text = String(text.prefix { $0 != ";" })
      text = String(text.drop(while: \.isWhitespace))
      while let last = text.last, last.isWhitespace { text.removeLast() }
      text = text.lowercased()
    default:
      break
    }
    guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
    self.tagClass = tagClass
    self.value = text
  }
}
