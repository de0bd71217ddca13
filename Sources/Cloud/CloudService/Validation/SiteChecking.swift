package import SiteValidation
internal import Synchronization
package import WebAddresses
internal import WebServing

/// Validates pages for people and programs, a few at a time, and for each of them within a limit.
package final class SiteChecking: Sendable {
  /// Fetches a page and what belongs to it, and says what search makes of them. It bounds how long that takes, and
  /// where it goes.
  package typealias Visit =
    @Sendable (_ url: WebURL, _ apps: [SiteApp], _ tests: [WebURL]) async -> SiteReport

  /// The most sites that are visited at once.
  static let visitLimit = 8
  /// A check takes as much as this many other questions.
  private static let cost = 10.0

  private let visit: Visit
  private let isBehindProxy: Bool
  private let limiter: RateLimiter
  private let visits = Mutex(0)

  /// Makes a validator.
  ///
  /// - Parameters:
  ///   - settings: How the service is run. A client may check a tenth as often as it may ask otherwise.
  ///   - visit: Fetches.
  init(settings: ServiceSettings, visit: @escaping Visit) {
    self.visit = visit
    isBehindProxy = settings.isBehindProxy
    limiter = RateLimiter(
      rules: RateLimiter.Rules(
        perSecond: settings.rate.perSecond / Self.cost, burst: settings.rate.burst / 2))
  }

  /// Validates.
  ///
  /// - Parameters:
  ///   - question: What is validated.
  ///   - request: Who asks.
  /// - Returns: The report.
  /// - Throws: ``APIProblem`` with the status 429 where the client asked too often, with 503 where as many visits as may
  ///   be are under way.
  func report(
    on question: ValidationQuestion, for request: HTTPRequest
  ) async throws(APIProblem) -> SiteReport {
    if let wait = limiter.wait(for: ClientKey(of: request, isBehindProxy: isBehindProxy)) {
      throw APIProblem(
        status: 429, title: "That was a lot",
        detail: "You had many pages checked in a short time. Try again in a minute.",
        retryAfter: Int(wait.rounded(.up)))
    }
    let apps = question.app.map { [SiteApp($0)] } ?? []
    switch question.subject {
    case .address(let url):
      try begin()
      defer { visits.withLock { $0 -= 1 } }
      return await visit(url, apps, question.tests)
    case .html(let html, let url):
      let page = SiteDocument(name: "pasted", bytes: Array(html.utf8), url: url)
      return SiteReport(documents: [page], apps: apps, tests: question.tests)
    }
  }

  private func begin() throws(APIProblem) {
    let isTaken = visits.withLock { visits in
      guard visits < Self.visitLimit else { return false }
      visits += 1
      return true
    }
    guard isTaken else {
      throw APIProblem(
        status: 503, title: "There is too much to do",
        detail: "Many pages are being checked at the moment. Try again soon.", retryAfter: 5)
    }
  }
}
