public import WebAddresses

/// What a page links to.
public struct PageLinks: Hashable, Sendable {
  /// Another form of the page in a language or for a region.
  public struct Language: Hashable, Sendable {
    /// The language tag as written, such as `de-AT` or `x-default`.
    public let language: String
    /// The address.
    public let url: WebURL
  }

  /// Where a page sends browsers on to.
  public struct Refresh: Hashable, Sendable {
    /// After how many seconds.
    public let seconds: Int
    /// The address.
    public let url: WebURL

    /// Whether it counts as a redirect: nobody reads a page that is gone within five seconds.
    public var isRedirect: Bool { seconds <= 5 }
  }

  /// The links to follow, in order: of the web, each address once for each part of the page.
  public internal(set) var pages: [PageLink] = []
  /// The feeds of the page.
  public internal(set) var feeds: [WebURL] = []
  /// The sitemaps that the page names.
  public internal(set) var sitemaps: [WebURL] = []
  /// The descriptions of searches (OpenSearch) that the page names.
  public internal(set) var searchDescriptions: [WebURL] = []
  /// The page in other languages.
  public internal(set) var languages: [Language] = []
  /// The icon of the site, the one for the largest display first; none where the page names none.
  public internal(set) var icons: [WebURL] = []
  /// Where `http-equiv=refresh` sends browsers on to.
  public internal(set) var refresh: Refresh?
  /// Whether there are more links than were kept.
  public internal(set) var isCut = false
}
