import Foundation
import FresnelModel

/// Reads type declarations from property lists.
enum DeclarationReader {
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
  static func declarations(at url: URL) -> ContentTypeDeclarations {
    do {
      return declarations(in: try Data(contentsOf: url), bundle: url.deletingLastPathComponent())
    } catch {
      return ContentTypeDeclarations(
        failure: "The property list cannot be read: \(error.localizedDescription)")
    }
  }

  /// Reads a property list on behalf of the program whose directory is given.
  static func declarations(in data: Data, bundle: URL? = nil) -> ContentTypeDeclarations {
    guard let root = try? PropertyList.read(Array(data)), case .dictionary = root else {
      return ContentTypeDeclarations(failure: "The file is no property list with keys.")
    }
    return ContentTypeDeclarations(of: root, bundle: bundle?.path)
  }
}
