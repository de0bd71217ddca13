public import Foundation
import FresnelModel

extension UTType {
  /// Where the type's format is described.
  public var referenceURL: URL? {
    contentType?.referenceURL.flatMap { URL(string: $0) }
  }

  /// Declares the types of a property list, as the program's `Info.plist` does by itself.
  ///
  /// Meant for programs without a bundle and for plug-ins. Declarations that are in order take effect
  /// even when others are not.
  ///
  /// - Parameter url: A property list, XML or binary, with `UTExportedTypeDeclarations` or
  ///   `UTImportedTypeDeclarations` or both.
  /// - Returns: One sentence about each declaration that was refused: a bad or reserved name, a type
  ///   that would conform to itself, a value of the wrong kind.
  @discardableResult
  public static func registerDeclarations(ofPropertyListAt url: URL) -> [String] {
    let declarations = DeclarationReader.declarations(at: url)
    let refused = SharedTypes.registry.declare(declarations.types)
    return (declarations.errors + refused).map(\.message)
  }
}
