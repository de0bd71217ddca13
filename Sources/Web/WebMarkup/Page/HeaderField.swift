/// A field of the header that a page was served with.
public struct HeaderField: Hashable, Sendable {
  /// The name, in any case.
  public let name: String
  /// The value.
  public let value: String

  /// Makes a field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [HeaderField] {
  /// The values of the fields of a name, which is given in lower case, in order.
  func values(_ name: String) -> [String] {
    filter { $0.name.asciiLowercased == name }.map(\.value)
  }
}
