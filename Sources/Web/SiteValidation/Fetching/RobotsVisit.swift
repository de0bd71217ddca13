internal import CrawlRules
internal import FresnelPlatform
internal import WebAddresses
internal import WebDocuments
internal import WebFetching

/// The robots.txt of an origin, fetched.
struct RobotsVisit: Sendable {
  /// Where it is.
  let url: WebURL
  /// What it lets in.
  let policy: RobotsPolicy
  /// Why it can't be had; `nil` where it can, or there is none.
  let problem: String?
  /// The file; `nil` where there is none.
  let document: SiteDocument?

  /// The most redirections that it is looked for behind (RFC 9309, 2.3.1.2).
  private static let redirectionLimit = 5

  /// Asks an origin for its file.
  static func make(origin: String, _ requests: SiteRequests) async -> RobotsVisit? {
    guard let place = WebURL(origin + "/robots.txt") else { return nil }
    do throws(FetchError) {
      let response = try await requests.follow(
        place, byteCount: RobotsFile.maximumLength, redirections: redirectionLimit)
      return RobotsVisit(place, response)
    } catch {
      return RobotsVisit(
        url: place, policy: RobotsPolicy(after: .noAnswer), problem: error.sentence + ".",
        document: nil)
    }
  }

  private init(url: WebURL, policy: RobotsPolicy, problem: String?, document: SiteDocument?) {
    self.url = url
    self.policy = policy
    self.problem = problem
    self.document = document
  }

  private init(_ place: WebURL, _ response: FetchResponse) {
    // The rules that were lost on the way may be those that shut the crawler out. What is beyond the limit is not read
    // anyway.
    switch response.truncation {
    case nil, .tooLarge?, .tooLargeAsSent?:
      policy = RobotsPolicy(
        after: response.redirection == nil
          ? .answer(status: response.status, body: response.body) : .tooManyRedirects)
    case .cutOff?, .timedOut?, .damagedEncoding?: policy = RobotsPolicy(after: .noAnswer)
    }
    url = place
    problem = policy.isUnreachable ? "It answers with status \(response.status)." : nil
    if case .rules(let file) = policy.access {
      var document = SiteDocument(
        name: place.href, url: place, bytes: response.body, robots: file)
      document.add([file.rules().fallbackFinding].compactMap(\.self))
      self.document = document
    } else {
      document = nil
    }
  }

  /// What it says of an address.
  func decision(for url: WebURL) -> RobotsDecision { policy.decision(for: url) }
}
