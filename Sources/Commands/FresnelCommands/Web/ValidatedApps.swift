internal import CommandKit
internal import FresnelApps
internal import FresnelPlatform
internal import SiteAssociations
internal import SiteValidation

/// The apps that a site is compared with.
enum ValidatedApps {
  /// The apps that a command line names, or else every app that a manifest registers.
  ///
  /// - Parameters:
  ///   - names: Paths of manifests, or identifiers, perhaps with their prefix.
  ///   - context: The world.
  /// - Returns: The apps.
  /// - Throws: ``CommandError`` for a file that is no manifest.
  static func all(_ names: [String], in context: CommandContext) throws(CommandError) -> [SiteApp] {
    let catalog = AppWorld(context).registry.catalog
    guard !names.isEmpty else {
      return catalog.entries.map { app($0.manifest, isNamed: false) }
    }
    var apps: [SiteApp] = []
    for name in names { apps.append(try named(name, in: catalog)) }
    return apps
  }

  private static func named(
    _ name: String, in catalog: AppCatalog
  ) throws(CommandError) -> SiteApp {
    if FileSystem.exists(name) {
      let file = ManifestFile(reading: name, isPersonal: true)
      guard let manifest = file.manifest else {
        let reason = file.diagnostics.first.map { ": \($0.message.withoutFullStop)" } ?? ""
        throw CommandError(.system, "\(withoutControls(name)) is no manifest\(reason)")
      }
      return app(manifest, isNamed: true)
    }
    guard !name.contains("/"), !name.hasSuffix(".plist") else {
      throw CommandError(.system, "there is no manifest \(withoutControls(name))")
    }
    let written = ApplicationIdentity(name)
    if let entry = catalog.entry(written.bundleIdentifier) {
      return app(entry.manifest, isNamed: true)
    }
    // Without a prefix any will do.
    return SiteApp(written.prefix == nil ? ApplicationIdentity(bundleIdentifier: name) : written)
  }

  private static func app(_ manifest: AppManifest, isNamed: Bool) -> SiteApp {
    SiteApp(
      ApplicationIdentity(
        bundleIdentifier: manifest.identifier, prefix: manifest.teamIdentifier),
      name: manifest.name, domains: AssociatedDomains(manifest.associatedDomains.map(\.text)),
      isNamed: isNamed)
  }
}
