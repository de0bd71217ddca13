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
  private let validator: SiteValidator
  private let plan: SiteValidationPlan

  /// Prepares for fetching.
  ///
  /// - Parameters:
  ///   - plan: What is looked at.
  ///   - allowsLocal: Whether this machine and its network are asked.
  ///   - certificates: A file of certificates to be trusted, in PEM; `nil` for those of the system.
  ///   - worker: The program that fetches in a confined process of its own; see `FetchPolicy.worker`.
  /// - Throws: ``CommandError`` when the machine has no room for it.
  init(
    _ plan: SiteValidationPlan, allowsLocal: Bool, certificates: String?, worker: String?
  ) throws(CommandError) {
    var policy = SiteValidator.policy(
      userAgent: "Fresnel/\(FresnelVersion.current) (validation of a page)",
      allowsLocal: allowsLocal)
    // What an app names, it means.
    let named = plan.apps.flatMap { $0.domains?.entries ?? [] }.compactMap(\.port)
    policy.ports?.formUnion(named)
    policy.certificates = certificates
    policy.worker = worker
    do throws(FetchError) {
      validator = SiteValidator(try WebFetcher(policy))
    } catch {
      throw CommandError(.system, error.message.withoutFullStop)
    }
    self.plan = plan
  }

  /// Validates a page; waits until that is done.
  func report(on url: WebURL) -> SiteReport {
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
