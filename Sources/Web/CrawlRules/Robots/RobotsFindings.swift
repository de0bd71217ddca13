public import WebAddresses
public import WebDocuments

extension RobotsDecision {
  /// Says that an address may not be fetched, and why.
  ///
  /// - Parameter url: The address that was decided on.
  /// - Returns: A finding with its place in robots.txt; `nil` when the address may be fetched.
  public func finding(for url: WebURL) -> Diagnostic? {
    guard !isAllowed else { return nil }
    let address = Diagnostic.excerpt(url.href)
    if rule == nil, let agent {
      return Diagnostic(
        .blockedByRobots,
        "So many rules for “\(agent)” in robots.txt end alike that they can't be compared with \(address), which shuts it out.",
        subject: "robots.txt")
    }
    guard let rule, let agent else {
      return Diagnostic(
        .robotsUnreachable,
        "robots.txt of \(Diagnostic.excerpt(url.origin)) can't be fetched, so \(address) isn't fetched either."
      )
    }
    return Diagnostic(
      .blockedByRobots,
      "“disallow: \(Diagnostic.excerpt(rule.pattern))” for “\(agent)” in robots.txt shuts out \(address).",
      at: SourceLocation(line: rule.line, column: 1), subject: "robots.txt")
  }
}

extension RobotsRules {
  /// The finding that rules for another crawler apply; `nil` when those for the crawler itself or none do. Its place
  /// is one in robots.txt.
  public var fallbackFinding: Diagnostic? {
    guard isFallback, let agent, let groupLine else { return nil }
    return Diagnostic(
      .robotsGroupFallback,
      "robots.txt has no group of its own for the crawler; the one for “\(agent)” applies.",
      at: SourceLocation(line: groupLine, column: 1), subject: "robots.txt")
  }
}
