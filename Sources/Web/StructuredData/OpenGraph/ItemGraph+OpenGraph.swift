import WebDocuments

extension ItemGraph {
  /// The item that a page tells of by Open Graph: none where it only says that it is a page of a site, or nothing of
  /// its kind.
  ///
  /// What the protocol calls a kind becomes a type of schema.org, and its properties become properties of that.
  /// Addresses that stand for people become items of their own only where the page tells more of them.
  ///
  /// - Parameter page: What the page says.
  package init(_ page: OpenGraph) {
    guard let kind = page.kind, let type = OpenGraphItem.types[kind.text.lowercased()] else {
      self.init()
      return
    }
    var item = OpenGraphItem(type, at: kind.location)
    item.add(page)
    self = item.finish()
  }
}

/// Makes an item of what a page says by Open Graph.
private struct OpenGraphItem {
  /// The types of schema.org for the protocol's kinds. Sites are none: they aren't what a page is about.
  static let types = [
    "article": "Article", "book": "Book", "profile": "Person", "product": "Product",
    "product.item": "Product", "product.group": "ProductGroup", "music.song": "MusicRecording",
    "music.album": "MusicAlbum", "music.playlist": "MusicPlaylist", "video.movie": "Movie",
    "video.episode": "TVEpisode", "video.tv_show": "TVSeries", "video.other": "VideoObject",
  ]

  /// The properties of schema.org for those of the kinds.
  private static let properties = [
    "article:author": "author", "article:expiration_time": "expires",
    "article:modified_time": "dateModified", "article:published_time": "datePublished",
    "article:section": "articleSection", "article:tag": "keywords", "book:author": "author",
    "book:isbn": "isbn", "book:release_date": "datePublished", "book:tag": "keywords",
    "music:album": "inAlbum", "music:musician": "byArtist", "music:release_date": "datePublished",
    "music:song": "track", "product:brand": "brand", "profile:first_name": "givenName",
    "profile:gender": "gender", "profile:last_name": "familyName",
    "profile:username": "alternateName", "video:actor": "actor", "video:director": "director",
    "video:release_date": "datePublished", "video:series": "partOfSeries",
    "video:tag": "keywords", "video:writer": "author",
  ]

  private static let availabilities = [
    "instock": "InStock", "in stock": "InStock", "oos": "OutOfStock", "out of stock": "OutOfStock",
    "preorder": "PreOrder", "pending": "PreOrder", "backorder": "BackOrder",
    "discontinued": "Discontinued",
  ]

  private let type: String
  private var builder = ItemGraphBuilder(.openGraph)
  private let place: Int

  init(_ type: String, at location: SourceLocation) {
    self.type = type
    place = builder.item(nil, at: location)
    builder.addType(SchemaNamespace.iri + type, to: place)
    builder.markTopLevel(place)
  }

  mutating func add(_ page: OpenGraph) {
    add("name", page.title)
    add("description", page.description)
    add("url", page.url, isAddress: true)
    for image in page.images { add("image", image.secureURL ?? image.url, isAddress: true) }
    for property in page.properties {
      guard let name = Self.properties[property.name] else { continue }
      for value in property.values {
        add(name, value, isAddress: IRIParts.hasScheme(value.text) && !name.hasPrefix("date"))
      }
    }
    addDuration(page["music:duration"].first ?? page["video:duration"].first)
    addOffer(page)
  }

  consuming func finish() -> ItemGraph { builder.finish() }

  private mutating func add(_ name: String, _ value: MetaValue?, isAddress: Bool = false) {
    guard let value else { return }
    builder.add(
      .value(isAddress ? .url(value.text) : .text(value.text, language: nil)),
      to: SchemaNamespace.iri + name, of: place, at: value.location)
  }

  /// Adds a duration, which Open Graph gives in seconds.
  private mutating func addDuration(_ value: MetaValue?) {
    guard let value, let seconds = UInt32(value.text) else { return }
    add("duration", MetaValue("PT\(seconds)S", at: value.location))
  }

  /// Adds what a product costs.
  private mutating func addOffer(_ page: OpenGraph) {
    guard type == "Product" || type == "ProductGroup",
      let price = page["product:price:amount"].first ?? page["og:price:amount"].first
    else { return }
    let offer = builder.item(nil, at: price.location)
    builder.addType(SchemaNamespace.iri + "Offer", to: offer)
    func say(_ name: String, _ content: GraphValue.Content, _ location: SourceLocation) {
      builder.add(.value(content), to: SchemaNamespace.iri + name, of: offer, at: location)
    }
    say("price", .text(price.text, language: nil), price.location)
    if let currency = page["product:price:currency"].first ?? page["og:price:currency"].first {
      say("priceCurrency", .text(currency.text, language: nil), currency.location)
    }
    if let availability = page["product:availability"].first ?? page["og:availability"].first,
      let member = Self.availabilities[availability.text.lowercased()]
    {
      say("availability", .url(SchemaNamespace.iri + member), availability.location)
    }
    builder.add(
      .value(.item(offer)), to: SchemaNamespace.iri + "offers", of: place, at: price.location)
  }
}
