package import SiteAssociations
package import WebAddresses
internal import WebDocuments

/// How a site and apps go together, from both sides.
package struct SiteApps: Sendable {
  /// What site and app say of each other.
  package enum Standing: String, Hashable, Sendable {
    /// Each names the other.
    case verified
    /// The site names the app, whose manifest isn't known here.
    case siteOnly = "site-only"
    /// The app does not name the site.
    case entitlementMissing = "entitlement-missing"
    /// The site does not name the app.
    case appNotListed = "app-not-listed"
    /// The site has no file that could be used.
    case fileUnusable = "file-unusable"
  }

  /// An app, and how it goes together with the site.
  package struct Member: Sendable {
    /// The app.
    package let identity: ApplicationIdentity
    /// The app as the site names it, or by its own identifier.
    package let identifier: String
    /// What a person calls it.
    package let name: String?
    /// What the site names it for.
    package let services: [AssociationService]
    /// The entry of its manifest that is about the host; `nil` where there is none, or its manifest isn't known.
    package let entry: AssociatedDomain?
    /// What they say of each other.
    package let standing: Standing
    /// What becomes of addresses, the page's first.
    package let links: [Link]
  }

  /// What becomes of an address.
  package struct Link: Sendable {
    /// The address.
    package let url: WebURL
    /// Whether it is one to try, and not the page's own.
    package let isTest: Bool
    /// What the file says of it: which rule decided, and why the others didn't.
    package let match: AssociationMatch
  }

  /// An app for Android, which the site's `assetlinks.json` or the page's tags name.
  package struct AndroidApp: Hashable, Sendable {
    /// Its package.
    package let package: String
    /// Whether the site's file lets it open the site's links.
    package let isListed: Bool
    /// Whether the page names it, in App Links or Twitter tags.
    package let isNamedByPage: Bool
  }

  /// The host that the page is on, or the file is of.
  package let host: String
  /// Where the file is; `nil` where there is none.
  package let file: WebURL?
  /// Whether the file can be used.
  package let isUsable: Bool
  /// The apps that the file names, in its order, and those that name the host.
  package let members: [Member]
  /// The apps for Android that the site or the page names.
  package let androidApps: [AndroidApp]

  /// The most apps that are compared, and addresses that are tried.
  package static let memberLimit = 20
  package static let testLimit = 20
}
