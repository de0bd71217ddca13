internal import CommandKit
internal import Dispatch
internal import FresnelPlatform
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
    let result = Mutex<SiteReport?>(nil)
    let isThere = DispatchSemaphore(value: 0)
    Task { [validator, plan] in
      let report = await validator.report(on: url, plan)
      result.withLock { $0 = report }
      isThere.signal()
    }
    isThere.wait()
    return result.withLock { $0 } ?? SiteReport(documents: [])
  }
}
