/// One rule of a detail, compiled: an entry of `components`, or of `paths`.
package struct LinkRule: Sendable {
  /// How the query of a URL has to be.
  enum Query: Sendable {
    /// The whole query fits a pattern.
    case whole(LinkPattern)
    /// Each named item fits its pattern.
    case items([Item])
  }

  /// What an item of the query has to fit.
  struct Item: Sendable {
    /// The name, folded where upper and lower case are alike.
    var name: [Unicode.Scalar]
    /// What its values have to fit.
    var pattern: LinkPattern
  }

  /// Where it stands, such as `applinks.details[0].components[2]`.
  package let subject: String
  /// Where it begins in the file, in bytes.
  let offset: Int
  /// What its author noted.
  package let comment: String?
  /// Whether URLs that fit stay in the browser.
  package let isExclusion: Bool
  /// Whether it is of the old form, which looks at the path only.
  package let isPath: Bool
  /// Whether upper and lower case differ.
  package let isCaseSensitive: Bool
  /// Whether the parts of a URL are compared as they are written.
  package let isPercentEncoded: Bool
  /// What the path has to fit; `nil` for any.
  let path: LinkPattern?
  /// How the query has to be; `nil` for any.
  let query: Query?
  /// What the fragment has to fit; `nil` for any.
  let fragment: LinkPattern?
  /// The part whose pattern is of a wrong kind, so that nothing fits.
  let brokenPart: LinkPart?

  /// Whether every URL fits.
  var fitsEverything: Bool {
    guard brokenPart == nil, path?.fitsEverything ?? true, fragment?.fitsEverything ?? true else {
      return false
    }
    switch query {
    case nil: return true
    case .whole(let pattern)?: return pattern.fitsEverything
    case .items(let items)?: return items.allSatisfy { $0.pattern.fitsEverything }
    }
  }
}

/// A part of a URL that rules look at.
public enum LinkPart: Hashable, Sendable {
  /// The path.
  case path
  /// The whole query.
  case query
  /// An item of the query, by its name.
  case queryItem(String)
  /// The fragment.
  case fragment
}
