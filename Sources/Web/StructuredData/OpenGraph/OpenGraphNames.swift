import WebDocuments

/// Finds out which properties of a page are Open Graph's, whatever prefix the page binds them to.
struct OpenGraphNames {
  /// The prefixes that mean Open Graph and its kinds wherever they stand, bound or not: pages that bind them to
  /// something else mean them all the same.
  static let prefixes: Set<Substring> = [
    "og", "article", "book", "music", "product", "profile", "video", "website",
  ]

  private let document: HTMLDocument
  /// What the elements around bind, each read once.
  private var bindings: [HTMLNode: [Substring: String]] = [:]

  init(_ document: HTMLDocument) {
    self.document = document
  }

  /// The name of a property with the usual prefix.
  ///
  /// - Parameters:
  ///   - word: A word of `property`.
  ///   - node: The element that it stands in.
  /// - Returns: `nil` when it isn't Open Graph's.
  mutating func name(_ word: Substring, at node: HTMLNode) -> String? {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let prefix = Substring(word[..<colon].lowercased())
    let rest = word[word.index(after: colon)...]
    if Self.prefixes.contains(prefix) { return prefix + ":" + rest.lowercased() }
    var place: HTMLNode? = node
    while let current = place {
      if let usual = bound(by: current)[prefix] { return usual + ":" + rest.lowercased() }
      place = document.parent(of: current)
    }
    return nil
  }

  /// The prefixes that an element binds to a namespace of Open Graph, and the usual ones for them.
  private mutating func bound(by node: HTMLNode) -> [Substring: String] {
    if let known = bindings[node] { return known }
    var found: [Substring: String] = [:]
    for (name, value) in document.attributes(of: node) where name.hasPrefix("xmlns:") {
      if let usual = Self.usualPrefix(of: value) { found[name.dropFirst(6)] = usual }
    }
    var words = (document.attribute(.prefix, of: node) ?? "").splitAtHTMLSpace()[...]
    while let word = words.popFirst() {
      guard word.last == ":", let namespace = words.popFirst() else { continue }
      if let usual = Self.usualPrefix(of: String(namespace)) {
        found[Substring(word.dropLast().lowercased())] = usual
      }
    }
    bindings[node] = found
    return found
  }

  /// The prefix that a namespace of Open Graph usually has.
  private static func usualPrefix(of namespace: String) -> String? {
    guard namespace.utf8.count < 100 else { return nil }
    var rest = namespace.lowercased()[...]
    for start in ["https://", "http://", "www."] where rest.hasPrefix(start) {
      rest = rest.dropFirst(start.count)
    }
    while let last = rest.last, last == "#" || last == "/" { rest.removeLast() }
    switch rest {
    case "ogp.me/ns", "ogp.me/ns/website", "opengraphprotocol.org/schema", "opengraph.org/schema":
      return "og"
    case let name where name.hasPrefix("ogp.me/ns/"):
      let kind = name.dropFirst("ogp.me/ns/".count)
      return prefixes.contains(kind) ? String(kind) : nil
    default: return nil
    }
  }
}
