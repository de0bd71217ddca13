internal import FresnelApps
internal import FresnelModel
internal import SpotlightWire

/// Which import extension reads files of a type.
enum ImportChoice {
  /// The apps whose import extensions read a type, the best first: those that name the type itself, then
  /// those that name one that it conforms to, nearest first; among equals by identifier.
  ///
  /// - Parameters:
  ///   - type: The type of the file.
  ///   - manifests: What apps declare.
  ///   - types: Which types conform to which.
  /// - Returns: The apps, each once.
  static func apps(
    reading type: String, among manifests: [AppManifest], types: ContentTypeTree
  ) -> [AppIdentity] {
    let names = [type] + types.supertypes(of: type)
    var ranks: [String: Int] = [:]
    for (rank, name) in names.enumerated() where ranks[name.lowercased()] == nil {
      ranks[name.lowercased()] = rank
    }
    let ranked = manifests.compactMap { manifest -> (rank: Int, identifier: String)? in
      let readers = manifest.extensions.filter { $0.point == .importer && $0.executable != nil }
      let rank = readers.flatMap(\.contentTypes).compactMap { ranks[$0.lowercased()] }.min()
      return rank.map { ($0, manifest.identifier) }
    }
    return ranked.sorted { ($0.rank, $0.identifier) < ($1.rank, $1.identifier) }
      .map { AppIdentity(identifier: $0.identifier) }
  }
}
