public import WebDocuments

// Where and how the file is served.

extension DiagnosticRule {
  /// The file is neither in `.well-known` nor at the root.
  public static let associationNotFound = DiagnosticRule(
    code: "not-found", severity: .error,
    remedy: "Serve the file at /.well-known/apple-app-site-association.",
    reference: AssociationReference.domains)

  /// The file lies at the root only.
  public static let associationServedFromRoot = DiagnosticRule(
    code: "served-from-root", severity: .notice,
    remedy: "Move the file to /.well-known/apple-app-site-association.",
    reference: AssociationReference.domains)

  /// The file lies under a name with `.json`, where nobody looks.
  public static let associationJSONSuffix = DiagnosticRule(
    code: "json-suffix", severity: .warning,
    remedy: "Serve the file under the name apple-app-site-association, without .json.",
    reference: AssociationReference.domains)

  /// The file was asked for without encryption.
  public static let associationNotHTTPS = DiagnosticRule(
    code: "not-https", severity: .error,
    remedy: "Serve the file over https with a certificate that devices trust.",
    reference: AssociationReference.domains)

  /// The server sends elsewhere.
  public static let associationRedirect = DiagnosticRule(
    code: "redirect", severity: .error,
    remedy: "Serve the file at this address itself: devices follow no redirect.",
    reference: AssociationReference.domains)

  /// The server refuses the file.
  public static let associationStatus = DiagnosticRule(
    code: "http-status", severity: .error,
    remedy: "Answer with status 200 and the file.",
    reference: AssociationReference.domains)

  /// The server failed.
  public static let associationServerError = DiagnosticRule(
    code: "server-error", severity: .error,
    remedy: "Mend the server; until then devices use what they fetched before.",
    reference: AssociationReference.domains)

  /// The file is larger than devices read.
  public static let associationTooLarge = DiagnosticRule(
    code: "too-large", severity: .error,
    remedy: "Keep the file below 128 KiB, by wildcards and variables.",
    reference: AssociationReference.applinks)

  /// The file has an unusual type.
  public static let associationContentType = DiagnosticRule(
    code: "content-type", severity: .notice,
    remedy: "Serve the file as application/json.",
    reference: AssociationReference.domains)

  /// robots.txt would keep crawlers from the file.
  public static let associationBlockedByRobots = DiagnosticRule(
    code: "blocked-by-robots", severity: .notice,
    remedy: "Allow the file in robots.txt, for the sake of other programs that check it.")

  /// The host has no address.
  public static let associationHostUnknown = DiagnosticRule(
    code: "fetch-dns", severity: .error,
    remedy: "Give the host an address in the DNS.")

  /// The server could not be reached.
  public static let associationNotReached = DiagnosticRule(
    code: "fetch-connect", severity: .error,
    remedy: "Let the server accept connections on the port of https.")

  /// The server took too long.
  public static let associationTimeout = DiagnosticRule(
    code: "fetch-timeout", severity: .error,
    remedy: "Let the server answer within some seconds.")

  /// The server's certificate is not right.
  public static let associationCertificate = DiagnosticRule(
    code: "tls-certificate", severity: .error,
    remedy: "Use a certificate that devices trust, for this host and not expired.",
    reference: AssociationReference.domains)

  /// What was fetched before is used.
  public static let associationStale = DiagnosticRule(
    code: "cache-stale", severity: .notice,
    remedy: "Make the file reachable again, so that it can be renewed.")

  /// The rules of this file.
  static let associationServing: [DiagnosticRule] = [
    .associationNotFound, .associationServedFromRoot, .associationJSONSuffix,
    .associationNotHTTPS, .associationRedirect, .associationStatus, .associationServerError,
    .associationTooLarge, .associationContentType, .associationBlockedByRobots,
    .associationHostUnknown, .associationNotReached, .associationTimeout,
    .associationCertificate, .associationStale,
  ]
}
