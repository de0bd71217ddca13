internal import WebDocuments

/// A `link` element, or a `Link` header that says the same.
struct LinkElement: Sendable {
  /// The words of `rel` in lower case.
  let rel: [String]
  /// The address as written.
  let href: String
  /// The media type that it names; empty where it names none.
  let type: String
  /// The language that it names; empty where it names none.
  let language: String
  /// What people see of it; empty where it has no `title`.
  let title: String
  /// Where it stands.
  let place: Place

  /// Where a link can stand.
  enum Place: Hashable, Sendable {
    /// In `head`.
    case head(SourceLocation)
    /// In `body`.
    case body(SourceLocation)
    /// In the header fields of the answer.
    case header
  }

  /// Where it stands in the page; `nil` for one in a header field.
  var location: SourceLocation? {
    switch place {
    case .head(let location), .body(let location): location
    case .header: nil
    }
  }
}
