package import WebAddresses
internal import WebDocuments

/// Compares URLs with one file for several apps, and shares what is the same for all of them.
///
/// Whether a rule fits a URL does not depend on the app, so that each URL is compared with each detail of the file
/// once, however many apps the detail names.
package struct AssociationComparison: Sendable {
  private let file: SiteAssociation
  private var details: [ApplicationIdentity: [Int]] = [:]
  private var comparedURLs: [WebURL: ComparedDetails] = [:]

  /// The most characters of a rule's comment that are told.
  private static let commentLength = 200

  /// A URL, and what its comparison with details came to.
  private struct ComparedDetails {
    var comparison: RuleComparison
    var results: [Int: DetailResult] = [:]
    var nearMisses: [Int: LinkRule?] = [:]
  }

  /// What comparing a URL with the rules of a detail came to.
  private struct DetailResult {
    /// The first rule that fits; `nil` when none does.
    var decision: LinkRule?
    /// The rules before it, as far as they are told.
    var misfits: [AssociationMatch.Trial] = []
  }

  /// Prepares to compare with a file.
  package init(_ file: SiteAssociation) { self.file = file }

  /// Says whether a URL opens in an app, and which rule decides.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - app: The app.
  ///   - domain: The host that the file was served for; with `*.` before it, the hosts below it.
  ///   - budget: What it may cost together with other URLs and apps; when that is used up, the URL is not tried.
  /// - Returns: What becomes of the URL, and why.
  /// - Complexity: O(*p* · *c*) at worst, in the lengths of the patterns and of the URL, and bounded; O(*d*) in the
  ///   number of the app's details where the URL was compared with them before.
  package mutating func match(
    _ url: WebURL, app: ApplicationIdentity, domain: String, budget: inout MatchingWork
  ) -> AssociationMatch {
    if let obstacle = file.obstacle(url, app, domain) {
      return AssociationMatch(
        outcome: .noMatch, decision: nil, location: nil, misfits: [], obstacle: obstacle,
        diagnostics: [obstacle.diagnostic(url, app, domain)])
    }
    let places = places(of: app)
    var compared =
      comparedURLs[url]
      ?? ComparedDetails(comparison: RuleComparison(url, variables: file.variables))
    comparedURLs[url] = nil
    defer { comparedURLs[url] = compared }
    var misfits: [AssociationMatch.Trial] = []
    for place in places {
      guard let result = result(place, &compared, &budget) else {
        let obstacle: AssociationMatch.Obstacle =
          compared.comparison.work.isExhausted ? .tooCostly : .notTried
        return file.undecided(url, misfits, obstacle, nearMiss: nil)
      }
      misfits += result.misfits.prefix(AssociationMatch.misfitLimit - misfits.count)
      if let rule = result.decision {
        return file.decided(url, rule, Self.trial(rule, nil), misfits)
      }
    }
    for place in places {
      if let rule = nearMiss(place, &compared, &budget) {
        return file.undecided(url, misfits, nil, nearMiss: rule)
      }
    }
    return file.undecided(url, misfits, nil, nearMiss: nil)
  }

  /// The places of the details that name an app.
  private mutating func places(of app: ApplicationIdentity) -> [Int] {
    if let known = details[app] { return known }
    let places = file.details.indices.filter { place in
      file.details[place].applications.contains { app.isNamed(by: $0) }
    }
    details[app] = places
    return places
  }

  /// What comparing a URL with a detail comes to; `nil` where that would cost too much.
  private func result(
    _ place: Int, _ compared: inout ComparedDetails, _ budget: inout MatchingWork
  ) -> DetailResult? {
    if let known = compared.results[place] { return known }
    guard !budget.isExhausted else { return nil }
    var result = DetailResult()
    let before = compared.comparison.work
    defer { budget.spend(from: before, to: compared.comparison.work) }
    for rule in file.details[place].rules {
      let difference = compared.comparison.difference(from: rule)
      if compared.comparison.work.isExhausted { return nil }
      guard let difference else {
        result.decision = rule
        break
      }
      if result.misfits.count < AssociationMatch.misfitLimit {
        result.misfits.append(Self.trial(rule, AssociationMatch.Misfit(difference)))
      }
    }
    compared.results[place] = result
    return result
  }

  /// The first rule of a detail that would fit but for upper and lower case.
  private func nearMiss(
    _ place: Int, _ compared: inout ComparedDetails, _ budget: inout MatchingWork
  ) -> LinkRule? {
    if let known = compared.nearMisses[place] { return known }
    guard !budget.isExhausted else { return nil }
    let before = compared.comparison.work
    defer { budget.spend(from: before, to: compared.comparison.work) }
    let rule = file.details[place].rules.first { compared.comparison.isNearMiss($0) }
    compared.nearMisses[place] = .some(rule)
    return rule
  }

  private static func trial(
    _ rule: LinkRule, _ misfit: AssociationMatch.Misfit?
  ) -> AssociationMatch.Trial {
    AssociationMatch.Trial(
      rule: rule.subject,
      comment: rule.comment.map { Diagnostic.excerpt($0, length: commentLength) },
      isExclusion: rule.isExclusion, misfit: misfit)
  }
}
