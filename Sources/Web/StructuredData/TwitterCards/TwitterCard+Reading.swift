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
    let places = Self.places
    for tag in tags {
      let keys = [tag.name].compactMap(\.self) + tag.properties.map { $0.lowercased() }
      guard keys.contains(where: { $0.hasPrefix("twitter:") }) else { continue }
      // Twitter's own examples once had the text in `value`.
      let content =
        tag.content.isEmpty
        ? document.attribute(.value, of: tag.node).map { String($0.trimmingHTMLSpace()) } ?? ""
        : tag.content
      guard !content.isEmpty else { continue }
      let location = document.location(of: tag.node)
      for key in keys {
        guard let place = places[key] else { continue }
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

  private static var places: [String: WritableKeyPath<TwitterCard, MetaValue?>] {
    [
      "twitter:card": \.kind, "twitter:title": \.title, "twitter:description": \.description,
      "twitter:image": \.image, "twitter:image:src": \.image,
      "twitter:image:alt": \.imageDescription, "twitter:site": \.site,
      "twitter:creator": \.creator, "twitter:player": \.player,
      "twitter:app:country": \.country,
      "twitter:app:name:iphone": \.iPhone.name, "twitter:app:id:iphone": \.iPhone.id,
      "twitter:app:url:iphone": \.iPhone.url, "twitter:app:name:ipad": \.iPad.name,
      "twitter:app:id:ipad": \.iPad.id, "twitter:app:url:ipad": \.iPad.url,
      "twitter:app:name:googleplay": \.googlePlay.name,
      "twitter:app:id:googleplay": \.googlePlay.id,
      "twitter:app:url:googleplay": \.googlePlay.url,
    ]
  }

  /// The names whose values are addresses of the web. Those of apps are left as they are.
  private static let addresses: Set = ["twitter:image", "twitter:image:src", "twitter:player"]
}
