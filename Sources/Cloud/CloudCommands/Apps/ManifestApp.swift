internal import AppDirectory
internal import CommandKit
internal import FresnelApps
internal import SiteAssociations
internal import WebAddresses

/// An app as its manifest tells of it.
enum ManifestApp {
  /// Reads a manifest.
  ///
  /// - Parameter path: The file.
  /// - Returns: The app.
  /// - Throws: `CommandError` for a file that is none.
  static func read(_ path: String) throws(CommandError) -> ListedApp {
    let file = ManifestFile(reading: path, isPersonal: true)
    guard let manifest = file.manifest else {
      let reason = file.diagnostics.first { $0.severity == .error }
      throw CommandError(
        .usage,
        "\(withoutControls(path)) can't be used: "
          + withoutControls(reason?.message.withoutFullStop ?? "it is no manifest"),
        advice: reason.map { withoutControls($0.remedy.withoutFullStop) })
    }
    return ListedApp(manifest)
  }
}

extension ListedApp {
  /// The app of a manifest. What the directory can't take of it is left out.
  fileprivate init(_ manifest: AppManifest) {
    self.init(name: manifest.name ?? manifest.identifier)
    bundleIdentifier = manifest.identifier
    teamIdentifier = manifest.teamIdentifier
    appStreamID = manifest.appStreamIdentifier.flatMap { AppStreamIdentifier($0) }
    for (name, id) in manifest.storeIdentifiers {
      if let store = AppStore(rawValue: name), store.names(id) { storeIDs[store] = id }
    }
    marketingURL = manifest.marketingURL.flatMap { WebURL($0) }
    supportURL = manifest.supportURL.flatMap { WebURL($0) }
    domains = Array(
      manifest.associatedDomains.compactMap { AssociatedDomain($0.text) }
        .prefix(AssociatedDomains.entryLimit))
    for scheme in manifest.urlTypes.flatMap(\.schemes)
    where ListedApp.isScheme(scheme) && !schemes.contains(scheme) {
      schemes.append(scheme)
    }
  }
}
