public import CrawlRules
public import FresnelModel
public import FresnelPlatform
public import StructuredData
public import WebAddresses
public import WebDocuments

/// A page of the web as Fresnel reads it: what it says, what it leads to, how it is shown among results, and
/// everything that is wrong with it.
///
/// Any bytes can be read. The time it takes is linear in their number, which is bounded by
/// ``Options/maximumByteCount``; what is beyond is left out and reported. The same input gives the same reading.
public struct PageReading: Sendable {
  /// The address that the page was served at.
  public let url: WebURL
  /// What addresses on the page are relative to.
  public let base: WebURL
  /// The address that the page is known by.
  public let canonical: CanonicalLink
  /// What plain HTML says: title, language, description, keywords.
  public let metadata: PageMetadata
  /// What the page allows: whether it may be indexed, followed and described.
  public let directives: PageDirectives
  /// What Open Graph tags say.
  public let openGraph: OpenGraph
  /// What Twitter tags say.
  public let twitterCard: TwitterCard
  /// The things that JSON-LD, Microdata, RDFa and Open Graph tell of, as one graph.
  public let graph: ItemGraph
  /// The place in the graph of the thing that the page is about; `nil` where there is none.
  public let mainItem: Int?
  /// Everything that leads into an app.
  public let deepLinks: DeepLinks
  /// What the page links to.
  public let links: PageLinks
  /// The page as it is shown among results.
  public let card: ResultCard
  /// How the site is searched, where the page says it: then it is one to begin a search on.
  public let search: CardSearch?
  /// How often people did something with the thing that the page is about, by the action's name in schema.org.
  public let interactions: [String: Int]
  /// Every place that the page tells of.
  public let locations: [LocationSuggestion]
  /// The text of the page's content, one block to a line; cut when it is long.
  public let text: String
  /// Whether the page has no text before its scripts have run. Scripts are not run.
  public let needsScript: Bool
  /// Everything that was found, in the order of the page; what is about the whole page comes first.
  public let diagnostics: [Diagnostic]

  /// What the reading of a page may need to know besides the page.
  public struct Options: Sendable {
    /// What the association of a site with an app says of an address. It is asked for the page's address and
    /// for its canonical one.
    public var universalLink: @Sendable (WebURL) -> UniversalLink
    /// The most bytes of a page that are read.
    public var maximumByteCount: Int
    /// The time, which decides whether the page was to be taken down.
    public var now: Timestamp

    /// Makes options.
    ///
    /// - Parameters:
    ///   - maximumByteCount: The most bytes of a page that are read.
    ///   - now: The time; that of the clock unless given.
    ///   - universalLink: What the association of a site with an app says of an address. Unless given, nobody
    ///     looks.
    public init(
      maximumByteCount: Int = 5 << 20,
      now: Timestamp = Timestamp(secondsSince1970: WallClock.secondsSince1970),
      universalLink: @escaping @Sendable (WebURL) -> UniversalLink = { _ in .unchecked }
    ) {
      self.maximumByteCount = maximumByteCount
      self.now = now
      self.universalLink = universalLink
    }
  }

  /// The most findings that are kept.
  static let diagnosticLimit = 2_000
}
