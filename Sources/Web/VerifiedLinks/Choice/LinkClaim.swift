package import FresnelApps
package import SiteAssociations

/// What an app's manifest says of one site: that the site's links open in the app.
package struct LinkClaim: Sendable {
  /// The app's identifier.
  package let app: String
  /// The app as sites name it.
  package let identity: ApplicationIdentity
  /// The entry of the manifest.
  package let entry: AssociatedDomain
  /// The site whose file has to say so too.
  package let site: LinkSite

  /// The claims of an app.
  ///
  /// The mode for developers counts in the manifest of a build in development only, so that no installed app has
  /// files fetched from this machine or its network.
  ///
  /// - Parameter manifest: The app's manifest.
  /// - Returns: Its claims, in the order of the manifest, ``AssociatedDomains/entryLimit`` at most.
  package static func all(of manifest: AppManifest) -> [LinkClaim] {
    let identity = ApplicationIdentity(
      bundleIdentifier: manifest.identifier, prefix: manifest.teamIdentifier)
    let claims = manifest.associatedDomains.compactMap { domain -> LinkClaim? in
      guard let entry = AssociatedDomain(domain.text), entry.service == .applinks,
        // The daemon compares hosts as they are written, so a claim counts where it is written in ASCII.
        entry.fileHost
          == (domain.host.hasPrefix("*.") ? String(domain.host.dropFirst(2)) : domain.host)
      else { return nil }
      return LinkClaim(
        app: manifest.identifier, identity: identity, entry: entry,
        site: LinkSite(
          host: entry.fileHost, port: entry.port,
          isDeveloper: entry.mode == .developer && manifest.isDevelopment))
    }
    return Array(claims.prefix(AssociatedDomains.entryLimit))
  }
}
