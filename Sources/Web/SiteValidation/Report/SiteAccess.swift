package import CrawlRules
package import WebAddresses

/// What the robots.txt of a site says of a page.
package struct SiteAccess: Sendable {
  /// What became of robots.txt.
  package enum State: Hashable, Sendable {
    /// It was read.
    case read
    /// There is none, so that everything may be fetched.
    case absent
    /// It can't be had, in a sentence, so that nothing may be fetched.
    case unreachable(String)
  }

  /// Where robots.txt is.
  package let robots: WebURL
  /// What became of it.
  package let state: State
  /// The page.
  package let url: WebURL
  /// The names that our crawler goes by, the first choice first.
  package let agents: [String]
  /// Whether the page may be fetched, under which of the names, and by which rule.
  package let decision: RobotsDecision
  /// How many seconds robots.txt wants to pass between two requests.
  package let crawlDelay: Double?
  /// The sitemaps that robots.txt names.
  package let sitemaps: [WebURL]

  /// Asks a policy about a page.
  init(_ policy: RobotsPolicy, at robots: WebURL, page: WebURL, problem: String? = nil) {
    self.robots = robots
    url = page
    agents = RobotsFile.agents
    decision = policy.decision(for: page)
    switch policy.access {
    case .rules(let file):
      state = .read
      crawlDelay = file.rules().crawlDelay
      sitemaps = file.sitemaps
    case .everything: (state, crawlDelay, sitemaps) = (.absent, nil, [])
    case .nothing:
      (state, crawlDelay, sitemaps) = (.unreachable(problem ?? "It can't be had."), nil, [])
    }
  }

  /// Asks a file about a page.
  init(_ file: RobotsFile, at robots: WebURL, page: WebURL) {
    self.robots = robots
    url = page
    agents = RobotsFile.agents
    let rules = file.rules()
    decision = rules.decision(for: page)
    state = .read
    crawlDelay = rules.crawlDelay
    sitemaps = file.sitemaps
  }
}
