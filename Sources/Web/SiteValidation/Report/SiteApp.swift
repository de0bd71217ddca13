package import SiteAssociations

/// An app that a site is compared with.
package struct SiteApp: Sendable {
  /// The app as sites name it.
  package let identity: ApplicationIdentity
  /// What a person calls it.
  package let name: String?
  /// The sites that its manifest names; `nil` where its manifest isn't known.
  package let domains: AssociatedDomains?
  /// Whether it was asked for; otherwise it counts where site or app name the other.
  package let isNamed: Bool

  /// Describes an app.
  ///
  /// - Parameters:
  ///   - identity: The app as sites name it.
  ///   - name: What a person calls it.
  ///   - domains: The sites that its manifest names.
  ///   - isNamed: Whether it was asked for.
  package init(
    _ identity: ApplicationIdentity, name: String? = nil, domains: AssociatedDomains? = nil,
    isNamed: Bool = true
  ) {
    self.identity = identity
    self.name = name
    self.domains = domains
    self.isNamed = isNamed
  }
}
