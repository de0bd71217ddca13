package import WebFetching

/// A registrable domain.
package struct SiteRecord: Hashable, Sendable {
  /// Names it in the store; 0 for one that is not there yet.
  package var id: Int64 = 0
  /// The domain, or the host where it has none.
  package var domain: String
  /// Whether its pages are fetched.
  package var isSeed = false
  /// Whether it belongs to an app that is verified.
  package var isTrusted = false
  /// How many of its addresses are fetched.
  package var pageCount = 0

  /// Makes the record of a site that is not fetched from.
  package init(domain: String) {
    self.domain = domain
  }
}

/// A scheme, host and port: what is polite is decided for each. Moments are milliseconds since 1 January 1970.
package struct HostRecord: Hashable, Sendable {
  /// What is known of its robots.txt.
  package enum Robots: Int, Hashable, Sendable {
    /// It was never fetched.
    case unknown = 0
    /// There are rules.
    case rules = 1
    /// There is none: everything is allowed.
    case absent = 2
    /// It could not be fetched: nothing is allowed.
    case unreachable = 3
    /// Our own rules of fetching forbid the host: nothing of it is asked for.
    case refused = 4
  }

  /// Names it in the store; 0 for one that is not there yet.
  package var id: Int64 = 0
  /// The scheme, the host, and the port unless it is that of the scheme: `https://site.example`.
  package var origin: String
  /// Its site.
  package var site: Int64
  /// When it may be asked.
  package var pace = HostPace()
  /// When there is something to ask it and it may be asked; `nil` while something is under way, and when there is
  /// nothing.
  package var nextAt: Int64?
  /// The address at which it answered last.
  package var address: String?
  /// How long it takes for an answer, in milliseconds; the last ones count most. 0 before the first.
  package var answerTime: Int64 = 0
  /// The processor time that its pages and its robots.txt have taken so far, in microseconds.
  package var processorTime: Int64 = 0
  /// What is known of its robots.txt.
  package var robots = Robots.unknown
  /// Until when it may be used.
  package var robotsExpireAt: Int64 = 0
  /// Since when it cannot be fetched; 0 when it can.
  package var robotsFailingSince: Int64 = 0

  /// Makes the record of a host that was never asked.
  package init(origin: String, site: Int64) {
    self.origin = origin
    self.site = site
  }

  /// Notes how long an answer took.
  mutating func noteAnswer(after duration: Int64) {
    let time = min(max(0, duration), 86_400_000)
    answerTime = answerTime == 0 ? time : (answerTime * 3 + time) / 4
  }

  /// Charges processor time to the host, in microseconds.
  mutating func charge(_ time: Int64) {
    processorTime = processorTime.addingClamped(max(0, time))
  }
}

/// An address that is or may be fetched, and what came of it. Moments are milliseconds since 1 January 1970.
package struct PageRecord: Hashable, Sendable {
  /// What is expected at the address.
  package enum Kind: Int, Hashable, Sendable {
    /// A page.
    case page = 0
    /// A list of addresses.
    case sitemap = 1
  }

  /// Whether it is fetched.
  package enum State: Int, Hashable, Sendable, CaseIterable {
    /// Once it is due.
    case waiting = 0
    /// It was asked for, and nothing is known of what came of it.
    case underWay = 1
    /// Its site is not fetched from.
    case outside = 2
    /// Too many links lie between it and where the crawl began.
    case tooDeep = 3
    /// Its site has too many addresses.
    case overBudget = 4
    /// It is no more.
    case gone = 5
    /// It cannot be fetched by the rules of fetching.
    case refused = 6
  }

  /// Names it in the store; 0 for one that is not there yet.
  package var id: Int64 = 0
  /// What identifies it (`WebURL.crawlKey`).
  package var key: String
  /// The address that is fetched.
  package var url: String
  /// Its host.
  package var host: Int64
  /// Its site.
  package var site: Int64
  /// What is expected there.
  package var kind = Kind.page
  /// Whether it is fetched.
  package var state = State.waiting
  /// How many links lie between it and where the crawl began, at least.
  package var depth: Int
  /// How many redirections led to it in a row.
  package var hops = 0
  /// When it is to be fetched.
  package var dueAt: Int64 = 0
  /// The time between its fetches.
  package var interval: Int64 = 0
  /// Whether robots.txt kept it from being fetched the last time that it was due.
  package var isBlocked = false
  /// How many times in a row fetching failed.
  package var tries = 0
  /// Since when it is missing; 0 when it is not.
  package var missingSince: Int64 = 0
  /// The status of the last answer; 0 for none.
  package var status = 0
  /// By what its content can be recognised.
  package var validators = FetchRequest.Validators()
  /// A number for its body; `nil` before there is one.
  package var contentHash: UInt64?
  /// A number for all that was read of its body and its head; `nil` before there is one, and where an earlier program
  /// read it.
  package var readingHash: UInt64?
  /// The values of `X-Robots-Tag` that it was read with; `nil` for none.
  package var robotsTag: String?
  /// When its body was read last; 0 for never, and where only an earlier program read it.
  package var readAt: Int64 = 0
  /// When it asks to be taken down; `nil` when it does not.
  package var unavailableAfter: Int64?
  /// A number for its words.
  package var fingerprint = Fingerprint(bits: 0, isVague: true)
  /// Where it leads; `nil` when it does not.
  package var redirection: Int64?
  /// Whether it leads there for good.
  package var isMoved = false
  /// What it names as canonical; `nil` for nothing, or itself.
  package var canonical: Int64?
  /// Whether it names itself as canonical.
  package var namesItself = false
  /// A number for the thing that it is about; `nil` where it names none.
  package var mainItem: UInt64?
  /// Its title.
  package var title = ""
  /// Whether it may be shown.
  package var isIndexable = false
  /// When it was fetched last with success; 0 for never.
  package var fetchedAt: Int64 = 0
  /// When it was seen to have changed; 0 for never.
  package var changedAt: Int64 = 0
  /// How many times it was fetched with success.
  package var fetchCount = 0
  /// How many times it was seen to have changed.
  package var changeCount = 0
  /// Rises with each change of what search has to know of the page: all those with a higher number than one that was
  /// noted have changed since. 0 for a page of which search never had to know.
  package var revision: Int64 = 0

  /// Makes the record of an address that was never fetched.
  package init(key: String, url: String, host: Int64, site: Int64, depth: Int) {
    self.key = key
    self.url = url
    self.host = host
    self.site = site
    self.depth = depth
  }
}

/// A link of a page.
package struct LinkRecord: Hashable, Sendable {
  /// The page that has it.
  package var source: Int64
  /// The page that it leads to.
  package var target: Int64
  /// How much it counts.
  package var weight: Double

  /// Makes a link.
  package init(source: Int64, target: Int64, weight: Double) {
    self.source = source
    self.target = target
    self.weight = weight
  }
}
