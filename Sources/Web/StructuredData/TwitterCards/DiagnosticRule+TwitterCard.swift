public import WebDocuments

extension DiagnosticRule {
  /// A kind of card that Twitter doesn't draw.
  public static let twitterCardUnknown = DiagnosticRule(
    code: "twitter-card-unknown", severity: .warning,
    remedy: "Make it summary, summary_large_image, app or player.",
    reference: "https://developer.x.com/en/docs/x-for-websites/cards/overview/markup")

  /// The rules that a page's Twitter card is checked against.
  public static let twitterCard: [DiagnosticRule] = [.twitterCardUnknown]
}
