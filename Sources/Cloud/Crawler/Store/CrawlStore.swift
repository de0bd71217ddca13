/// What a crawl knows: sites, hosts, addresses with what came of them, and links.
///
/// It is used by one thread at a time. What is changed outside of ``transaction(_:)`` is a transaction of its own. A
/// transaction that has ended survives the end of the process.
package protocol CrawlStore: AnyObject {
  /// Runs a body whose changes are made all or none.
  func transaction<Value>(
    _ body: () throws(CrawlStoreError) -> Value
  ) throws(CrawlStoreError) -> Value

  /// Runs a body that reads, and sees one state all the time.
  func reading<Value>(
    _ body: () throws(CrawlStoreError) -> Value
  ) throws(CrawlStoreError) -> Value

  /// Makes everything that was under way when the last process ended due again, and says how much that was.
  func recover() throws(CrawlStoreError) -> Int
  /// Brings moments that lie further ahead than they ever should to now: a clock was wrong when they were noted.
  func bringNearer(
    hosts hostLimit: Int64, pages pageLimit: Int64, to now: Int64
  ) throws(CrawlStoreError)

  /// The site of a domain.
  func site(ofDomain domain: String) throws(CrawlStoreError) -> SiteRecord?
  /// A site.
  func site(_ id: Int64) throws(CrawlStoreError) -> SiteRecord?
  /// The sites that are fetched from.
  func seeds() throws(CrawlStoreError) -> [SiteRecord]
  /// Adds a site, or changes the one with its identifier; gives the identifier.
  func save(_ site: SiteRecord) throws(CrawlStoreError) -> Int64

  /// The host of an origin.
  func host(ofOrigin origin: String) throws(CrawlStoreError) -> HostRecord?
  /// A host.
  func host(_ id: Int64) throws(CrawlStoreError) -> HostRecord?
  /// Adds a host, or changes the one with its identifier; gives the identifier.
  func save(_ host: HostRecord) throws(CrawlStoreError) -> Int64
  /// The hosts that may be asked by a moment and did not answer at some addresses, nor are of some sites where it is not
  /// known at what address they answer; those first that could be asked longest, at most so many.
  func hosts(
    readyAt moment: Int64, notAt addresses: [String], notOf sites: [Int64], limit: Int
  ) throws(CrawlStoreError) -> [HostRecord]
  /// The first moment after one at which a host may be asked; `nil` when there is none.
  func nextMoment(after moment: Int64) throws(CrawlStoreError) -> Int64?

  /// The robots.txt of a host; `nil` where none is kept.
  func robotsBody(ofHost host: Int64) throws(CrawlStoreError) -> [UInt8]?
  /// Keeps the robots.txt of a host; `nil` removes it.
  func setRobotsBody(_ body: [UInt8]?, ofHost host: Int64) throws(CrawlStoreError)

  /// The address with a key.
  func page(withKey key: String) throws(CrawlStoreError) -> PageRecord?
  /// An address.
  func page(_ id: Int64) throws(CrawlStoreError) -> PageRecord?
  /// Adds an address, or changes the one with its identifier; gives the identifier.
  func save(_ page: PageRecord) throws(CrawlStoreError) -> Int64
  /// The address of a host that is to be fetched and has been due longest, or will be due first.
  func nextPage(ofHost host: Int64) throws(CrawlStoreError) -> PageRecord?
  /// The addresses of a site that are not fetched, though they could be were the plan another one, down to a depth and
  /// so many; the nearest first.
  func leftOut(
    ofSite site: Int64, deepest: Int, limit: Int
  ) throws(CrawlStoreError) -> [PageRecord]
  /// A higher number at each call, for ``PageRecord/revision``.
  func newRevision() throws(CrawlStoreError) -> Int64
  /// What search has to know of a page; `nil` removes it.
  func setContent(_ content: [UInt8]?, ofPage page: Int64) throws(CrawlStoreError)
  /// What search has to know of a page.
  func content(ofPage page: Int64) throws(CrawlStoreError) -> [UInt8]?

  /// Replaces the links of a page.
  func setLinks(_ links: [LinkRecord], ofPage page: Int64) throws(CrawlStoreError)
  /// The pages that a page links to.
  func targets(ofPage page: Int64) throws(CrawlStoreError) -> [Int64]

  /// Hands over all sites, then pages, or links, in the order of their identifiers; `false` ends it.
  func forEachSite(
    _ body: (SiteRecord) throws(CrawlStoreError) -> Bool
  ) throws(CrawlStoreError)
  /// Hands over all pages with a higher revision than one, in the order of their identifiers; all with -1.
  func forEachPage(
    changedSince revision: Int64, _ body: (PageRecord) throws(CrawlStoreError) -> Bool
  ) throws(CrawlStoreError)
  /// Hands over all links.
  func forEachLink(
    _ body: (LinkRecord) throws(CrawlStoreError) -> Bool
  ) throws(CrawlStoreError)

  /// How many addresses there are in each state.
  func pageCounts() throws(CrawlStoreError) -> [PageRecord.State: Int]
  /// What operators want to know, at a moment; with at most so many hosts of each kind.
  func overview(at now: Int64, hostLimit: Int) throws(CrawlStoreError) -> CrawlOverview

  /// Forgets all that is known of a site, which is fetched from no more. That others link to it stays known.
  ///
  /// - Returns: How many pages had been fetched.
  func forget(site: Int64) throws(CrawlStoreError) -> Int
}
