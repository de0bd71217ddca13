public import WebDocuments

// How site and app go together, and what becomes of a URL.

extension DiagnosticRule {
  /// The site's file does not name the app.
  public static let associationAppNotListed = DiagnosticRule(
    code: "app-id-not-listed", severity: .error,
    remedy: "Add the app's identifier to the file of the host.",
    reference: AssociationReference.domains)

  /// The app does not name the host.
  public static let associationEntitlementMissing = DiagnosticRule(
    code: "entitlement-missing", severity: .error,
    remedy: "Add the service and the host to com.apple.developer.associated-domains of the app.",
    reference: AssociationReference.entitlement)

  /// An entry of the app is no service and host.
  public static let associationEntitlementMalformed = DiagnosticRule(
    code: "entitlement-malformed", severity: .error,
    remedy: "Write it as applinks:example.com: a service and a host, without scheme and path.",
    reference: AssociationReference.entitlement)

  /// The app names more hosts than devices ask.
  public static let associationEntitlementTooMany = DiagnosticRule(
    code: "entitlement-too-many", severity: .warning,
    remedy: "Name fewer hosts, perhaps with *. before a domain.",
    reference: AssociationReference.entitlement)

  /// A rule keeps the URL from the app.
  public static let associationURLExcluded = DiagnosticRule(
    code: "url-excluded", severity: .notice,
    remedy: "Put a rule that includes the URL before this one, if the app is to open it.",
    reference: AssociationReference.applinks)

  /// No rule fits the URL.
  public static let associationURLNotMatched = DiagnosticRule(
    code: "url-not-matched", severity: .warning,
    remedy: "Add a rule that fits the URL, if the app is to open it.",
    reference: AssociationReference.applinks)

  /// Not every app and URL was compared with the file's rules.
  public static let associationNotCompared = DiagnosticRule(
    code: "urls-not-compared", severity: .warning,
    remedy: "Write fewer or simpler rules, or compare fewer apps and addresses at once.",
    reference: AssociationReference.applinks)

  /// The URL that opens in the app is an http one.
  public static let associationURLNotHTTPS = DiagnosticRule(
    code: "url-not-https", severity: .notice,
    remedy: "Link to the page with https: not every device opens http links in apps.",
    reference: AssociationReference.applinks)

  /// A rule would fit but for upper and lower case.
  public static let associationCaseNearMiss = DiagnosticRule(
    code: "path-case-near-miss", severity: .suggestion,
    remedy: "Set caseSensitive to false, if upper and lower case don't matter to the app.",
    reference: AssociationReference.applinks)

  /// The rules of this file.
  static let associationApps: [DiagnosticRule] = [
    .associationAppNotListed, .associationEntitlementMissing,
    .associationEntitlementMalformed, .associationEntitlementTooMany, .associationURLExcluded,
    .associationURLNotMatched, .associationNotCompared, .associationURLNotHTTPS,
    .associationCaseNearMiss,
  ]
}
