/// What a component, or defaults for components, says; what it doesn't say is `nil`.
struct RuleSettings {
  /// What is said about a part of a URL.
  enum Part {
    /// A pattern, and where it stands.
    case pattern(String, offset: Int)
    /// Patterns for items of the query.
    case items([Item])
    /// Something of another kind: nothing fits.
    case broken
  }

  /// A pattern for an item of the query.
  struct Item {
    /// The item.
    var name: String
    /// What its values have to fit.
    var pattern: String
    /// Where the pattern stands.
    var offset: Int
  }

  var path: Part?
  var query: Part?
  var fragment: Part?
  var isExclusion: Bool?
  var isCaseSensitive: Bool?
  var isPercentEncoded: Bool?
  var comment: String?

  /// These, and what others say that these don't.
  func over(_ defaults: RuleSettings) -> RuleSettings {
    RuleSettings(
      path: path ?? defaults.path, query: query ?? defaults.query,
      fragment: fragment ?? defaults.fragment, isExclusion: isExclusion ?? defaults.isExclusion,
      isCaseSensitive: isCaseSensitive ?? defaults.isCaseSensitive,
      isPercentEncoded: isPercentEncoded ?? defaults.isPercentEncoded, comment: comment)
  }
}
