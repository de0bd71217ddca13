public import WebAddresses
internal import WebDocuments

extension SiteAssociation {
  /// Says whether a URL opens in an app, and which rule decides.
  ///
  /// The details of the app are gone through in order, and their rules in order; the first rule whose every part
  /// fits decides.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - app: The app.
  ///   - domain: The host that the file was served for; with `*.` before it, the hosts below it.
  /// - Returns: What becomes of the URL, and why.
  /// - Complexity: O(*p* · *c*) at worst, in the lengths of the patterns and of the URL, and bounded.
  public func match(_ url: WebURL, app: ApplicationIdentity, domain: String) -> AssociationMatch {
    var comparison = AssociationComparison(self)
    var budget = MatchingWork(limit: .max)
    return comparison.match(url, app: app, domain: domain, budget: &budget)
  }

  /// Why no rule needs to be looked at.
  func obstacle(
    _ url: WebURL, _ app: ApplicationIdentity, _ domain: String
  ) -> AssociationMatch.Obstacle? {
    guard url.isHTTP else { return .scheme(url.scheme) }
    let host = url.host ?? ""
    guard AssociatedHost(domain)?.covers(host) ?? false else { return .host(host) }
    return lists(app, for: .applinks) ? nil : .appNotListed
  }

  /// The match where a rule decides.
  func decided(
    _ url: WebURL, _ rule: LinkRule, _ trial: AssociationMatch.Trial,
    _ misfits: [AssociationMatch.Trial]
  ) -> AssociationMatch {
    let place = location(of: rule)
    var diagnostics: [Diagnostic] = []
    if rule.isExclusion {
      diagnostics.append(
        Diagnostic(
          .associationURLExcluded,
          "\(rule.subject) keeps \(Diagnostic.excerpt(url.href)) from the app.", at: place,
          subject: rule.subject))
    }
    if !rule.isExclusion, url.scheme == "http" {
      diagnostics.append(
        Diagnostic(
          .associationURLNotHTTPS,
          "\(Diagnostic.excerpt(url.href)) is an http URL, and is compared as if it were https.")
      )
    }
    return AssociationMatch(
      outcome: rule.isExclusion ? .exclude : .match, decision: trial, location: place,
      misfits: misfits, obstacle: nil, diagnostics: diagnostics)
  }

  /// The match where none does.
  func undecided(
    _ url: WebURL, _ misfits: [AssociationMatch.Trial], _ obstacle: AssociationMatch.Obstacle?,
    nearMiss: LinkRule?
  ) -> AssociationMatch {
    let shown = Diagnostic.excerpt(url.href)
    let reason =
      switch obstacle {
      case nil: "No rule fits \(shown)."
      case .notTried?: "There was no room left to compare the rules with \(shown)."
      default: "Comparing the rules with \(shown) costs too much."
      }
    var diagnostics = [Diagnostic(.associationURLNotMatched, reason)]
    if let nearMiss {
      diagnostics.append(
        Diagnostic(
          .associationCaseNearMiss,
          "\(nearMiss.subject) would fit \(shown) but for upper and lower case.",
          at: location(of: nearMiss), subject: nearMiss.subject))
    }
    return AssociationMatch(
      outcome: .noMatch, decision: nil, location: nil, misfits: misfits, obstacle: obstacle,
      diagnostics: diagnostics)
  }
}

extension AssociationMatch.Obstacle {
  /// What to tell the site's owner.
  func diagnostic(
    _ url: WebURL, _ app: ApplicationIdentity, _ domain: String
  ) -> Diagnostic {
    let shown = Diagnostic.excerpt(url.href)
    switch self {
    case .scheme(let scheme):
      return Diagnostic(
        .associationURLNotMatched,
        "\(shown) is a \(Diagnostic.excerpt(scheme)) URL; only https and http ones open in apps.")
    case .host(let host):
      return Diagnostic(
        .associationURLNotMatched,
        "\(shown) is of \(Diagnostic.excerpt(host)), and the file of \(Diagnostic.excerpt(domain))."
      )
    case .appNotListed:
      return Diagnostic(
        .associationAppNotListed,
        "The file of \(Diagnostic.excerpt(domain)) does not name \(app) for links.")
    case .tooCostly, .notTried:
      return Diagnostic(
        .associationURLNotMatched, "Comparing the rules with \(shown) costs too much.")
    }
  }
}
