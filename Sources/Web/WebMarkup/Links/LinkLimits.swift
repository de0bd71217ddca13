/// How much of a page's links is kept.
enum LinkLimits {
  /// The most links that people follow.
  static let anchors = 5_000
  /// The most `link` elements.
  static let elements = 1_000
  /// The most `meta` elements.
  static let metas = 1_000
  /// The most characters of a link's text.
  static let text = 200
  /// The most bytes of an address: what sitemaps allow.
  static let address = 2_048
}
