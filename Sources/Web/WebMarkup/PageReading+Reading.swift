internal import CrawlRules
internal import FresnelModel
internal import StructuredData
public import WebAddresses
internal import WebDocuments

extension PageReading {
  /// Reads a page.
  ///
  /// - Parameters:
  ///   - bytes: The page as it was served, without the transfer's compression.
  ///   - url: The address that it was served at, after redirects.
  ///   - headers: The header that it was served with, of which `Content-Type`, `Link`, `Content-Language` and
  ///     `X-Robots-Tag` count.
  ///   - options: What else the reading may need to know.
  /// - Complexity: O(*b*) in the number of bytes.
  public init(
    _ bytes: [UInt8], url: WebURL, headers: [HeaderField] = [], options: Options = Options()
  ) {
    var limits = HTMLLimits.standard
    limits.byteCount = max(0, options.maximumByteCount)
    let document = HTMLDocument.parse(
      .decode(bytes, contentType: headers.values("content-type").first, limits: limits),
      limits: limits)
    var diagnostics = document.diagnostics
    var page = PageWalk.elements(of: document)
    page.links = headers.values("link").flatMap(LinkHeader.links) + page.links
    let base = page.base.flatMap { WebURL($0, base: url) } ?? url

    let tags = page.tags.map(\.tag)
    let baseIRI = BaseIRI(page.base, of: url.href)
    let metadata = PageMetadata(document, tags: tags)
    let openGraph = OpenGraph(document, tags: tags, base: baseIRI, &diagnostics)
    let twitterCard = TwitterCard(document, tags: tags, base: baseIRI, &diagnostics)
    let graph = Self.graph(document, openGraph, baseIRI, &diagnostics)
    let directives = Self.directives(page.tags, headers, options.now)

    diagnostics += directives.diagnostics

    let canonical = CanonicalLink.read(
      page, url: url, base: base,
      openGraphURL: openGraph.url.flatMap { WebURL($0.text, base: base) },
      isIndexed: directives.isIndexed, &diagnostics)
    let links = PageLinks.read(page, base: base)
    let deepLinks = Self.deepLinks(page, twitterCard, url, canonical.url, options, &diagnostics)
    let keys = Set([url.crawlKey, canonical.url.crawlKey])
    let mainItem = MainItem.choose(graph, addresses: keys, base: base)
    let main = mainItem.map { ItemView(graph: graph, place: $0) }
    let card = CardReading(
      page: page, metadata: metadata, openGraph: openGraph, twitter: twitterCard, main: main,
      directives: directives, url: url, base: base
    ).card(
      canonical: canonical.url, icon: links.icons.first, deepLink: deepLinks.chosen, &diagnostics)

    self.url = url
    self.base = base
    self.canonical = canonical
    self.metadata = metadata
    self.openGraph = openGraph
    self.twitterCard = twitterCard
    self.graph = graph
    self.directives = directives
    self.mainItem = mainItem
    self.deepLinks = deepLinks
    self.links = links
    self.card = card
    search = CardSearch.read(graph, &diagnostics)
    interactions = main.map { Interactions.read($0, &diagnostics) } ?? [:]
    locations = LocationSuggestion.all(in: graph)
    text = page.text
    needsScript = !page.hasText && page.hasScript
    if needsScript {
      diagnostics.append(
        Diagnostic(.bodyNeedsScript, "The page has no text before its scripts have run."))
    }
    self.diagnostics = diagnostics.inOrder
  }

  /// Everything that the syntaxes tell of, as one graph. Open Graph comes last: what others say of the same thing
  /// says more.
  private static func graph(
    _ document: HTMLDocument, _ openGraph: OpenGraph, _ base: BaseIRI,
    _ diagnostics: inout [Diagnostic]
  ) -> ItemGraph {
    let jsonLD = JSONLDReading(document, base: base)
    let microdata = MicrodataReading(document, base: base)
    let rdfa = RDFaReading(document, base: base)
    diagnostics += jsonLD.diagnostics + microdata.diagnostics + rdfa.diagnostics
    let graph = ItemGraph.merging([
      jsonLD.graph, ItemGraph(microdata, of: document), ItemGraph(rdfa, of: document),
      ItemGraph(openGraph),
    ])
    diagnostics += graph.vocabularyDiagnostics()
    return graph
  }

  /// What the page asks of search engines, in its tags and in its header.
  private static func directives(
    _ tags: [PageTag], _ headers: [HeaderField], _ now: Timestamp
  ) -> PageDirectives {
    var directives = PageDirectives(now: now)
    for tag in tags {
      guard let name = tag.tag.name else { continue }
      directives.addMeta(name: name, content: tag.tag.content, at: tag.location)
    }
    for value in headers.values("x-robots-tag") { directives.addHeader(value) }
    return directives
  }

  private static func deepLinks(
    _ page: PageElements, _ twitter: TwitterCard, _ url: WebURL, _ canonical: WebURL,
    _ options: Options, _ diagnostics: inout [Diagnostic]
  ) -> DeepLinks {
    // The page's own address comes first: with its fragment, which may decide.
    var verdict = options.universalLink(url)
    var covered = url
    if verdict != .verified, canonical != url {
      let other = options.universalLink(canonical)
      if other == .verified || verdict == .unchecked { (verdict, covered) = (other, canonical) }
    }
    return DeepLinks.read(
      page, twitter, universalLink: verdict, universalURL: covered.href, &diagnostics)
  }
}

extension [Diagnostic] {
  /// The findings in the order of the page, what is about the whole page first, each once, and no more than are
  /// read.
  var inOrder: [Diagnostic] {
    let ordered = enumerated().sorted { first, second in
      let (one, other) = (first.element.location, second.element.location)
      if one == other { return first.offset < second.offset }
      guard let one else { return true }
      guard let other else { return false }
      return one < other
    }
    // What is the same stands at the same place. Few findings do, so that most need no hash.
    var result: [Diagnostic] = []
    var here: Set<Diagnostic> = []
    for (index, finding) in ordered.map(\.element).enumerated() {
      guard result.count < PageReading.diagnosticLimit else {
        result.append(
          Diagnostic(
            .tooLarge, "The page has \(ordered.count - index) more findings, which are not listed.",
            severity: .notice))
        break
      }
      let isFirst = index == 0 || ordered[index - 1].element.location != finding.location
      let isLast =
        index + 1 == ordered.count || ordered[index + 1].element.location != finding.location
      if isFirst { here.removeAll(keepingCapacity: true) }
      if isFirst && isLast || here.insert(finding).inserted { result.append(finding) }
    }
    return result
  }
}
