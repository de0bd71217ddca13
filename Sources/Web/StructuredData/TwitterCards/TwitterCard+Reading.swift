package import WebDocuments

extension TwitterCard {
  private static let kinds: Set = ["summary", "summary_large_image", "app", "player"]

  /// Reads what a page says. Of several elements that say the same, the first counts.
  ///
  /// - Parameters:
  ///   - document: The page.
  ///   - tags: All its `meta` elements.
  ///   - base: What its addresses are relative to.
  ///   - diagnostics: Takes what is wrong.
  package init(
    _ document: HTMLDocument, tags: [MetaTag], base: BaseIRI, _ diagnostics: inout [Diagnostic]
  ) {
    self.init()
    for tag in tags {
      let keys = ([tag.name].compactMap(\.self) + tag.properties.map { $0.lowercased() }).filter {
        $0.utf8.starts(with: "twitter:".utf8)
      }
      guard !keys.isEmpty else { continue }
      // Twitter's own examples once had the text in `value`.
      let content =
        tag.content.isEmpty
        ? document.attribute(.value, of: tag.node).map { String($0.trimmingHTMLSpace()) } ?? ""
        : tag.content
      guard !content.isEmpty else { continue }
      let location = document.location(of: tag.node)
      for key in keys {
        guard let place = Self.place(of: key) else { continue }
        let isAddress = Self.addresses.contains(key)
        if self[keyPath: place] == nil {
          self[keyPath: place] = MetaValue(
            isAddress ? base.resolve(content) : content, at: location)
        }
      }
    }
    if let kind, !Self.kinds.contains(kind.text.lowercased()) {
      diagnostics.append(
        Diagnostic(
          .twitterCardUnknown, "“\(Diagnostic.excerpt(kind.text))” is no kind of card.",
          at: kind.location, subject: "twitter:card"))
    }
  }

  /// Where the value of a name belongs; `nil` for names that mean nothing.
  private static func place(of name: String) -> WritableKeyPath<TwitterCard, MetaValue?>? {
    switch name {
    case "twitter:card": \.kind
    case "twitter:title": \.title
    case "twitter:description": \.description
    case "twitter:image": \.image
    case "twitter:image:src": \.image
    case "twitter:image:alt": \.imageDescription
    case "twitter:site": \.site
    case "twitter:creator": \.creator
    case "twitter:player": \.player
    case "twitter:app:country": \.country
    case "twitter:app:name:iphone": \.iPhone.name
    case "twitter:app:id:iphone": \.iPhone.id
    case "twitter:app:url:iphone": \.iPhone.url
    case "twitter:app:name:ipad": \.iPad.name
    case "twitter:app:id:ipad": \.iPad.id
    case "twitter:app:url:ipad": \.iPad.url
    case "twitter:app:name:googleplay": \.googlePlay.name
    case "twitter:app:id:googleplay": \.googlePlay.id
    case "twitter:app:url:googleplay": \.googlePlay.url
    default: nil
    }
  }

  /// The names whose values are addresses of the web. Those of apps are left as they are.
  private static let addresses: Set = ["twitter:image", "twitter:image:src", "twitter:player"]
}
