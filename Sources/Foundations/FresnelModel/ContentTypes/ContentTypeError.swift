/// Why a type declaration was refused.
public struct ContentTypeError: Error, Hashable, Sendable {
  /// What was wrong; each is the declaring program's mistake and is mended in its declaration.
  public enum Code: Sendable {
    /// The name holds other characters than ASCII letters, digits, dots and hyphens.
    case invalidIdentifier
    /// The name begins with a prefix that programs cannot own.
    case reservedIdentifier
    /// The type would conform to itself.
    case cycle
    /// The declaration has not the form that declarations have.
    case malformedDeclaration
  }

  /// What was wrong.
  public let code: Code
  /// One sentence that says what was wrong with which declaration.
  public let message: String
  /// The refused type's name, where the declaration has one.
  public let identifier: String?

  /// Makes an error.
  public init(_ code: Code, _ message: String, identifier: String? = nil) {
    self.code = code
    self.message = message
    self.identifier = identifier
  }
}
