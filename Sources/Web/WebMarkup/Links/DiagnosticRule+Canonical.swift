public import WebDocuments

extension DiagnosticRule {
  /// The canonical address is relative.
  public static let canonicalRelative = DiagnosticRule(
    code: "canonical-relative", severity: .warning,
    remedy: "Write the whole canonical address, with https:// and the host.", reference: rfc6596)
  /// A page names several canonical addresses.
  public static let canonicalConflict = DiagnosticRule(
    code: "canonical-conflict", severity: .error,
    remedy: "Name one canonical address, the same in the page and in the Link header.",
    reference: rfc6596)
  /// The canonical address is empty.
  public static let canonicalEmpty = DiagnosticRule(
    code: "canonical-empty", severity: .warning,
    remedy: "Give the canonical link an href, or remove it.", reference: rfc6596)
  /// The canonical link stands in `body`.
  public static let canonicalInBody = DiagnosticRule(
    code: "canonical-in-body", severity: .warning,
    remedy:
      "Move the canonical link into head; an element before it that belongs into body ends head.",
    reference: "https://html.spec.whatwg.org/multipage/semantics.html#the-link-element")
  /// The canonical address has a fragment.
  public static let canonicalFragment = DiagnosticRule(
    code: "canonical-fragment", severity: .warning,
    remedy: "Write the canonical address without # and what follows it.", reference: rfc6596)
  /// The canonical address is on another host.
  public static let canonicalCrossHost = DiagnosticRule(
    code: "canonical-cross-host", severity: .notice,
    remedy: "Check that the page there has the same title or main item: only then it is followed.",
    reference: rfc6596)
  /// A page names a canonical address and is not to be indexed.
  public static let canonicalNoindex = DiagnosticRule(
    code: "canonical-noindex", severity: .error,
    remedy:
      "Remove noindex, or the canonical link: a page that is not indexed stands for no other.",
    reference: rfc6596)
  /// The canonical address can't be used.
  public static let canonicalError = DiagnosticRule(
    code: "canonical-error", severity: .error,
    remedy: "Name a page of the web that answers with status 200.", reference: rfc6596)
  /// The address of the page has parameters that only follow its readers.
  public static let urlTrackingParameters = DiagnosticRule(
    code: "url-tracking-parameters", severity: .notice,
    remedy: "Name the address without these parameters as canonical.", reference: rfc6596)

  /// What is found about canonical addresses.
  public static let canonical: [DiagnosticRule] = [
    canonicalRelative, canonicalConflict, canonicalEmpty, canonicalInBody, canonicalFragment,
    canonicalCrossHost, canonicalNoindex, canonicalError, urlTrackingParameters,
  ]

  private static let rfc6596 = "https://www.rfc-editor.org/rfc/rfc6596"
}
