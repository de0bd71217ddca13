package import SiteAssociations

/// Whether a site and an app vouch for each other, as far as the site was asked.
package struct SiteVerdict: Sendable {
  /// What is known.
  package enum State: String, Hashable, Sendable {
    /// Both vouch for each other.
    case verified
    /// The site's file does not name the app.
    case notListed = "not-listed"
    /// The site has no file that can be used.
    case noFile = "no-file"
    /// The site was never asked.
    case notAsked = "not-asked"
    /// The identifier of the app's manifest, by which sites name it, is not known.
    case noIdentity = "no-identity"
  }

  /// The app's entry.
  package let domain: AssociatedDomain
  /// What is known.
  package let state: State
  /// When the site was last asked, in seconds since 1970; `nil` when it never was.
  package let checked: Int64?
  /// Why the last attempt brought no file, in sentences.
  package let problems: [String]
}

extension AppDirectory {
  /// Whether the sites that an app names vouch for it.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - now: The time, in seconds since 1970.
  /// - Returns: A verdict for each entry about links, in their order.
  /// - Throws: ``AppDirectoryError``.
  package func verdicts(
    about app: ListedApp, now: Int64
  ) throws(AppDirectoryError) -> [SiteVerdict] {
    var verdicts: [SiteVerdict] = []
    for domain in app.domains where domain.service == .applinks {
      let copy = try copy(of: LinkSite(host: domain.fileHost, port: domain.port))
      let state: SiteVerdict.State
      if let identity = app.identity {
        if let copy {
          state =
            copy.association(now: now).map {
              $0.lists(identity, for: .applinks) ? .verified : .notListed
            } ?? .noFile
        } else {
          state = .notAsked
        }
      } else {
        state = .noIdentity
      }
      verdicts.append(
        SiteVerdict(
          domain: domain, state: state, checked: copy?.checked, problems: copy?.problems ?? []))
    }
    return verdicts
  }
}
