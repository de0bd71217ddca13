internal import WebDocuments

/// A `meta` element that names something and says something of it.
struct MetaTag: Sendable {
  /// The attribute that names what the element says.
  enum Attribute: String, Sendable {
    /// `name`, of HTML.
    case name
    /// `property`, of RDFa.
    case property
    /// `http-equiv`, of HTML.
    case httpEquivalent = "http-equiv"
  }

  /// The attribute that names it.
  let attribute: Attribute
  /// The name as written.
  let name: String
  /// What it says; `nil` where there is no `content`.
  let content: String?
  /// Whether it stands in `head`.
  let isInHead: Bool
  /// Where the element stands.
  let location: SourceLocation
  /// Where what it says stands.
  let contentLocation: SourceLocation

  /// The names in it, in lower case: `property` takes several, separated by white space.
  var keys: [String] {
    guard attribute == .property else { return [HTMLText.trimmed(name).asciiLowercased] }
    return HTMLText.tokens(name).map(\.asciiLowercased)
  }

  /// What it says, without the white space around it; `nil` when that is nothing.
  var value: String? {
    guard let content else { return nil }
    let value = HTMLText.trimmed(content)
    return value.isEmpty ? nil : value
  }
}
