public import WebDocuments

extension DiagnosticRule {
  private static let rep = "https://www.rfc-editor.org/rfc/rfc9309.html"
  private static let applebot = "https://support.apple.com/en-us/119829"

  /// The page may not be fetched, so nothing of it is shown.
  public static let blockedByRobots = DiagnosticRule(
    code: "blocked-by-robots", severity: .error,
    remedy:
      "Let the crawler in: take the rule out of robots.txt or add an allow rule that is longer.",
    reference: rep + "#section-2.2.2")

  /// robots.txt can't be fetched, which shuts the whole site.
  public static let robotsUnreachable = DiagnosticRule(
    code: "robots-unreachable", severity: .error,
    remedy: "Answer /robots.txt with the file, or with 404 when there is none.",
    reference: rep + "#section-2.3.1.4")

  /// A line of robots.txt says nothing, or not what it should.
  public static let robotsSyntax = DiagnosticRule(
    code: "robots-syntax", severity: .warning,
    remedy:
      "Write fields with a colon and a value, rules below user-agent, paths from the slash, sitemaps whole.",
    reference: rep + "#section-2.2")

  /// A field of robots.txt is misspelt and read all the same.
  public static let robotsTypo = DiagnosticRule(
    code: "robots-typo", severity: .notice,
    remedy: "Correct the spelling: not every crawler is as lenient.",
    reference: rep + "#section-2.2")

  /// Rules for another crawler apply.
  public static let robotsGroupFallback = DiagnosticRule(
    code: "robots-group-fallback", severity: .notice,
    remedy: "Add a group for the crawler where it should obey other rules.",
    reference: rep + "#section-2.2.1")

  /// The page asks not to be shown.
  public static let noindex = DiagnosticRule(
    code: "noindex", severity: .error,
    remedy: "Take out “noindex” or “none” where the page should be found.", reference: applebot)

  /// The page asks for a result without description.
  public static let nosnippet = DiagnosticRule(
    code: "nosnippet", severity: .notice,
    remedy: "Take out “nosnippet” where the result should have a description.", reference: applebot)

  /// The page asks that its links aren't followed.
  public static let nofollow = DiagnosticRule(
    code: "nofollow", severity: .notice,
    remedy: "Take out “nofollow” where the pages behind the links should be found.",
    reference: applebot)

  /// A directive that means nothing, or whose value does.
  public static let directiveUnknown = DiagnosticRule(
    code: "directive-unknown", severity: .warning,
    remedy:
      "Use noindex, nofollow, nosnippet, none, all, max-snippet, max-image-preview, or unavailable_after.",
    reference: applebot)

  /// A page that may not be fetched has directives, which nobody reads.
  public static let directiveNeverSeen = DiagnosticRule(
    code: "directive-never-seen", severity: .warning,
    remedy: "Let the crawler fetch the page, so that it sees what the page asks for.",
    reference: applebot)

  /// The page asked not to be shown after a time that has come.
  public static let unavailableAfterPast = DiagnosticRule(
    code: "unavailable-after-past", severity: .error,
    remedy: "Take out “unavailable_after” or give a later date where the page should be found.",
    reference: "https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag")

  /// All rules about who may have a page and who may show it.
  public static let access: [DiagnosticRule] = [
    blockedByRobots, robotsUnreachable, robotsSyntax, robotsTypo, robotsGroupFallback, noindex,
    nosnippet, nofollow, directiveUnknown, directiveNeverSeen, unavailableAfterPast,
  ]
}
