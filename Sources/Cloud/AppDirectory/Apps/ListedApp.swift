package import SiteAssociations
package import WebAddresses

/// An app of the directory: what names it, where it can be got, and the sites that belong to it.
package struct ListedApp: Hashable, Sendable {
  /// The identifier of its manifest, `CFBundleIdentifier`; `nil` where nobody said it.
  package var bundleIdentifier: String?
  /// The ten characters that sites write before it; `nil` where any will do.
  package var teamIdentifier: String?
  /// What names it in AppStream's catalogues; `nil` for one that no software centre of Linux has.
  package var appStreamID: AppStreamIdentifier?
  /// Other names of it in catalogues: former ones, and those of its desktop files.
  package var formerIDs: [AppStreamIdentifier]
  /// What names it in other stores.
  package var storeIDs: [AppStore: String]
  /// What a person calls it.
  package var name: String
  /// The address of its icon.
  package var icon: WebURL?
  /// Where people are helped with it.
  package var supportURL: WebURL?
  /// Where it is presented.
  package var marketingURL: WebURL?
  /// The sites that it says it belongs to.
  package var domains: [AssociatedDomain]
  /// The schemes of addresses that it opens, in lower case without the colon.
  package var schemes: [String]
  /// The catalogue that it was imported from; `nil` for one that was added by hand.
  package var catalogue: String?

  /// Makes an app.
  ///
  /// - Parameter name: What a person calls it.
  package init(name: String) {
    self.name = name
    formerIDs = []
    storeIDs = [:]
    domains = []
    schemes = []
  }

  /// The shortest name that only it has: of its manifest, in AppStream, in a store.
  package var identifier: String {
    bundleIdentifier ?? appStreamID?.description
      ?? AppStore.allCases.lazy.compactMap { storeIDs[$0] }.first ?? name
  }

  /// The app as sites name it; `nil` where its manifest's identifier is not known.
  package var identity: ApplicationIdentity? {
    bundleIdentifier.map {
      ApplicationIdentity(bundleIdentifier: $0, prefix: teamIdentifier)
    }
  }

  /// Takes from another description of the app what this one lacks.
  package mutating func fill(from other: ListedApp) {
    bundleIdentifier = bundleIdentifier ?? other.bundleIdentifier
    teamIdentifier = teamIdentifier ?? other.teamIdentifier
    appStreamID = appStreamID ?? other.appStreamID
    for id in other.formerIDs where id != appStreamID && !formerIDs.contains(id) {
      formerIDs.append(id)
    }
    storeIDs.merge(other.storeIDs) { own, _ in own }
    if name.isEmpty { name = other.name }
    icon = icon ?? other.icon
    supportURL = supportURL ?? other.supportURL
    marketingURL = marketingURL ?? other.marketingURL
    if domains.isEmpty { domains = other.domains }
    for scheme in other.schemes where !schemes.contains(scheme) { schemes.append(scheme) }
  }
}
