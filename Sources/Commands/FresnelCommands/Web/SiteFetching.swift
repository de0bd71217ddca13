internal import CommandKit
internal import Dispatch
internal import FresnelPlatform
internal import SiteAssociations
internal import SiteValidation
internal import Synchronization
internal import WebAddresses
internal import WebFetching

/// Fetches pages to validate them.
struct SiteFetching {
  private let fetcher: WebFetcher
  private let validator: SiteValidator
  private let plan: SiteValidationPlan

  /// Prepares for fetching.
  ///
  /// - Parameters:
  ///   - plan: What is looked at.
  ///   - policy: Where it may go.
  ///   - socket: Leads to the process that fetches and was told the policy; `nil` to fetch in this one.
  ///   - confined: Gives others, where there are any.
  /// - Throws: ``CommandError`` when the machine has no room for it.
  init(
    _ plan: SiteValidationPlan, _ policy: FetchPolicy, through socket: UnixSocket?,
    _ confined: ConfinedReading?
  ) throws(CommandError) {
    do throws(FetchError) {
      fetcher = try WebFetcher(policy, through: socket, then: confined?.fetchAnew)
      validator = SiteValidator(fetcher)
    } catch {
      throw CommandError(.system, error.message.withoutFullStop)
    }
    self.plan = plan
  }

  /// Where pages may be fetched from.
  ///
  /// - Parameters:
  ///   - apps: The apps that the site is compared with. The ports that they name are asked too.
  ///   - allowsLocal: Whether this machine and its network are asked.
  ///   - certificates: A file of certificates to be trusted, in PEM; `nil` for those of the system.
  /// - Returns: The policy.
  static func policy(
    for apps: [SiteApp], allowsLocal: Bool, certificates: String?
  ) -> FetchPolicy {
    var policy = SiteValidator.policy(
      userAgent: "Fresnel/\(FresnelVersion.current) (validation of a page)",
      allowsLocal: allowsLocal)
    let named = apps.flatMap { $0.domains?.entries ?? [] }.compactMap(\.port)
    policy.ports?.formUnion(named)
    policy.certificates = certificates
    return policy
  }

  /// So many addresses in a row at which the process that fetches fails are the last ones.
  private static let failureLimit = 3

  /// Validates pages, one after the other; waits until that is done.
  ///
  /// A process that fetches and ends or does not answer costs the page at which it did: the next has another process.
  ///
  /// - Parameter pages: The pages.
  /// - Returns: The reports, and why the last pages have none; `nil` where they have.
  func reports(on pages: [WebURL]) -> (reports: [SiteReport], failure: CommandError?) {
    var reports: [SiteReport] = []
    var failures = 0
    for page in pages {
      if failures == Self.failureLimit {
        let left = pages.count - reports.count
        return (
          reports,
          CommandError(
            .system,
            "the process that fetches failed at \(failures) addresses in a row, so "
              + "\(counted(left, "address", "addresses")) after them \(left == 1 ? "was" : "were") not "
              + "validated; try again")
        )
      }
      let lossCount = fetcher.processLossCount
      reports.append(report(on: page))
      failures = fetcher.processLossCount > lossCount ? failures + 1 : 0
    }
    return (reports, nil)
  }

  /// Validates a page; waits until that is done.
  private func report(on url: WebURL) -> SiteReport {
    waiting { [validator, plan] in await validator.report(on: url, plan) }
      ?? SiteReport(documents: [])
  }

  /// Validates a whole site from its sitemap; waits until that is done.
  ///
  /// - Parameters:
  ///   - url: An address of the site.
  ///   - survey: What is looked at, and what it may take.
  ///   - observe: Is told how many pages were looked at, and of how many.
  /// - Returns: The report.
  func report(
    onSiteOf url: WebURL, _ survey: SiteSurveyPlan,
    observe: @escaping @Sendable (Int, Int) -> Void
  ) -> SiteSurvey? {
    waiting { [validator] in await validator.survey(of: url, survey, observe: observe) }
  }

  private func waiting<Report: Sendable>(
    _ work: @escaping @Sendable () async -> Report
  ) -> Report? {
    let result = Mutex<Report?>(nil)
    let isThere = DispatchSemaphore(value: 0)
    Task {
      let report = await work()
      result.withLock { $0 = report }
      isThere.signal()
    }
    isThere.wait()
    return result.withLock { $0 }
  }
}
