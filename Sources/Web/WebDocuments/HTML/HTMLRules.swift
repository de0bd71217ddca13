extension DiagnosticRule {
  /// A document is larger than is read, or nests deeper.
  public static let tooLarge = DiagnosticRule(
    code: "too-large", severity: .warning,
    remedy: "Make the document smaller, or put what matters near its start.")

  /// The rules that every document of the web is checked against.
  public static let documents: [DiagnosticRule] = [tooLarge, encodingUnknown, encodingMismatch]
}
