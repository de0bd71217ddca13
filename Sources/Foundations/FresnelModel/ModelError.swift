/// A failure of the item model: a value that cannot be stored, or bytes that are no item.
public struct ModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a caller can do about a failure.
  public struct Code: Hashable, Sendable {
    private enum Kind {
      case tooLarge, invalidValue, invalidName, damaged, unsupportedVersion, invalidJSON
    }
    private let kind: Kind

    /// The item goes beyond a limit of ``ItemLimits``; store less.
    public static let tooLarge = Code(kind: .tooLarge)
    /// A value cannot be stored, such as a number that is not one; change it.
    public static let invalidValue = Code(kind: .invalidValue)
    /// An attribute's name or number is not allowed; rename it.
    public static let invalidName = Code(kind: .invalidName)
    /// The bytes are no item; ask the app for it again.
    public static let damaged = Code(kind: .damaged)
    /// The bytes were written by a newer version of this software; use that version.
    public static let unsupportedVersion = Code(kind: .unsupportedVersion)
    /// A JSON value is not the form of an item or of an attribute's value; correct the text.
    public static let invalidJSON = Code(kind: .invalidJSON)
  }

  /// What kind of failure it is.
  public let code: Code
  /// One sentence that says what was wrong and where.
  public let message: String
  /// The attribute concerned, where there is one, by its Swift name or own name.
  public private(set) var attribute: String?
  /// The offset in the encoded item, in bytes, where one is known.
  public let offset: Int?

  /// Makes an error.
  public init(code: Code, message: String, attribute: String? = nil, offset: Int? = nil) {
    self.code = code
    self.message = message
    self.attribute = attribute
    self.offset = offset
  }

  /// The message.
  public var description: String { message }

  static func damaged(_ what: String, at offset: Int) -> ModelError {
    ModelError(
      code: .damaged, message: "The encoded item is damaged at byte \(offset): \(what).",
      offset: offset)
  }

  /// The error with the attribute in which it came up.
  func naming(_ attribute: String) -> ModelError {
    var error = self
    if error.attribute == nil { error.attribute = attribute }
    return error
  }
}
