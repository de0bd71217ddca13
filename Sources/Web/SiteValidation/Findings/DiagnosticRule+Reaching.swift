package import WebDocuments

// How a page, and what it needs, can be had.

extension DiagnosticRule {
  /// The host has no address.
  package static let fetchDNS = DiagnosticRule(
    code: "fetch-dns", severity: .error, remedy: "Give the host an address in the DNS.")
  /// Nobody answers, or not to the end.
  package static let fetchConnect = DiagnosticRule(
    code: "fetch-connect", severity: .error,
    remedy: "Let the server accept connections, and answer them to the end in HTTP.")
  /// The answer took too long.
  package static let fetchTimeout = DiagnosticRule(
    code: "fetch-timeout", severity: .error, remedy: "Let the server answer within some seconds.")
  /// The address is none that is asked.
  package static let fetchRefused = DiagnosticRule(
    code: "fetch-refused", severity: .error,
    remedy: "Name a page of the public web, on its usual port; of this machine with --local.")
  /// The server's certificate is not right.
  package static let tlsCertificate = DiagnosticRule(
    code: "tls-certificate", severity: .error,
    remedy: "Use a certificate that browsers trust, for this host and not expired.",
    reference: "https://www.rfc-editor.org/rfc/rfc9110#section-4.3.4")
  /// The server doesn't give the page.
  package static let httpStatus = DiagnosticRule(
    code: "http-status", severity: .error, remedy: "Answer with status 200 and the page.",
    reference: http + "#section-15")
  /// The address leads to another one.
  package static let redirect = DiagnosticRule(
    code: "redirect", severity: .notice,
    remedy: "Link to the address where the page is, and redirect once at most.",
    reference: http + "#section-15.4")
  /// The redirections don't end.
  package static let redirectLoop = DiagnosticRule(
    code: "redirect-loop", severity: .error,
    remedy: "Redirect to the page itself: no more than five redirections are followed.",
    reference: http + "#section-15.4")
  /// The page is larger than is fetched, or ended too early.
  package static let pageTooLarge = DiagnosticRule(
    code: "too-large", severity: .warning,
    remedy: "Make the page smaller; what is beyond is not read.")
  /// The server doesn't call the page a page.
  package static let pageContentType = DiagnosticRule(
    code: "content-type", severity: .warning,
    remedy: "Serve the page as text/html with its encoding, as in text/html; charset=utf-8.",
    reference: http + "#section-8.3")
  /// The server takes its time.
  package static let slowResponse = DiagnosticRule(
    code: "slow-response", severity: .suggestion,
    remedy: "Let the server answer sooner: a slow site is crawled slowly.")

  /// A sitemap of the site lists addresses of another one.
  package static let sitemapElsewhere = DiagnosticRule(
    code: "sitemap-elsewhere", severity: .warning,
    remedy:
      "Build the site for the address that is validated; the pages of the others are not looked at."
  )

  /// The rules about reaching a page.
  package static let reaching: [DiagnosticRule] = [
    fetchDNS, fetchConnect, fetchTimeout, fetchRefused, tlsCertificate, httpStatus, redirect,
    redirectLoop, pageTooLarge, pageContentType, slowResponse,
    sitemapElsewhere,
  ]

  private static let http = "https://www.rfc-editor.org/rfc/rfc9110"
}
