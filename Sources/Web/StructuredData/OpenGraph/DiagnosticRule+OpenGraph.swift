public import WebDocuments

extension DiagnosticRule {
  /// One of the four properties that each page should have is missing.
  public static let openGraphRequiredMissing = DiagnosticRule(
    code: "og-required-missing", severity: .suggestion,
    remedy: "Add og:title, og:type, og:image and og:url, which each page should have.",
    reference: "https://ogp.me/#metadata")
  /// A property without a value.
  public static let openGraphEmptyValue = DiagnosticRule(
    code: "og-empty-value", severity: .warning,
    remedy: "Give the property a value in content, or take it out.",
    reference: "https://ogp.me/#metadata")
  /// A property with several values that has only one.
  public static let openGraphSingleValuedRepeated = DiagnosticRule(
    code: "og-single-valued-repeated", severity: .warning,
    remedy: "Keep one of them.", reference: "https://ogp.me/#array")
  /// A property of a picture, a video or a sound before there is one.
  public static let openGraphStructuredWithoutRoot = DiagnosticRule(
    code: "og-structured-without-root", severity: .warning,
    remedy: "Put it behind the og:image, og:video or og:audio that it belongs to.",
    reference: "https://ogp.me/#structured")
  /// An address that is relative.
  public static let openGraphURLRelative = DiagnosticRule(
    code: "og-url-relative", severity: .warning,
    remedy: "Write the whole address, with its scheme and host.",
    reference: "https://ogp.me/#url")
  /// A kind of thing that the protocol doesn't know.
  public static let openGraphTypeUnknown = DiagnosticRule(
    code: "og-type-unknown", severity: .notice,
    remedy: "Use a type of the protocol, or put a prefix of your own before it.",
    reference: "https://ogp.me/#types")
  /// A video that is a page around a player, or nothing that plays.
  public static let openGraphVideoNotPlayable = DiagnosticRule(
    code: "og-video-not-playable", severity: .warning,
    remedy: "Name the video file itself, and its type in og:video:type.",
    reference: "https://ogp.me/#structured")
  /// A locale that isn't one.
  public static let openGraphLocaleInvalid = DiagnosticRule(
    code: "og-locale-invalid", severity: .notice,
    remedy: "Write the language and the country, as in en_GB.",
    reference: "https://ogp.me/#optional")
  /// A property in the attribute for names.
  public static let propertyInNameAttribute = DiagnosticRule(
    code: "property-in-name-attribute", severity: .warning,
    remedy: "Write property instead of name.", reference: "https://ogp.me/#metadata")

  /// The rules that a page's Open Graph is checked against.
  public static let openGraph: [DiagnosticRule] = [
    .openGraphRequiredMissing, .openGraphEmptyValue, .openGraphSingleValuedRepeated,
    .openGraphStructuredWithoutRoot, .openGraphURLRelative, .openGraphTypeUnknown,
    .openGraphVideoNotPlayable, .openGraphLocaleInvalid, .propertyInNameAttribute,
  ]
}
