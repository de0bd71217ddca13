internal import SiteAssociations
package import WebAddresses

extension AppDirectory {
  /// An address at which a crawl of the apps' sites begins.
  package struct Seed: Hashable, Sendable {
    /// The address.
    package let url: WebURL
    /// Whether its site vouches for the app that names it.
    package let isVouched: Bool
  }

  /// The addresses at which a crawl of the apps' sites begins: the sites that belong to them, and of apps that were added
  /// by hand those of their presentation and support. Catalogues present many apps on sites that are others'.
  ///
  /// - Parameter now: The time, in seconds since 1970.
  /// - Returns: The addresses, each once.
  /// - Throws: ``AppDirectoryError``.
  package func seeds(now: Int64) throws(AppDirectoryError) -> [Seed] {
    var seeds: [Seed] = []
    var seen: Set<WebURL> = []
    for app in try all() {
      let vouching = try verdicts(about: app, now: now).filter { $0.state == .verified }
      // Another port than that of https is one of a developer's machine.
      let sites = app.sites().filter { $0.port == nil }.compactMap { WebURL("https://\($0.host)/") }
      let told = app.catalogue == nil ? [app.marketingURL, app.supportURL].compactMap(\.self) : []
      for url in told + sites where seen.insert(url).inserted {
        let host = url.host ?? ""
        seeds.append(
          Seed(
            url: url,
            isVouched: vouching.contains {
              $0.domain.covers(host) || $0.domain.fileHost == host
            }))
      }
    }
    return seeds
  }
}
