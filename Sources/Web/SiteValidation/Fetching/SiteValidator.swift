package import WebAddresses
package import WebFetching

/// Validates pages of the web, and what their sites say of them.
package struct SiteValidator: Sendable {
  let fetcher: WebFetcher

  /// Makes a validator.
  ///
  /// - Parameter fetcher: Fetches; its policy says where from. It may serve others at the same time.
  package init(_ fetcher: WebFetcher) {
    self.fetcher = fetcher
  }

  /// Where pages are fetched from: the public web alone, on its usual ports.
  ///
  /// - Parameters:
  ///   - userAgent: What the fetcher calls itself.
  ///   - allowsLocal: Whether this machine and its network are asked too, on any port.
  /// - Returns: The policy of a fetcher.
  package static func policy(userAgent: String, allowsLocal: Bool = false) -> FetchPolicy {
    var policy = FetchPolicy(userAgent: userAgent)
    if allowsLocal {
      policy.addresses = [.global, .loopback, .privateNetwork, .linkLocal]
      policy.ports = nil
    }
    return policy
  }

  /// Fetches a page and what belongs to it, and says what search makes of them. Never fails: what can't be had is told
  /// by the report.
  ///
  /// - Parameters:
  ///   - url: The page.
  ///   - plan: What is looked at, and what it may take.
  /// - Returns: The report.
  package func report(
    on url: WebURL, _ plan: SiteValidationPlan = SiteValidationPlan()
  ) async -> SiteReport {
    // Reports are printed, kept by CI systems and handed on.
    let url = url.withoutCredentials
    let requests = SiteRequests(fetcher, plan)
    async let start = RobotsVisit.make(origin: url.origin, requests)
    var visit = SiteVisit(url, plan, await PageVisit.make(url, requests, plan))
    visit.add(await start, origin: url.origin)
    await visit.lookAround(requests)
    await visit.lookForSitemaps(requests)
    return visit.report(duration: requests.elapsed)
  }
}
