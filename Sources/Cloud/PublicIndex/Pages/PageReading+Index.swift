package import FresnelModel
package import WebMarkup

extension PageReading {
  /// The page as an item of the public index: what an app would have set, what ranking needs to know, and what results
  /// show.
  package var indexItem: Item {
    var item = item
    PageFacts(of: self).write(to: &item.attributes)
    PageCard(of: self).write(to: &item.attributes)
    PageDetails(of: self).write(to: &item.attributes)
    return item
  }
}

extension PageFacts {
  /// What people do with things that they like.
  private static let likings: Set<String> = [
    "LikeAction", "ListenAction", "WatchAction", "PlayAction", "CommentAction", "DownloadAction",
    "ShareAction",
  ]
  /// So many more keywords than are taken for honest are as bad as it gets.
  private static let manyKeywords = 60.0

  /// What a page tells; who links to it, it can't.
  init(of page: PageReading) {
    let card = page.card
    let filled = [
      card.description != nil, card.image != nil,
      card.rating != nil || card.price != nil || !card.dates.isEmpty,
      !card.actions.isEmpty || card.deepLink != nil,
    ].count { $0 }
    let isStuffed = page.diagnostics.contains { $0.code == "keywords-stuffed" }
    let counts = page.interactions.filter { Self.likings.contains($0.key) }.values
    self.init(
      rating: card.rating.map { $0.stars / 5 }, ratingCount: Double(card.rating?.count ?? 1),
      interactionCount: counts.reduce(0) { $0 + Double($1) },
      completeness: Double(1 + filled) / 5,
      hasVerifiedLink: page.deepLinks.universalLink == .verified,
      keywordSpam: isStuffed
        ? min(1, max(0.5, Double(page.metadata.keywords.count) / Self.manyKeywords)) : 0,
      isSearchLanding: page.landingSearch != nil)
  }
}

extension PageCard {
  /// What results show of a page.
  init(of page: PageReading) {
    let card = page.card
    let type = page.mainItem.flatMap { page.graph[$0].types.first }
    let name = page.deepLinks.chosen?.appName
    self.init(
      site: page.openGraph.siteName?.text,
      // A type of another vocabulary is a whole address.
      type: type.flatMap { $0.contains(":") ? nil : $0 },
      thumbnail: card.image.map { page.picture($0.href) },
      rating: card.rating.map { Rating(value: $0.value, best: $0.best, count: $0.count) },
      price: card.price.map {
        Price(low: $0.low, high: $0.high, currency: $0.currency, range: $0.text, line: $0.line)
      },
      actions: card.actions.map { Action(kind: $0.kind, url: $0.url) },
      deepLink: card.deepLink.map {
        Link(url: $0.url, isVerified: $0.source == .universalLink)
      },
      app: page.deepLinks.storeID == nil && name == nil
        ? nil : App(storeID: page.deepLinks.storeID, name: name),
      search: page.landingSearch, isPaywalled: card.isPaywalled)
    if site == nil { site = page.websiteName }
  }
}

extension PageReading {
  /// How the site is searched, where this is a page to begin a search on: many sites say it on all their pages, and
  /// mean the first one. A search that leads to another site is none of this one.
  fileprivate var landingSearch: PageCard.Search? {
    let url = canonical.url
    guard let search, url.query == nil, url.path.utf8.dropFirst().split(separator: 0x2F).count <= 1,
      let target = WebURL(search.template.replacing("{\(search.variable)}", with: "x")),
      target.isHTTP, let host = target.host,
      host == url.host || target.registrableDomain ?? host == url.registrableDomain
    else { return nil }
    return PageCard.Search(template: search.template, variable: search.variable)
  }

  /// The name of the site, where the page tells of it as a thing.
  fileprivate var websiteName: String? {
    graph.items.first { $0.types.contains("WebSite") }?.text("name")
  }

  /// A picture with its size, where Open Graph says it.
  fileprivate func picture(_ url: String) -> PageCard.Picture {
    let told = openGraph.images.first { ($0.secureURL ?? $0.url).text == url }
    return PageCard.Picture(
      url: url, width: told?.width.flatMap { Int($0.text) },
      height: told?.height.flatMap { Int($0.text) })
  }
}
