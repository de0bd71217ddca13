internal import CrawlRules
public import FresnelModel
internal import StructuredData
internal import WebAddresses

extension PageReading {
  /// The page as an item of an index, with the attributes that an app would have set for the same content.
  ///
  /// The unique identifier is the key of the canonical address. An app that shows the same content uses it as
  /// well, so that the two are one thing.
  public var item: Item {
    Item(
      uniqueIdentifier: canonical.url.crawlKey, domainIdentifier: domainIdentifier,
      attributes: attributes)
  }

  /// The host with its labels turned around, so that `com.example` is the domain of all pages of its hosts.
  private var domainIdentifier: String? {
    canonical.url.host.map { $0.split(separator: ".").reversed().joined(separator: ".") }
  }

  /// What is known about the page.
  public var attributes: Attributes {
    var writer = AttributeWriter()
    writer.set(.title, card.title)
    writer.set(.displayName, card.title)
    writer.set(.contentDescription, card.description)
    writer.set(.contentType, "public.html")
    writer.set(.url, url: canonical.url.href)
    writer.set(.contentSources, [canonical.url.href])
    writer.set(.languages, metadata.language.map { [$0.text] } ?? [])
    if directives.allowsSnippet { writer.set(.textContent, text.isEmpty ? nil : text) }
    writeCard(&writer)
    let main = mainItem.map { ItemView(graph: graph, place: $0) }
    if let main { ItemAttributes(view: main).write(&writer) }
    writeNames(main, &writer)
    writeKeywords(main, &writer)
    return writer.attributes
  }

  /// Other names of the page: its title in plain HTML, where the card shows that of Open Graph, and those of the thing.
  private func writeNames(_ main: ItemView?, _ writer: inout AttributeWriter) {
    let title = metadata.title.map { String(foldingSpace($0.text).prefix(1_000)) } ?? ""
    let own = title.isEmpty || title == card.title ? [] : [title]
    writer.set(.alternateNames, own + (main?.texts("alternateName", most: 50) ?? []))
  }

  private func writeCard(_ writer: inout AttributeWriter) {
    if let rating = card.rating {
      writer.set(.rating, rating.stars)
      writer.set(.ratingDescription, rating.line)
    }
    writer.set(.contentCreationDate, card.dates.published)
    writer.set(.startDate, card.dates.start)
    writer.set(.endDate, card.dates.end)
    let plays = ["ListenAction", "WatchAction"].compactMap { interactions[$0] }
    if let count = plays.max() { writer.set(.playCount, count) }
    for action in card.actions {
      switch action {
      case .call: writer.set(.supportsPhoneCall, true)
      case .directions: writer.set(.supportsNavigation, true)
      case .play: writer.set(.streamable, true)
      }
    }
  }

  private func writeKeywords(_ main: ItemView?, _ writer: inout AttributeWriter) {
    let own = main?.texts("keywords") ?? []
    let words = own.isEmpty ? openGraph["article:tag"].map(\.text) : own
    let keywords = words.flatMap { $0.split(separator: ",") }
      .map { foldingSpace(String($0)) }.filter { !$0.isEmpty }
    writer.set(.keywords, Array(keywords.prefix(Self.keywordLimit)))
  }

  /// The most keywords that count: more are there for machines only.
  private static let keywordLimit = 40
}
