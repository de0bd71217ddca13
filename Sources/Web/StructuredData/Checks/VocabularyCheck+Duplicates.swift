internal import WebDocuments

extension VocabularyCheck {
  /// Whether two items of one name say that they are two: by their identifiers, or by something that they say otherwise,
  /// as the dates of a tour do.
  private static func differ(_ one: GraphItem, _ other: GraphItem) -> Bool {
    if let first = one.identifier, let second = other.identifier, first != second { return true }
    return distinguishing.contains { name in
      guard let first = one.text(name), let second = other.text(name) else { return false }
      return foldingSpace(first) != foldingSpace(second)
    }
  }

  /// Properties that say which of several things of one name is meant.
  private static let distinguishing = [
    "url", "startDate", "datePublished", "sku", "gtin13", "isbn", "productID", "telephone",
    "address", "latitude", "startOffset", "position",
  ]

  private struct Key: Hashable {
    let type: String
    let name: String
  }

  /// Looks for items that stand for themselves and seem to be the same.
  mutating func checkDuplicates() {
    var seen: [Key: Int] = [:]
    for place in graph.topLevel {
      let item = graph[place]
      guard let type = item.types.first, let name = item.text("name") else { continue }
      let key = Key(type: type, name: foldingSpace(name))
      guard let first = seen[key] else {
        seen[key] = place
        continue
      }
      if Self.differ(item, graph[first]) { continue }
      report(
        .duplicateItem, "“\(Diagnostic.excerpt(key.name))” is described twice.", at: item.location,
        subject: Diagnostic.excerpt(type))
    }
  }
}
