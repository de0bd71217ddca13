import FresnelModel
import Foundation

/// The types that this process shares.
enum SharedTypes {
  /// The system's types, those that the program's `Info.plist` declares, and the machine's MIME types.
  ///
  /// Declarations that were refused are named on standard error, where their author looks.
  static let registry: ContentTypeRegistry = {
    let registry = ContentTypeRegistry { SystemMIMETypes.database }
    let program = Bundle.main
    let propertyLists = DeclarationReader.propertyLists(
      bundle: program.bundleURL, resources: program.resourceURL, executable: program.executableURL)
    for url in propertyLists {
      let declarations = DeclarationReader.declarations(at: url)
      let refused = declarations.errors + registry.declare(declarations.types)
      for error in refused {
        FileHandle.standardError.write(Data("\(url.path): \(error.message)\n".utf8))
      }
    }
    return registry
  }()
}
