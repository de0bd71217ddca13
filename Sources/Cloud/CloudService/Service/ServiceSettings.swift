/// How a service is run.
package struct ServiceSettings: Sendable {
  /// The address that the service is known by, without a slash at its end; `nil` to take that which requests name.
  package var baseURL: String?
  /// The version of the software.
  package var version: String
  /// An address of mail or a page by which somebody answers for the crawler; `nil` for none.
  package var contact: String?
  /// Where the crawler fetches from.
  package var crawlerAddresses: CrawlerAddresses
  /// How often a client may ask.
  package var rate: RateLimiter.Rules
  /// Whether a proxy in front says who asks.
  package var isBehindProxy: Bool
  /// How long a search may take, in seconds.
  package var searchSeconds: Double

  /// Makes settings.
  package init(
    baseURL: String? = nil, version: String, contact: String? = nil,
    crawlerAddresses: CrawlerAddresses = CrawlerAddresses(),
    rate: RateLimiter.Rules = RateLimiter.Rules(),
    isBehindProxy: Bool = false, searchSeconds: Double = 2
  ) {
    self.baseURL = baseURL
    self.version = version
    self.contact = contact
    self.crawlerAddresses = crawlerAddresses
    self.rate = rate
    self.isBehindProxy = isBehindProxy
    self.searchSeconds = searchSeconds
  }
}
