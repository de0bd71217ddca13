internal import WebAddresses

/// The parts of a URL in the forms in which patterns are compared with them, each made when it is needed.
struct ComparedURL {
  /// How a part is compared.
  struct Mode: Hashable {
    var decodes: Bool
    var foldsCase: Bool
  }

  private let path: [Unicode.Scalar]
  private let query: [Unicode.Scalar]
  private let fragment: [Unicode.Scalar]
  private var texts: [Key: [Unicode.Scalar]] = [:]
  private var items: [Mode: [[Unicode.Scalar]: [[Unicode.Scalar]]]] = [:]

  private struct Key: Hashable {
    var part: LinkPart
    var mode: Mode
  }

  /// Takes a URL apart.
  init(_ url: WebURL) {
    path = Array(url.path.unicodeScalars)
    query = Array((url.query ?? "").unicodeScalars)
    fragment = Array((url.fragment ?? "").unicodeScalars)
  }

  /// A part as it is compared: that of a path has no slash at its start and none at its end.
  mutating func text(of part: LinkPart, _ mode: Mode) -> [Unicode.Scalar] {
    let key = Key(part: part, mode: mode)
    if let known = texts[key] { return known }
    let text: [Unicode.Scalar]
    switch part {
    case .path:
      var path = Self.convert(path, mode)[...]
      if path.first == "/" { path.removeFirst() }
      while path.last == "/" { path.removeLast() }
      text = Array(path)
    case .fragment: text = Self.convert(fragment, mode)
    case .query, .queryItem: text = Self.convert(query, mode)
    }
    texts[key] = text
    return text
  }

  /// The values of an item of the query in their order; an item that isn't there has one empty value.
  mutating func values(of name: [Unicode.Scalar], _ mode: Mode) -> [[Unicode.Scalar]] {
    if items[mode] == nil {
      var known: [[Unicode.Scalar]: [[Unicode.Scalar]]] = [:]
      for item in query.split(separator: "&") {
        let name = item.prefix { $0 != "=" }
        let value = item[name.endIndex...].dropFirst()
        known[Self.convert(Array(name), mode), default: []]
          .append(Self.convert(Array(value), mode))
      }
      items[mode] = known
    }
    return items[mode]?[name] ?? [[]]
  }

  private static func convert(_ part: [Unicode.Scalar], _ mode: Mode) -> [Unicode.Scalar] {
    let decoded = mode.decodes ? decodedScalars(part) : part
    return mode.foldsCase ? decoded.map(\.caseFolded) : decoded
  }
}
