package import WebDocuments

extension PageMetadata {
  /// Reads what a page says. Of several elements that say the same, the first counts.
  ///
  /// - Parameters:
  ///   - document: The page.
  ///   - tags: All its `meta` elements.
  package init(_ document: HTMLDocument, tags: [MetaTag]) {
    self.init()
    title = Self.title(of: document)
    language = Self.language(of: document)
    var isColorForSome = false
    var seenKeywords = Set<String>()
    var dates: [MetaValue?] = Array(repeating: nil, count: Self.dateNames.count)
    for tag in tags where !tag.content.isEmpty {
      let value = MetaValue(tag.content, at: document.location(of: tag.node))
      switch tag.name ?? tag.pragma {
      case "description": description = description ?? value
      case "author", "dc.creator", "dcterms.creator": author = author ?? value
      case "application-name": applicationName = applicationName ?? value
      case "generator": generator = generator ?? value
      // One for dark screens says so by its attribute; the one without it is meant for all.
      case "theme-color":
        let isForAll = !document.hasAttribute(.media, of: tag.node)
        if themeColor == nil || isForAll && isColorForSome {
          themeColor = value
          isColorForSome = !isForAll
        }
      case "keywords": addKeywords(tag.content, at: value.location, &seenKeywords)
      case "content-language":
        if language == nil, !tag.content.contains(",") { language = value }
      case let name?:
        if let place = Self.dateNames.firstIndex(where: { $0.name == name }), dates[place] == nil {
          dates[place] = value
        }
      case nil: break
      }
    }
    for (date, value) in zip(Self.dateNames, dates) {
      if date.isPublished { published = published ?? value } else { modified = modified ?? value }
    }
  }

  /// The names under which pages give dates, those that say it most clearly first.
  private static let dateNames: [(name: String, isPublished: Bool)] = [
    ("dcterms.issued", true), ("dc.date.issued", true), ("dcterms.created", true),
    ("dc.date.created", true), ("dcterms.date", true), ("dc.date", true), ("date", true),
    ("pubdate", true), ("publish-date", true), ("publishdate", true),
    ("dcterms.modified", false), ("dc.date.modified", false), ("last-modified", false),
    ("revised", false),
  ]

  private static let mostKeywords = 1000

  private mutating func addKeywords(
    _ list: String, at location: SourceLocation, _ seen: inout Set<String>
  ) {
    for word in list.split(separator: ",") {
      guard keywords.count < Self.mostKeywords else { return }
      let word = foldingSpace(String(word))
      if !word.isEmpty, seen.insert(word).inserted {
        keywords.append(MetaValue(word, at: location))
      }
    }
  }

  /// The first title of the head, or else of the page; titles of drawings are none of HTML.
  private static func title(of document: HTMLDocument) -> MetaValue? {
    var other: HTMLNode?
    for node in document.elements(.title) {
      if document.parent(of: node).map({ document.tag(of: $0) }) == .head {
        return text(of: node, in: document)
      }
      other = other ?? node
    }
    return other.flatMap { text(of: $0, in: document) }
  }

  private static func text(of node: HTMLNode, in document: HTMLDocument) -> MetaValue? {
    let text = foldingSpace(document.text(of: node))
    return text.isEmpty ? nil : MetaValue(text, at: document.location(of: node))
  }

  /// The language of the page as a whole.
  private static func language(of document: HTMLDocument) -> MetaValue? {
    guard
      let root = document.children(of: document.root).first(where: { document.tag(of: $0) == .html }
      ),
      let language = document.attribute(.lang, of: root)?.trimmingHTMLSpace(), !language.isEmpty
    else { return nil }
    return MetaValue(String(language), at: document.location(ofAttribute: .lang, of: root))
  }
}
