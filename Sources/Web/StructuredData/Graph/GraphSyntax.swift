/// The ways to write structured data into a page. Their order is the order in which they are believed.
public enum GraphSyntax: Int, Hashable, Comparable, Sendable, CaseIterable {
  /// Scripts of type `application/ld+json`.
  case jsonLD
  /// The attributes `itemscope`, `itemprop` and theirs.
  case microdata
  /// The attributes `typeof`, `property` and theirs.
  case rdfa
  /// The Open Graph protocol's `meta` elements.
  case openGraph

  /// The name that people know it by.
  public var name: String {
    switch self {
    case .jsonLD: "JSON-LD"
    case .microdata: "Microdata"
    case .rdfa: "RDFa"
    case .openGraph: "Open Graph"
    }
  }

  /// Whether one is believed before another.
  public static func < (first: GraphSyntax, second: GraphSyntax) -> Bool {
    first.rawValue < second.rawValue
  }
}
