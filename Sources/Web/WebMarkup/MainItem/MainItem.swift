internal import StructuredData
internal import WebAddresses

/// The choice of the thing that a page is about.
enum MainItem {
  /// The place of the thing that a page is about: the one that says so, else of those that stand for
  /// themselves the one with the most to show on a card.
  ///
  /// - Parameters:
  ///   - graph: What the page tells of, what stands in several syntaxes merged, in the order of belief.
  ///   - addresses: The keys of the addresses that the page is known by.
  ///   - base: What addresses on the page are relative to.
  /// - Returns: `nil` where nothing but the site and its pages is told of.
  static func choose(_ graph: ItemGraph, addresses: Set<String>, base: WebURL) -> Int? {
    declared(graph, addresses, base) ?? fullest(graph)
  }

  /// The thing that says that the page is about it, or that a page's item says the page is about.
  private static func declared(
    _ graph: ItemGraph, _ addresses: Set<String>, _ base: WebURL
  ) -> Int? {
    for place in graph.items.indices {
      let view = ItemView(graph: graph, place: place)
      if isAbout(view, addresses, base), !isFrame(view) { return place }
    }
    for place in graph.items.indices {
      let view = ItemView(graph: graph, place: place)
      // A page of questions has many that it is about; often it stands beside what the page is about.
      guard view.isA("WebPage"), !view.isA("FAQPage"), mayBe(view, addresses, base) else {
        continue
      }
      if let main = view.items("mainEntity").first { return main.place }
    }
    return nil
  }

  /// Whether an item's `mainEntityOfPage` is the page.
  private static func isAbout(_ view: ItemView, _ addresses: Set<String>, _ base: WebURL) -> Bool {
    view.item["mainEntityOfPage"].contains { value in
      if let place = value.item {
        return mayBe(ItemView(graph: view.graph, place: place), addresses, base)
      }
      let text = HTMLText.trimmed(value.text ?? "")
      if text.isEmpty || text.lowercased() == "true" { return true }
      return isPage(text, addresses, base)
    }
  }

  /// Whether an item may stand for the page: its identifier or its address is the page's, or it has neither.
  private static func mayBe(_ view: ItemView, _ addresses: Set<String>, _ base: WebURL) -> Bool {
    let names = [view.item.identifier, view.item.text("url")].compactMap(\.self)
    return names.isEmpty || names.contains { isPage($0, addresses, base) }
  }

  private static func isPage(_ text: String, _ addresses: Set<String>, _ base: WebURL) -> Bool {
    // Many items may give one address, so each is read as often.
    guard text.utf8.count <= 4 * LinkLimits.address else { return false }
    return WebURL(HTMLText.trimmed(text), base: base).map { addresses.contains($0.crawlKey) }
      ?? false
  }

  /// The item that stands for itself and has the most to show.
  private static func fullest(_ graph: ItemGraph) -> Int? {
    let views = graph.topLevel.map { subject(ItemView(graph: graph, place: $0)) }
    let things = views.filter { !isFrame($0) }
    let others = things.filter { !isPublisher($0) }
    // What Open Graph says goes into a card anyhow; where data tells of things, it says more of them.
    let described = others.filter { $0.item.syntax != .openGraph }
    var best: (place: Int, fields: Int)?
    for view in [described, others].first(where: { !$0.isEmpty }) ?? things {
      let fields = cardFieldCount(view)
      if best.map({ fields > $0.fields }) ?? true { best = (view.place, fields) }
    }
    return best?.place
  }

  /// What an item is about: a rating that stands for itself is one of something.
  private static func subject(_ view: ItemView) -> ItemView {
    view.isA("AggregateRating") ? view.items("itemReviewed").first ?? view : view
  }

  /// Whether an item tells of the site, of the page itself or of the way to it.
  private static func isFrame(_ view: ItemView) -> Bool {
    view.isA("WebSite", "WebPage", "WebPageElement", "SearchAction", "BreadcrumbList")
      || view.item.types.contains("ItemList") || view.item.types.isEmpty
  }

  /// Whether an item tells of who made the page, if there is something else: an organisation that is no place,
  /// or a person.
  private static func isPublisher(_ view: ItemView) -> Bool {
    view.isA("Person") || view.isA("Organization") && !view.isA("Place")
  }

  private static func cardFieldCount(_ view: ItemView) -> Int {
    let fields: [[String]] = [
      ["aggregateRating"], ["offers", "makesOffer", "priceRange"], ["image"],
      ["address", "geo", "latitude", "location"], ["telephone", "contactPoint"],
      ["audio", "video", "contentUrl"],
    ]
    return fields.count { $0.contains { !view.item[$0].isEmpty } }
  }
}
