internal import WebDocuments

/// What one walk over a page's tree collects for everything that is read from it.
struct PageElements: Sendable {
  /// The `href` of the first `base` that has one.
  var base: String?
  /// The `meta` elements, in order.
  var tags: [PageTag] = []
  /// The `link` elements with `rel` and `href`, in order, and before them those of header fields.
  var links: [LinkElement] = []
  /// The links that people follow, in order, their addresses as written.
  var anchors: [AnchorElement] = []
  /// The text of the first `h1` that has any.
  var heading: String?
  /// The first block of text that is long enough to describe the page.
  var firstLongText: String?
  /// The text of the only `p`; `nil` where there are more, or none.
  var onlyParagraph: String?
  /// The text of the content, block by block on lines of their own, up to a bound.
  var text = ""
  /// Addresses that scripts seem to go to.
  var scriptLinks: [(url: String, location: SourceLocation)] = []
  /// Whether anything in `body` can be read without running scripts.
  var hasText = false
  /// Whether there is a script to run.
  var hasScript = false
  /// Whether there are more links than are kept.
  var hasMoreAnchors = false
}

/// A link that people follow.
struct AnchorElement: Sendable {
  /// The address as written.
  let href: String
  /// The words of `rel` in lower case.
  let rel: [String]
  /// What people see of it, cut when it is long.
  var text: String
  /// In which part of the page it stands.
  let placement: PageLink.Placement
  /// Where it stands.
  let location: SourceLocation
}
