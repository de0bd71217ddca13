package import SiteAssociations
package import WebAddresses

/// Who opens a link, and why.
package struct LinkDecision: Sendable {
  /// What an app's claim to a link came to.
  package enum State: String, Hashable, Sendable {
    /// Site and app vouch for each other, and a rule includes the link.
    case opens
    /// They do, and a rule keeps the link out.
    case excluded
    /// They do, and no rule is about the link.
    case notMatched
    /// The site's file does not name the app.
    case notListed
    /// The site has no file that can be used.
    case noFile
    /// The site was not asked yet.
    case notVerified
  }

  /// An app that claims the link's host.
  package struct Candidate: Sendable {
    /// The claim that decides about the host.
    package let claim: LinkClaim
    /// What it came to.
    package let state: State
    /// Which rule decided and why others did not; `nil` without a file.
    package let match: AssociationMatch?
    /// Why the last attempt to fetch the file failed.
    package let problems: [String]
  }

  /// The apps that claim the host; those first that would be taken first.
  package let candidates: [Candidate]
  /// What the person chose for the site.
  package let preference: LinkPreferences.Choice?
  /// The app that opens the link; `nil` for the browser.
  package let app: String?

  /// Decides about a link.
  ///
  /// Of several apps the person's choice counts, then the one with the longest host, then the first by identifier.
  ///
  /// - Parameters:
  ///   - url: The link.
  ///   - claims: The claims of all apps.
  ///   - preferences: What the person chose, by host.
  ///   - now: The time, in seconds since 1970.
  ///   - copy: What is known of a site.
  package init(
    _ url: WebURL, claims: [LinkClaim], preferences: [String: LinkPreferences.Choice], now: Int64,
    copy: (LinkSite) -> LinkCopy?
  ) {
    let host = url.host ?? ""
    preference = preferences[host]
    let byApp = Dictionary(grouping: claims, by: \.app)
    let candidates = byApp.values.compactMap { claims -> Candidate? in
      let domains = AssociatedDomains(claims.map(\.entry.description))
      guard let entry = domains.entry(for: host, service: .applinks),
        let claim = claims.first(where: { $0.entry == entry })
      else { return nil }
      return Self.candidate(url, claim, copy(claim.site), now: now)
    }
    self.candidates = candidates.sorted { first, second in
      let lengths = (first.claim.entry.host.utf8.count, second.claim.entry.host.utf8.count)
      return lengths.0 == lengths.1
        ? first.claim.app < second.claim.app : lengths.0 > lengths.1
    }
    let opening = self.candidates.filter { $0.state == .opens }.map(\.claim.app)
    switch preference {
    case .browser?: app = nil
    case .app(let chosen)? where opening.contains(chosen): app = chosen
    case .app?, nil: app = opening.first
    }
  }

  private static func candidate(
    _ url: WebURL, _ claim: LinkClaim, _ copy: LinkCopy?, now: Int64
  ) -> Candidate {
    guard let copy else {
      return Candidate(claim: claim, state: .notVerified, match: nil, problems: [])
    }
    guard let association = copy.association(now: now) else {
      return Candidate(claim: claim, state: .noFile, match: nil, problems: copy.problems)
    }
    let match = association.match(url, app: claim.identity, domain: claim.entry.host)
    let state: State =
      switch match.outcome {
      case .match: .opens
      case .exclude: .excluded
      case .noMatch: match.obstacle == .appNotListed ? .notListed : .notMatched
      }
    return Candidate(claim: claim, state: state, match: match, problems: copy.problems)
  }
}
