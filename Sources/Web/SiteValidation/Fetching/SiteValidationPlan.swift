package import WebAddresses

/// What a validation looks at, and what it may take.
package struct SiteValidationPlan: Sendable {
  /// How long all of it may take.
  package var time: Duration = .seconds(15)
  /// How long one request may take; `nil` for two thirds of all of it.
  package var requestTime: Duration?
  /// How many requests it may make.
  package var requestLimit = 40
  /// The most bytes of the page that are fetched.
  package var byteCount = 5 << 20
  /// How long a server may take to answer until it counts as slow.
  package var patience: Duration = .seconds(2)
  /// The apps that the site is compared with.
  package var apps: [SiteApp] = []
  /// Addresses to try on the site's association file.
  package var tests: [WebURL] = []
  /// Whether the association file of a site that is served without TLS is asked for without TLS too: for sites
  /// under development.
  package var asksWithoutTLS = false

  /// The usual bounds, without apps and addresses to try.
  package init() {}
}
