extension DiagnosticRule {
  /// A page is in no encoding that is known, or doesn't say in which.
  public static let encodingUnknown = DiagnosticRule(
    code: "encoding-unknown", severity: .warning,
    remedy: "Serve the page in UTF-8 and say so with <meta charset=\"utf-8\">.",
    reference: "https://encoding.spec.whatwg.org/#names-and-labels")

  /// A page says different encodings in different places, or isn't in the one it says.
  public static let encodingMismatch = DiagnosticRule(
    code: "encoding-mismatch", severity: .warning,
    remedy: "Save the page in UTF-8, and say UTF-8 both in its header and in <meta charset>.",
    reference: "https://html.spec.whatwg.org/multipage/semantics.html#charset")
}
