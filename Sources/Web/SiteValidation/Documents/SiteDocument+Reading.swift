package import CrawlRules
internal import FresnelPlatform
package import SiteAssociations
package import WebAddresses
internal import WebDocuments
package import WebMarkup

extension SiteDocument {
  /// What became of reading a document.
  package enum Reading: Sendable {
    /// A page.
    case page(PageReading)
    /// Rules for crawlers.
    case robots(RobotsFile)
    /// A sitemap or a feed.
    case sitemap(Sitemap)
    /// An association file; `nil` where it can't be used.
    case association(SiteAssociation?)
    /// Asset links; `nil` where they can't be used.
    case assetLinks(AssetLinks?)
    /// A document that could not be had.
    case missing(SiteDocumentKind)

    /// What the document is.
    var kind: SiteDocumentKind {
      switch self {
      case .page: .page
      case .robots: .robots
      case .sitemap: .sitemap
      case .association: .association
      case .assetLinks: .assetLinks
      case .missing(let kind): kind
      }
    }
  }

  /// Reads a document that was not fetched: a file, or what somebody pasted.
  ///
  /// - Parameters:
  ///   - name: Its path, or what else a person knows it by; it may tell what it is.
  ///   - bytes: What is in it.
  ///   - path: Its path on the site, for where nobody says its address.
  ///   - url: Where it is served; `nil` where nobody says.
  package init(name: String, bytes: [UInt8], path: String = "", url: WebURL?) {
    let kind = SiteDocumentKind(name: FileSystem.lastComponent(of: name), bytes: bytes)
    let place = url ?? Self.unknownPlace(path)
    switch kind {
    case .page:
      let reading = PageReading(bytes, url: place)
      // Where nobody says where a page is served, it says so itself.
      let own =
        reading.canonical.claimedElsewhere ?? reading.openGraph.url.flatMap { WebURL($0.text) }
      let page =
        if url == nil, let own, own.isHTTP { PageReading(bytes, url: own) } else { reading }
      self.init(name: name, bytes: bytes, page: page)
    case .robots: self.init(name: name, url: place, bytes: bytes, robots: RobotsFile(bytes))
    case .sitemap:
      let place = url ?? Self.siteOfFirstAddress(bytes) ?? place
      self.init(name: name, url: place, bytes: bytes, sitemap: Sitemap(bytes, at: place))
    case .association:
      let now = Int64(WallClock.secondsSince1970)
      self.init(
        name: name, url: place, bytes: bytes,
        association: AssociationReading(bytes, host: place.host ?? "", now: now))
    case .assetLinks:
      self.init(name: name, url: place, bytes: bytes, assetLinks: AssetLinksReading(bytes))
    }
  }

  /// A page that was read.
  init(name: String, bytes: [UInt8], page: PageReading) {
    self.init(
      name: name, url: page.url, bytes: bytes, reading: .page(page),
      diagnostics: page.diagnostics + [HiddenData.finding(in: page)].compactMap(\.self))
  }

  /// Rules for crawlers that were read.
  init(name: String, url: WebURL, bytes: [UInt8], robots: RobotsFile) {
    self.init(
      name: name, url: url, bytes: bytes, reading: .robots(robots),
      diagnostics: robots.diagnostics)
  }

  /// A sitemap that was read.
  init(name: String, url: WebURL, bytes: [UInt8], sitemap: Sitemap) {
    self.init(
      name: name, url: url, bytes: Self.beginning(bytes), reading: .sitemap(sitemap),
      diagnostics: sitemap.diagnostics)
  }

  /// An association file that was read.
  init(name: String, url: WebURL, bytes: [UInt8], association reading: AssociationReading) {
    self.init(
      name: name, url: url, bytes: bytes, reading: .association(reading.association),
      diagnostics: reading.diagnostics)
  }

  /// Asset links that were read.
  init(name: String, url: WebURL, bytes: [UInt8], assetLinks reading: AssetLinksReading) {
    self.init(
      name: name, url: url, bytes: bytes, reading: .assetLinks(reading.links),
      diagnostics: reading.diagnostics)
  }

  /// A sitemap as its findings name its lines: of one that is packed, the beginning of what is in it.
  private static func beginning(_ bytes: [UInt8]) -> [UInt8] {
    guard Gunzip.isPacked(bytes) else { return bytes }
    return Gunzip.unpack(
      bytes, limits: GunzipLimits(byteCount: 1 << 20, ratio: GunzipLimits.sitemap.ratio)
    ).bytes
  }

  /// Whether nobody says where the page is served, so that it is read as one of a site that cannot exist.
  package var isAtUnknownPlace: Bool {
    if case .page = reading { url.host == Self.unknownSite.host } else { false }
  }

  /// A place for a document that nobody says the place of.
  private static func unknownPlace(_ path: String) -> WebURL {
    WebURL(path, base: unknownSite) ?? unknownSite
  }

  private static let unknownSite: WebURL = {
    guard let url = WebURL("https://example.invalid/") else { fatalError("the address is valid") }
    return url
  }()

  /// The top of the site that the first address of a list is on: what it may list depends on where it is.
  private static func siteOfFirstAddress(_ bytes: [UInt8]) -> WebURL? {
    let text = String(decoding: beginning(bytes).prefix(1 << 16), as: UTF8.self)
    let start = text.firstRange(of: ">http")?.lowerBound
    let first = (start.map { text[$0...].dropFirst() } ?? text[...]).prefix {
      !$0.isWhitespace && $0 != "<"
    }
    guard let url = WebURL(String(first)), url.isHTTP else { return nil }
    return WebURL(url.origin + "/sitemap.xml")
  }
}
