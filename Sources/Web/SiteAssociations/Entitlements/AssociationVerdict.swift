public import WebDocuments

/// Whether a site and an app vouch for each other.
public struct AssociationVerdict: Sendable {
  /// Why they don't.
  public enum Reason: String, Hashable, Sendable {
    /// The app does not name the host.
    case entitlementMissing
    /// The site has no file that could be used.
    case fileUnusable
    /// The site's file does not name the app.
    case appNotListed
  }

  /// The app's entry that decides; `nil` when none is about the host.
  public let entry: AssociatedDomain?
  /// Why they don't vouch for each other; `nil` when they do.
  public let reason: Reason?
  /// The reason, as a finding.
  public let diagnostics: [Diagnostic]

  /// Whether both vouch for each other.
  public var isVerified: Bool { reason == nil }

  /// Judges about a host.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - domains: The sites that it names.
  ///   - host: The host, in ASCII.
  ///   - service: What for.
  ///   - file: What the file of a host says, asked for with the host whose file decides; `nil` when there is none
  ///     that can be used.
  public init(
    app: ApplicationIdentity, domains: AssociatedDomains, host: String,
    service: AssociationService = .applinks, file: (String) -> SiteAssociation?
  ) {
    let shown = Diagnostic.excerpt(host)
    entry = domains.entry(for: host, service: service)
    guard let entry else {
      reason = .entitlementMissing
      diagnostics = [
        Diagnostic(
          .associationEntitlementMissing,
          "\(app) has no entry \(service.rawValue):\(shown) or one that covers it.")
      ]
      return
    }
    guard let association = file(entry.fileHost) else {
      reason = .fileUnusable
      diagnostics = [
        Diagnostic(
          .associationNotFound,
          "\(Diagnostic.excerpt(entry.fileHost)) has no association file that could be used.")
      ]
      return
    }
    guard association.lists(app, for: service) else {
      reason = .appNotListed
      diagnostics = [
        Diagnostic(
          .associationAppNotListed,
          "The file of \(Diagnostic.excerpt(entry.fileHost)) does not name \(app) for "
            + "\(service.rawValue).")
      ]
      return
    }
    reason = nil
    diagnostics = []
  }
}
