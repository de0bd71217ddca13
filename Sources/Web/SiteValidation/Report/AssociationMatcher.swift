internal import SiteAssociations
internal import Synchronization
internal import WebAddresses

/// Compares addresses with the association files of a site's hosts for one validation, whose comparisons share what is
/// the same for several apps and cost a bounded number of steps together.
final class AssociationMatcher: Sendable {
  private let state: Mutex<State>

  private struct State: Sendable {
    /// The comparisons by the host whose file they are made with.
    var comparisons: [String: AssociationComparison]
    var budget: MatchingWork
  }

  /// Prepares to compare with files.
  ///
  /// - Parameters:
  ///   - files: What the files say, by host.
  ///   - stepLimit: The steps that all comparisons may take.
  init(_ files: [String: SiteAssociation], stepLimit: Int) {
    state = Mutex(
      State(
        comparisons: files.mapValues { AssociationComparison($0) },
        budget: MatchingWork(limit: stepLimit)))
  }

  /// Says what becomes of an address.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - app: The app that may open it.
  ///   - domain: The host that the file counts for, perhaps with `*.` before it.
  ///   - host: The host whose file it is.
  /// - Returns: What the file says; `nil` where the host has none.
  func match(
    _ url: WebURL, app: ApplicationIdentity, domain: String, fileOf host: String
  ) -> AssociationMatch? {
    state.withLock { state in
      state.comparisons[host]?.match(url, app: app, domain: domain, budget: &state.budget)
    }
  }
}
