package import CrawlRules
package import WebAddresses
package import WebFetching

/// A request that is to be made now. The store has noted it.
package struct CrawlClaim: Hashable, Sendable {
  /// What is asked for.
  package enum Target: Hashable, Sendable {
    /// The robots.txt of the host.
    case robots
    /// An address with its identifier, and what is expected there.
    case page(Int64, PageRecord.Kind)
  }

  /// What is asked for.
  package let target: Target
  /// The host.
  package let host: Int64
  /// The address.
  package let url: WebURL
  /// By what its content can be recognised.
  package let validators: FetchRequest.Validators
}

/// What is to be done now.
package enum CrawlStep: Hashable, Sendable {
  /// A request.
  case fetch(CrawlClaim)
  /// A robots.txt to be read, which takes long; what comes of it goes to ``Frontier/note(_:at:)``.
  case read(RobotsReading)
  /// Nothing, until a moment or until something that is under way has ended; `nil` for no moment.
  case wait(until: Int64?)
  /// Nothing ever: nothing is under way either.
  case done
}

/// What came of a request.
package struct CrawlResult: Sendable {
  /// What came.
  package enum Content: Sendable {
    /// A page, and what was read of it.
    case page(CrawledPage)
    /// Something else than what can be read.
    case other
    /// What came the last time.
    case unchanged
    /// A redirection.
    case redirection(WebURL, isMoved: Bool)
    /// A list of addresses.
    case sitemap(CrawledSitemap)
    /// What came of asking for robots.txt, whatever it is.
    case robots(RobotsOutcome)
    /// Nothing is there; for good or for now.
    case missing(isForGood: Bool)
    /// The server failed.
    case failed
    /// The server has too much to do; with the milliseconds that it wants to be left alone, if it says so.
    case overloaded(retryAfter: Int64?)
    /// There was no answer.
    case unreachable
    /// The rules of fetching forbid it.
    case refused
  }

  /// What was asked for.
  package var claim: CrawlClaim
  /// What came.
  package var content: Content
  /// The status; 0 without an answer.
  package var status: Int
  /// How long it took, in milliseconds.
  package var duration: Int64
  /// The address of the other end.
  package var address: String?
  /// By what the content can be recognised.
  package var validators: FetchRequest.Validators
  /// The values of `X-Robots-Tag`, one on a line; `nil` for none.
  package var robotsTag: String?
  /// How the answer came; `nil` where nobody says.
  package var transport: Transport?
  /// Why there was no answer; `nil` when there was one.
  package var error: FetchError.Code?
  /// The robots.txt that came, where it was read already.
  package var robots: RobotsReading?
  /// The processor time that reading the content took, in microseconds.
  package var processorTime: Int64 = 0
  /// How long its host is left alone after it, in milliseconds; known once it was taken in.
  package var pause: Int64 = 0

  /// How an answer came.
  package struct Transport: Hashable, Sendable {
    /// The version of HTTP.
    package var version: FetchResponse.Version
    /// Whether an earlier connection was used again.
    package var isReused: Bool
    /// How many bytes the body had on the wire.
    package var byteCount: Int

    /// Makes an account.
    package init(version: FetchResponse.Version, isReused: Bool, byteCount: Int) {
      self.version = version
      self.isReused = isReused
      self.byteCount = byteCount
    }
  }

  /// Makes a result.
  package init(
    _ claim: CrawlClaim, _ content: Content, status: Int = 200, duration: Int64 = 0,
    address: String? = nil, validators: FetchRequest.Validators = .init()
  ) {
    self.claim = claim
    self.content = content
    self.status = status
    self.duration = duration
    self.address = address
    self.validators = validators
  }
}

/// What was read of a page.
package struct CrawledPage: Hashable, Sendable {
  /// A link.
  package struct Link: Hashable, Sendable {
    /// Where it leads.
    package var url: WebURL
    /// Where it stands.
    package var place: LinkWeight.Place
    /// Whether it is a vote for where it leads.
    package var isEndorsed: Bool

    /// Makes a link.
    package init(_ url: WebURL, place: LinkWeight.Place = .content, isEndorsed: Bool = true) {
      self.url = url
      self.place = place
      self.isEndorsed = isEndorsed
    }
  }

  /// A number for the body.
  package var contentHash: UInt64
  /// A number for the words.
  package var fingerprint: Fingerprint
  /// The title.
  package var title: String
  /// Whether it may be shown.
  package var isIndexable: Bool
  /// When it asks to be taken down, in milliseconds since 1 January 1970; `nil` when it does not.
  package var unavailableAfter: Int64?
  /// What it names as the address to be shown; `nil` for nothing.
  package var canonical: WebURL?
  /// Whether it names itself as the address to be shown.
  package var namesItself: Bool
  /// A number for the thing that it is about; `nil` where it names none.
  package var mainItem: UInt64?
  /// The links that may be followed.
  package var links: [Link]
  /// Lists of addresses that it names.
  package var sitemaps: [WebURL]
  /// What search has to know of it, in a form of its own.
  package var content: [UInt8]

  /// Makes what was read of a page.
  package init(
    contentHash: UInt64, fingerprint: Fingerprint = Fingerprint(bits: 0, isVague: true),
    title: String = "", isIndexable: Bool = true, unavailableAfter: Int64? = nil,
    canonical: WebURL? = nil,
    namesItself: Bool = false, mainItem: UInt64? = nil, links: [Link] = [], sitemaps: [WebURL] = [],
    content: [UInt8] = []
  ) {
    self.contentHash = contentHash
    self.fingerprint = fingerprint
    self.title = title
    self.isIndexable = isIndexable
    self.unavailableAfter = unavailableAfter
    self.canonical = canonical
    self.namesItself = namesItself
    self.mainItem = mainItem
    self.links = links
    self.sitemaps = sitemaps
    self.content = content
  }
}

/// What was read of a sitemap.
package struct CrawledSitemap: Hashable, Sendable {
  /// A page that it lists.
  package struct Entry: Hashable, Sendable {
    /// The address.
    package var url: WebURL
    /// When the page changed last, in milliseconds since 1 January 1970; `nil` when it does not say.
    package var changedAt: Int64?

    /// Makes an entry.
    package init(_ url: WebURL, changedAt: Int64? = nil) {
      self.url = url
      self.changedAt = changedAt
    }
  }

  /// The pages.
  package var entries: [Entry]
  /// Other sitemaps.
  package var sitemaps: [WebURL]

  /// Makes a list.
  package init(entries: [Entry] = [], sitemaps: [WebURL] = []) {
    self.entries = entries
    self.sitemaps = sitemaps
  }
}
