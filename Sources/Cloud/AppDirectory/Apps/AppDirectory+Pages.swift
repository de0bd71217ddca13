internal import SiteAssociations
package import WebAddresses

extension AppDirectory {
  /// The app that a page belongs to: of those whose association with its site is verified the one that its tags name,
  /// else the one with the longest host.
  ///
  /// What one side says is no proof: anybody may name a well-known app on a page, or a well-known site in a catalogue.
  ///
  /// - Parameters:
  ///   - storeIdentifier: What the page's tags name an app by, as `DeepLinks.storeID` has it.
  ///   - deepLink: The address that the page opens in an app by; of a scheme of its own it names the app too.
  ///   - url: The page's address.
  ///   - now: The time, in seconds since 1970.
  /// - Returns: The app; `nil` where none is known, or no site and app vouch for each other.
  /// - Throws: ``AppDirectoryError``.
  package func app(
    named storeIdentifier: String?, deepLink: String? = nil, ofPage url: WebURL, now: Int64
  ) throws(AppDirectoryError) -> ListedApp? {
    guard url.isHTTP, let host = url.host else { return nil }
    var verified: [ListedApp] = []
    for app in try apps(ofSite: host) where try isVerified(app, host: host, now: now) {
      verified.append(app)
    }
    guard verified.count > 1 else { return verified.first }
    if let storeIdentifier, let app = try app(named: storeIdentifier), verified.contains(app) {
      return app
    }
    if let scheme = deepLink.flatMap({ WebURL($0) })?.scheme, ListedApp.isScheme(scheme) {
      let apps = verified.filter { $0.schemes.contains(scheme) }
      // A scheme that several apps declare names none of them.
      if apps.count == 1 { return apps[0] }
    }
    return verified.first
  }

  /// Whether an app and the site of a host vouch for each other, by the entry that decides about the host.
  private func isVerified(
    _ app: ListedApp, host: String, now: Int64
  ) throws(AppDirectoryError) -> Bool {
    guard let identity = app.identity,
      let entry = AssociatedDomains(app.domains.map(\.description))
        .entry(for: host, service: .applinks)
    else { return false }
    let site = LinkSite(host: entry.fileHost, port: entry.port)
    return try association(of: site, now: now)?.lists(identity, for: .applinks) == true
  }
}
