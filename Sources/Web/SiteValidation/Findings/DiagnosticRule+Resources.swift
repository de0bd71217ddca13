package import WebDocuments

// What a page needs besides itself, and what of it can't be seen.

extension DiagnosticRule {
  /// The picture can't be had.
  package static let imageUnreachable = DiagnosticRule(
    code: "image-unreachable", severity: .error,
    remedy: "Let the address of the picture answer with status 200 and the picture.")
  /// robots.txt shuts the picture out.
  package static let imageBlockedByRobots = DiagnosticRule(
    code: "image-blocked-by-robots", severity: .warning,
    remedy: "Allow the picture in the robots.txt of its host; otherwise the result has none.",
    reference: "https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2")
  /// The recording can't be had.
  package static let mediaUnreachable = DiagnosticRule(
    code: "media-unreachable", severity: .error,
    remedy: "Let the address of the recording answer with status 200 and the recording.")
  /// What is marked up can't be read on the page.
  package static let hiddenOnly = DiagnosticRule(
    code: "hidden-only", severity: .notice,
    remedy: "Show on the page what its structured data say.",
    reference: "https://schema.org/docs/gs.html")

  /// The rules about what a page needs besides itself.
  package static let resources: [DiagnosticRule] = [
    imageUnreachable, imageBlockedByRobots, mediaUnreachable, hiddenOnly,
  ]
}
