internal import CommandKit
internal import CrawlRules
internal import FresnelModel
internal import FresnelPlatform
internal import SiteAssociations
internal import WebAddresses
internal import WebDocuments
internal import WebMarkup

/// A file of a site, and what was found in it.
struct WebDocument: Sendable {
  /// Its path.
  let path: String
  /// What it is.
  let kind: WebDocumentKind
  /// Where it is served.
  let url: WebURL
  /// What is in it.
  let bytes: [UInt8]
  /// The reading of a page; `nil` for other files.
  let page: PageReading?
  /// What the file holds, in a few words, where it is no page.
  let contents: String
  /// What was found.
  var diagnostics: [Diagnostic]

  /// The most bytes of a file that are read.
  private static let sizeLimit = 64 << 20

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - name: Its path in the folder that was named, which is its path on the site as well.
  ///   - site: Where it is served; `nil` where nobody says.
  /// - Throws: What keeps the file from being read.
  init(path: String, name: String, site: WebURL?) throws(SystemError) {
    self.path = path
    bytes = try FileSystem.contents(of: path, maximumByteCount: Self.sizeLimit)
    kind = WebDocumentKind(name: FileSystem.lastComponent(of: path), bytes: bytes)
    let place = site ?? Self.unknownPlace(name)
    switch kind {
    case .page:
      let reading = PageReading(bytes, url: place)
      // Where nobody says where a page is served, it says so itself.
      let own =
        reading.canonical.claimedElsewhere ?? reading.openGraph.url.flatMap { WebURL($0.text) }
      let page =
        if site == nil, let own, own.isHTTP { PageReading(bytes, url: own) } else { reading }
      self.page = page
      (url, diagnostics, contents) = (page.url, page.diagnostics, "")
    case .robots:
      let file = RobotsFile(bytes)
      page = nil
      (url, diagnostics) = (place, file.diagnostics)
      contents =
        "\(counted(file.groups.count, "group")), \(counted(file.sitemaps.count, "sitemap"))"
    case .sitemap:
      let place = site ?? Self.siteOfFirstAddress(bytes) ?? place
      let sitemap = Sitemap(bytes, at: place)
      page = nil
      (url, diagnostics) = (place, sitemap.diagnostics)
      contents = "\(sitemap.kind.rawValue), \(counted(sitemap.entries.count, "address"))"
    case .association:
      let now = Int64(WallClock.secondsSince1970)
      let reading = AssociationReading(bytes, host: place.host ?? "", now: now)
      page = nil
      (url, diagnostics) = (place, reading.diagnostics)
      let lists = reading.association.map { Array($0.applications.values) } ?? []
      let apps = Set(lists.flatMap { $0 })
      contents = counted(apps.count, "app")
    case .assetLinks:
      let reading = AssetLinksReading(bytes)
      page = nil
      (url, diagnostics) = (place, reading.diagnostics)
      contents = counted(reading.links?.statements.count ?? 0, "statement")
    }
  }

  /// A place for a file that nobody says the place of.
  private static func unknownPlace(_ name: String) -> WebURL {
    WebURL(name, base: unknownSite) ?? unknownSite
  }

  private static let unknownSite: WebURL = {
    guard let url = WebURL("https://example.invalid/") else { fatalError("the address is valid") }
    return url
  }()

  /// The top of the site that the first address of a list is on: what it may list depends on where it is.
  private static func siteOfFirstAddress(_ bytes: [UInt8]) -> WebURL? {
    let text = String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
    let start = text.firstRange(of: ">http")?.lowerBound
    let first = (start.map { text[$0...].dropFirst() } ?? text[...]).prefix {
      !$0.isWhitespace && $0 != "<"
    }
    guard let url = WebURL(String(first)), url.isHTTP else { return nil }
    return WebURL(url.origin + "/sitemap.xml")
  }

  /// How many findings there are of a severity.
  func count(_ severity: DiagnosticSeverity) -> Int {
    diagnostics.count { $0.severity == severity }
  }

  /// The file and what was found, for programs.
  var report: JSONValue {
    .object(
      [
        JSONMember("file", .string(path)), JSONMember("kind", .string(kind.rawValue)),
        JSONMember("url", .string(url.href)),
        JSONMember("diagnostics", .array(diagnostics.map(\.report))),
      ] + (page.map { [JSONMember("page", $0.reportWithoutDiagnostics)] } ?? []))
  }
}

extension PageReading {
  /// The reading for programs, its findings aside.
  fileprivate var reportWithoutDiagnostics: JSONValue {
    guard case .object(let members) = report else { return report }
    return .object(members.filter { $0.name != "diagnostics" })
  }
}
