internal import FresnelDatabase
internal import SiteAssociations
package import WebAddresses
package import WebMarkup

/// Which addresses open in apps because site and app vouch for each other: what the directory knew at a moment.
///
/// It may be used from any thread.
package struct ProvenLinks: Sendable {
  /// What an app's entry says, with the file of its site.
  private struct Claim {
    let app: ListedApp
    let identity: ApplicationIdentity
    let domain: AssociatedDomain
    let file: SiteAssociation
  }

  /// By the host that an entry names, apart for those that stand for the hosts below.
  private var hosts: [String: [Claim]] = [:]
  private var wildcards: [String: [Claim]] = [:]

  /// Reads what a directory knows. Apps that were added by hand come before those of catalogues.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - now: The time, in seconds since 1970.
  /// - Throws: ``AppDirectoryError``.
  package init(of directory: AppDirectory, now: Int64) throws(AppDirectoryError) {
    var files: [LinkSite: SiteAssociation?] = [:]
    let apps = try directory.appsWithAskedSites()
    for app in apps {
      guard let identity = app.identity else { continue }
      for domain in app.domains where domain.service == .applinks {
        let site = LinkSite(host: domain.fileHost, port: domain.port)
        if files[site] == nil {
          files[site] = .some(try directory.copy(of: site)?.association(now: now))
        }
        guard let file = files[site] ?? nil, file.lists(identity, for: .applinks) else { continue }
        let claim = Claim(app: app, identity: identity, domain: domain, file: file)
        if domain.host.hasPrefix("*.") {
          wildcards[domain.fileHost, default: []].append(claim)
        } else {
          hosts[domain.fileHost, default: []].append(claim)
        }
      }
    }
  }

  /// The app that an address opens in; `nil` where it stays in the browser.
  ///
  /// Of several apps the one with the longest host counts.
  package func app(opening url: WebURL) -> ListedApp? {
    claims(about: url).first { outcome(url, $0) == .match }?.app
  }

  /// What the associations of sites and apps say of an address, for the reading of its page.
  package func universalLink(_ url: WebURL) -> UniversalLink {
    let outcomes = claims(about: url).map { outcome(url, $0) }
    if outcomes.isEmpty { return .unchecked }
    return outcomes.contains(.match)
      ? .verified : outcomes.contains(.exclude) ? .excluded : .notMatched
  }

  private func outcome(_ url: WebURL, _ claim: Claim) -> AssociationMatch.Outcome {
    claim.file.match(url, app: claim.identity, domain: claim.domain.host).outcome
  }

  /// The claims that decide about an address: of each app the one with the longest host.
  private func claims(about url: WebURL) -> [Claim] {
    guard url.isHTTP, let host = url.host else { return [] }
    var found: [Claim] = []
    for (name, isWildcard) in AppDirectory.hosts(covering: host) {
      for claim in (isWildcard ? wildcards : hosts)[name] ?? []
      where !found.contains(where: { $0.identity == claim.identity }) {
        found.append(claim)
      }
    }
    return found
  }
}

extension AppDirectory {
  /// The apps of which a site was asked.
  func appsWithAskedSites() throws(AppDirectoryError) -> [ListedApp] {
    try database.read { () throws(AppDirectoryError) in
      guard try rows("SELECT count(*) FROM sites WHERE file IS NOT NULL", []) != [0] else {
        return []
      }
      return try apps(
        try rows(
          """
          SELECT id FROM apps WHERE bundle IS NOT NULL
            AND id IN (SELECT app FROM domains WHERE entry LIKE 'applinks:%')
            ORDER BY catalogue IS NOT NULL, id
          """, []))
    }
  }
}
